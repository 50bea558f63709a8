/** Members and their dead-after timers. */
import type { RuleId } from '../../rules.ts';
import { deadAfterUs } from '../timing.ts';
import type { CoordinatorContext } from './context.ts';
import { memberSubject } from './state.ts';
import type { CoordinatorState, Group, Member, Parked } from './state.ts';

/** [HB-3] Counts from now on how long the member is silent; not while it is parked (HB-7). */
export function restartDeadAfter(
  context: CoordinatorContext,
  group: Group,
  member: Member,
  rules: readonly RuleId[],
): void {
  if (group.parked.has(member.id)) return;
  const subject = memberSubject(group, member.id);
  context.out.startTimer('dead-after', subject, deadAfterUs(member), rules);
}

/** [HB-7] A parked member is never declared dead. */
export function stopDeadAfter(context: CoordinatorContext, group: Group, memberId: string): void {
  context.out.cancelTimer('dead-after', memberSubject(group, memberId));
}

/** Takes a member out of the group; its partitions have no owner until the next generation. */
export function removeMember(
  context: CoordinatorContext,
  group: Group,
  member: Member,
  reason: string,
  rules: readonly RuleId[],
): void {
  group.members.delete(member.id);
  group.registered.delete(member.id);
  group.accepted.delete(member.id);
  context.out.report(
    {
      kind: 'member-removed',
      group: group.id,
      member: member.id,
      consumer: member.consumer,
      reason,
    },
    rules,
  );
}

/** Where a registration waits for the attempt after the running one. */
export const nextKey = (key: string) => `next ${key}`;

/** Puts a registration aside until the rebalance completes (RB-4); it replaces the same one's last. */
export function park(
  context: CoordinatorContext,
  state: CoordinatorState,
  group: Group,
  parked: Parked,
): void {
  group.parked.set(parked.key, parked);
  if (parked.member === null) {
    const groups = state.parkedOn.get(parked.connection) ?? new Set();
    state.parkedOn.set(parked.connection, groups.add(group.id));
  } else {
    stopDeadAfter(context, group, parked.member);
    if (!parked.forNext) group.registered.add(parked.member);
  }
  const { waitingFor, waitingCount } = missing(group);
  context.out.report(
    {
      kind: 'registration-parked',
      group: group.id,
      consumer: parked.consumer,
      member: parked.member,
      waitingFor,
      waitingCount,
    },
    ['RB-4', 'HB-7'],
  );
}

/** At most so many ids are listed in an event. */
const listedAtMost = 20;

/** The members that have not registered in this attempt. */
function missing(group: Group): { waitingFor: string[]; waitingCount: number } {
  const waitingCount = group.members.size - group.registered.size;
  const waitingFor: string[] = [];
  if (waitingCount === 0) return { waitingFor, waitingCount };
  for (const id of group.members.keys()) {
    if (waitingFor.length === listedAtMost) break;
    if (!group.registered.has(id)) waitingFor.push(id);
  }
  return { waitingFor, waitingCount };
}

export function unpark(state: CoordinatorState, group: Group, key: string): Parked | undefined {
  const parked = group.parked.get(key);
  group.parked.delete(key);
  if (parked?.member === null) {
    const groups = state.parkedOn.get(parked.connection);
    groups?.delete(group.id);
    if (groups?.size === 0) state.parkedOn.delete(parked.connection);
  }
  return parked;
}
