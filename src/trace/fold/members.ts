/** The members of a group as its coordinator knows them. */
import type { Assignment, MemberAssignment } from '../../protocol/facts.ts';
import type { EventOf } from '../events.ts';
import type { GroupWorld, MemberWorld, World } from '../world.ts';
import type { Folds } from './folds.ts';
import { spokenFor } from './speaker.ts';

/** A coordinator that has just loaded knows the members on record and nobody else. */
export function loadMembers(world: World, group: GroupWorld, assignment: Assignment): void {
  const before = new Map(group.members);
  group.members.clear();
  for (const entry of assignment) {
    group.members.set(entry.member, memberOf(world, entry, before.get(entry.member)));
  }
}

/** Its settings are those it was taken in with, or else its consumer's. */
function memberOf(
  world: World,
  { member, consumer, topics }: MemberAssignment,
  before: MemberWorld | undefined,
): MemberWorld {
  if (before) return { ...before, topics, heartbeatAtUs: null };
  const own = world.processes.get(consumer)?.consumer;
  const sessionTimeoutMs = own?.sessionTimeoutMs ?? 0;
  const heartbeatFrequency = own?.heartbeatFrequency ?? 0;
  const failedHeartbeatThreshold = own?.failedHeartbeatThreshold ?? 0;
  const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
  return { member, consumer, topics, ...timing, heartbeatAtUs: null };
}

/** A new generation: who is not in it is gone, and topics may be others. */
export function keepMembers({ members }: GroupWorld, assignment: Assignment): void {
  const topicsOf = new Map(assignment.map(({ member, topics }) => [member, topics]));
  for (const [id, member] of members) {
    const topics = topicsOf.get(id);
    if (topics) members.set(id, { ...member, topics });
    else members.delete(id);
  }
}

/** A heartbeat has reached a broker: whose it is, its sender knows. */
export function heartbeatArrived(
  world: World,
  groupId: string | null,
  { from, process, atUs }: EventOf<'message-delivered'>,
): void {
  const group = groupId === null ? undefined : world.groups.get(groupId);
  const id = world.processes.get(from)?.consumer?.member ?? '';
  const member = group?.members.get(id);
  if (!group || !member || group.coordinator !== process) return;
  group.members.set(id, { ...member, heartbeatAtUs: atUs });
}

export const memberFolds: Folds = {
  'member-added': (world, event) => {
    const group = spokenFor(world, event);
    const { member, consumer, topics } = event;
    const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = event;
    const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
    group?.members.set(member, { member, consumer, topics, ...timing, heartbeatAtUs: null });
  },
  'member-removed': (world, event) => {
    const group = spokenFor(world, event);
    if (!group) return;
    const { member, consumer } = event;
    group.members.delete(member);
    if (group.parked.get(consumer)?.member === member) return void group.parked.delete(consumer);
    if (!group.rebalance) return;
    const waitingFor = group.rebalance.waitingFor.filter((id) => id !== member);
    const waitingCount = Math.max(0, group.rebalance.waitingCount - 1);
    group.rebalance = { ...group.rebalance, waitingFor, waitingCount };
  },
};
