/** Heartbeats at the coordinator (HB-2). */
import { errorCodes } from '../../../wire/errors.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import { heartbeatResponse } from '../messages.ts';
import type { HeartbeatRequest } from '../messages.ts';
import { askedOf, isLate, refuse, versionOf } from './asked.ts';
import type { CoordinatorContext } from './context.ts';
import { illegalGeneration } from './generation.ts';
import type { Group, Member } from './state.ts';
import { enter } from './states.ts';
import { noteHeard, restartDeadAfter } from './timers.ts';

const unknownMember: readonly RuleId[] = ['HB-2'];
const tooLate: readonly RuleId[] = ['HB-2', 'FO-3'];

export function handleHeartbeat(
  context: CoordinatorContext,
  group: Group | undefined,
  connection: ConnectionId,
  request: HeartbeatRequest,
): void {
  const member = group?.members.get(request.consumerId);
  if (!group || !member) {
    const refusal = { error: 'UnknownConsumer', reason: 'unknown-member' } as const;
    const asked = askedOf(context, connection, 'Heartbeat', request);
    const current = group ? { currentGeneration: group.generation } : {};
    const rules = group?.missed.has(request.consumerId) ? tooLate : unknownMember;
    return refuse(context, asked, { ...refusal, ...current, rules });
  }
  if (isLate(context, group, member, 'Heartbeat', request)) return;
  noteHeard(member, { connection, ...request });
  if (versionOf(request) === 0) group.bound.set(connection, member.id);
  const refusal = illegalGeneration(group, request.groupGenerationId);
  if (refusal) {
    restartDeadAfter(context, group, member, ['HB-3']);
    const rules =
      refusal.reason === 'rebalance-pending' ? (['HB-2', 'RB-2'] as const) : refusal.rules;
    const asked = askedOf(context, connection, 'Heartbeat', request);
    return refuse(context, asked, { ...refusal, rules });
  }
  // [COORD-5] Accepted: it has found this coordinator, and its window is the usual one.
  group.unconfirmed.delete(member.id);
  restartDeadAfter(context, group, member, ['HB-3']);
  accept(context, group, member, connection, request);
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
  if (group.state === 'Ready' && group.unconfirmed.size === 0) {
    enter(context, group, 'Steady', 'every known member was heard', ['FO-1']);
  }
}
