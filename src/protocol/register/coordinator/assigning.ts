/** The next generation: who is in it, under which id, with which partitions (RB-5, REG-4, OWN-1). */
import { assert, known } from '../../../lib/assert.ts';
import { assignors } from '../../assignors/index.ts';
import { compareIds } from '../../assignors/members.ts';
import type { Dealt, Subscriber } from '../../assignors/members.ts';
import type { AssignedTopic, Attempt, Group, Member, Proposal, Registration } from './state.ts';
import { parkingKey } from './state.ts';

/** Everybody who is parked, in one new generation. Nothing of the group is changed yet. */
export function proposalOf(
  group: Group,
  attempt: Attempt,
  topics: ReadonlyMap<string, AssignedTopic>,
): Proposal {
  const answers = new Map<string, string>();
  const joined: string[] = [];
  let number = group.nextMemberNumber;
  const named = [...attempt.parked.values()].map((registration) => {
    const { member, host } = registration;
    const id = member ?? memberId(group.id, host, number++);
    if (member === null) joined.push(id);
    answers.set(parkingKey(registration), id);
    return { ...registration, id };
  });
  const sorted = named.toSorted((a, b) => compareIds(a.id, b.id));
  const dealt = deal(group.strategy, sorted, topics);
  return {
    // [RB-5] Always one more, even if nothing else has changed.
    generation: group.generation + 1,
    nextMemberNumber: number,
    members: sorted.map((registration) => memberOf(group, registration, dealt)),
    topics,
    joined,
    answers,
  };
}

/** [REG-4] `n` counts up per group and is never used again. */
function memberId(group: string, host: string, n: number): string {
  return `${group}-${host}-${n}`;
}

function memberOf(
  group: Group,
  registration: Registration & { readonly id: string },
  dealt: Dealt,
): Member {
  const { id, host, consumer, topics, connection, correlationId } = registration;
  const before = group.members.get(id);
  return {
    id,
    host,
    consumer,
    topics,
    sessionTimeoutMs: registration.sessionTimeoutMs,
    heartbeatFrequency: registration.heartbeatFrequency,
    failedHeartbeatThreshold: registration.failedHeartbeatThreshold,
    partitions: known(dealt.get(id), `assignment of ${id}`),
    connection: before?.connection ?? connection,
    highestCorrelationId: before?.highestCorrelationId ?? correlationId,
    wasHeard: false,
  };
}

function deal(
  strategy: string,
  members: readonly Subscriber[],
  topics: ReadonlyMap<string, AssignedTopic>,
): Dealt {
  if (members.length === 0) return new Map();
  const sizes = [...topics].map(([topic, { partitions }]) => ({ topic, partitions }));
  const dealt = known(assignors.get(strategy), `strategy ${strategy}`)(members, sizes);
  assertOwnership(members, topics, dealt);
  return dealt;
}

/** [OWN-1] [OWN-2] Each partition of each subscribed topic once, and only to a subscriber. */
function assertOwnership(
  members: readonly Subscriber[],
  topics: ReadonlyMap<string, AssignedTopic>,
  dealt: Dealt,
): void {
  const owned = new Map<string, Set<number>>();
  for (const { id, topics: subscribed } of members) {
    for (const topic of subscribed) if (!owned.has(topic)) owned.set(topic, new Set());
    for (const { topic, partitions } of dealt.get(id) ?? []) {
      assert(subscribed.includes(topic), `${id} subscribes to ${topic}`);
      const numbers = known(owned.get(topic), `topic ${topic}`);
      for (const partition of partitions) {
        assert(!numbers.has(partition), `${topic}/${partition} has one owner`);
        numbers.add(partition);
      }
    }
  }
  for (const [topic, numbers] of owned) {
    const { partitions } = known(topics.get(topic), `topic ${topic}`);
    assert(numbers.size === partitions, `all partitions of ${topic} have an owner`);
  }
}
