/** Heartbeats at the coordinator (HB-2, HB-3) and the death of a member. */
import { errorCodes } from '../../../wire/errors.ts';
import type { ConnectionId } from '../../step.ts';
import type { HeartbeatRequest } from '../messages.ts';
import { heartbeatResponse } from '../messages.ts';
import type { CoordinatorContext } from './context.ts';
import { removeMember, restartDeadAfter } from './members.ts';
import { completeIfAllIn, trigger } from './rebalance.ts';
import { refuse } from './replies.ts';
import type { Asked } from './replies.ts';
import { enter } from './states.ts';
import type { Group, Member } from './state.ts';

export function handleHeartbeat(
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
  request: HeartbeatRequest,
): void {
  const asked = askedOf(connection, request);
  const member = group.members.get(request.consumerId);
  if (!member) {
    const refusal = { error: 'UnknownConsumer', reason: 'unknown-member' } as const;
    return refuse(context, asked, { ...refusal, rules: ['HB-2'] });
  }
  // [REG-10] Late, from a connection given up since; it does not count as heard from either.
  if (request.correlationId < member.highestCorrelationId) return;
  member.highestCorrelationId = request.correlationId;
  member.connection = connection;
  // [HB-3] Heard from, whatever the answer.
  restartDeadAfter(context, group, member, ['HB-3']);
  const reason = refusalReason(group, request.groupGenerationId);
  if (reason) {
    const rules =
      reason === 'rebalance-pending' ? (['HB-2', 'RB-2'] as const) : (['HB-2'] as const);
    const currentGeneration = group.generation;
    return refuse(context, asked, { error: 'IllegalGeneration', reason, rules, currentGeneration });
  }
  accept(context, group, member, connection, request);
}

function askedOf(connection: ConnectionId, request: HeartbeatRequest): Asked {
  return {
    api: 'Heartbeat',
    connection,
    correlationId: request.correlationId,
    group: request.groupId,
    member: request.consumerId,
    version: request.version === 0 ? 0 : 1,
    generation: request.groupGenerationId,
  };
}

/** Which of the three reasons of HB-2 there is to refuse a member's generation, in their order. */
export function refusalReason(group: Group, generation: number): string | null {
  if (generation < group.generation) return 'stale';
  if (generation > group.generation) return 'future';
  const isPending = group.state === 'PreparingRebalance' || group.state === 'Rebalancing';
  return isPending ? 'rebalance-pending' : null;
}

function accept(
  context: CoordinatorContext,
  group: Group,
  member: Member,
  connection: ConnectionId,
  { correlationId }: HeartbeatRequest,
): void {
  const { id: groupId, generation } = group;
  const value = {
    correlationId,
    groupId,
    groupGenerationId: generation,
    consumerId: member.id,
    errorCode: errorCodes.None,
  };
  const about = { correlationId, group: groupId, generation };
  context.reply(connection, heartbeatResponse, value, about, ['HB-2']);
  if (group.state !== 'Ready') return;
  group.accepted.add(member.id);
  if (group.accepted.size === group.members.size) {
    enter(context, group, 'Steady', 'every known member was heard', ['FO-1']);
  }
}

/** [HB-3] Nothing was heard for T * S / F: removed, its connection closed, a rebalance. */
export function handleDeath(context: CoordinatorContext, group: Group, memberId: string): void {
  const member = group.members.get(memberId);
  if (!member) return;
  removeMember(context, group, member, 'dead', ['HB-3']);
  if (member.connection !== null) context.close(member.connection);
  trigger(context, group, { trigger: 'TRIG-2', subject: memberId, rules: ['TRIG-2', 'HB-3'] });
  completeIfAllIn(context, group);
}
