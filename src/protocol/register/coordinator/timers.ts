/** The dead-after window of a member: when it runs and how long (HB-3, HB-7, COORD-5). */
import type { Us } from '../../../lib/time.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import { deadAfterUs } from '../timing.ts';
import type { CoordinatorContext } from './context.ts';
import { isParked } from './state.ts';
import type { Group, Member } from './state.ts';

/** Timer subject of a member: ids are unique only within a group. */
function subjectOf(group: Group, memberId: string): string {
  return `${group.id}/${memberId}`;
}

/** The group and member that a timer is about; names of groups hold no slash. */
export function partsOf(subject: string): readonly [group: string, member: string] {
  const slash = subject.indexOf('/');
  return [subject.slice(0, slash), subject.slice(slash + 1)];
}

/** Counts from now on how long the member is silent. */
export function startDeadAfter(
  context: CoordinatorContext,
  group: Group,
  member: Member,
  rules: readonly RuleId[],
): void {
  const afterUs = windowUs(context, group, member);
  context.out.startTimer('dead-after', subjectOf(group, member.id), afterUs, rules);
}

/** [COORD-5] Longer for a loaded member, which may still be looking for this coordinator. */
function windowUs({ settings }: CoordinatorContext, group: Group, member: Member): Us {
  const { requestTimeoutUs, backoffMaxUs } = settings;
  const searching = group.unconfirmed.has(member.id) ? requestTimeoutUs + backoffMaxUs : 0;
  return deadAfterUs(member) + searching;
}

export function stopDeadAfter({ out }: CoordinatorContext, group: Group, memberId: string): void {
  out.cancelTimer('dead-after', subjectOf(group, memberId));
}

/** Where and with what a member was heard: later requests are compared with it (REG-10). */
export function noteHeard(
  member: Member,
  where: { readonly connection: ConnectionId; readonly correlationId: number },
): void {
  member.highestCorrelationId = where.correlationId;
  member.connection = where.connection;
  member.wasHeard = true;
}

/** [HB-3] Heard from, whatever the answer. [HB-7] While it is parked nothing is counted. */
export function restartDeadAfter(
  context: CoordinatorContext,
  group: Group,
  member: Member,
  rules: readonly RuleId[],
): void {
  if (!isParked(group, member.id)) startDeadAfter(context, group, member, rules);
}
