/** A member that was silent for too long: only silence is a sign of death (HB-3, HB-6). */
import { assert } from '../../../lib/assert.ts';
import type { ConnectionId } from '../../step.ts';
import type { CoordinatorContext } from './context.ts';
import { endNewcomer } from './parking.ts';
import { proceedWhenAllIn } from './rebalance.ts';
import { isParked } from './state.ts';
import type { CoordinatorState, Group, Member } from './state.ts';
import { partsOf } from './timers.ts';
import { deathTrigger, trigger } from './trigger.ts';

/** A dead-after timer fired. */
export function handleDeadAfter(
  state: CoordinatorState,
  context: CoordinatorContext,
  subject: string,
): void {
  const [groupId, memberId] = partsOf(subject);
  const group = state.groups.get(groupId);
  const member = group?.members.get(memberId);
  if (!group || !member) return;
  // [HB-7]
  assert(!isParked(group, memberId), 'a parked member has no dead-after window');
  removeMember(context, group, member);
  // [HB-3] Its connection is closed; with it ends what a newcomer has parked on it (REG-11).
  if (member.connection !== null) {
    context.close(member.connection);
    forgetConnection(context, group, member.connection);
  }
  trigger(context, group, deathTrigger(memberId));
  proceedWhenAllIn(state, context, group);
}

/** Its partitions have no owner until the next generation. */
function removeMember({ out }: CoordinatorContext, group: Group, member: Member): void {
  const { id, consumer, wasHeard } = member;
  group.members.delete(id);
  group.departed.push(id);
  if (group.unconfirmed.delete(id)) group.missed.add(id);
  group.attempt?.waitingFor.delete(id);
  const reason = 'nothing was heard of it for T * S / F';
  out.report(
    { kind: 'member-removed', group: group.id, member: id, consumer, reason },
    // [RB-8] It has stalled since it registered.
    wasHeard ? ['HB-3', 'HB-6'] : ['HB-3', 'HB-6', 'RB-8'],
  );
}

/** [REG-11] A connection has ended: a newcomer's registration ends with it, a member's does not. */
export function handleClosed(
  state: CoordinatorState,
  context: CoordinatorContext,
  connection: ConnectionId,
): void {
  for (const group of state.groups.values()) {
    forgetConnection(context, group, connection);
    proceedWhenAllIn(state, context, group);
  }
}

function forgetConnection(
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
): void {
  endNewcomer(context, group, connection);
  group.bound.delete(connection);
}
