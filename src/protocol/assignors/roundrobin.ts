/**
 * [ASG-2] All partitions sorted by topic and number, dealt in a circle to the members in order of id,
 * skipping those that do not subscribe.
 */
import { compareIds, deal, emptyHands } from './members.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';

export function roundrobin(members: readonly Subscriber[], topics: readonly TopicSize[]): Dealt {
  const sorted = members
    .toSorted((a, b) => compareIds(a.id, b.id))
    .map(({ id, topics: subscribed }) => ({ id, topics: new Set(subscribed) }));
  const dealt = emptyHands(members);
  let turn = 0;
  for (const { topic, partitions } of topics.toSorted((a, b) => (a.topic < b.topic ? -1 : 1))) {
    if (!sorted.some((member) => member.topics.has(topic))) continue;
    for (let partition = 0; partition < partitions; partition++) {
      while (!sorted[turn % sorted.length]?.topics.has(topic)) turn += 1;
      deal(dealt, sorted[turn % sorted.length]?.id ?? '', topic, partition);
      turn += 1;
    }
  }
  return dealt;
}
