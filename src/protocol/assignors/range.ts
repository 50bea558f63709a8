/**
 * [ASG-1] Per topic: its subscribers in order of id, P partitions over M members, consecutive; the
 * first P mod M members get one more.
 */
import { compareIds, deal, emptyHands } from './members.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';

export function range(members: readonly Subscriber[], topics: readonly TopicSize[]): Dealt {
  const sorted = members.toSorted((a, b) => compareIds(a.id, b.id));
  const dealt = emptyHands(sorted);
  const subscribers = subscribersByTopic(sorted);
  for (const { topic, partitions } of topics) {
    const takers = subscribers.get(topic) ?? [];
    const each = Math.floor(partitions / takers.length);
    const oneMore = partitions % takers.length;
    let next = 0;
    takers.forEach((member, index) => {
      const end = next + each + (index < oneMore ? 1 : 0);
      while (next < end) deal(dealt, member, topic, next++);
    });
  }
  return dealt;
}

function subscribersByTopic(sorted: readonly Subscriber[]): Map<string, string[]> {
  const subscribers = new Map<string, string[]>();
  for (const { id, topics } of sorted) {
    for (const topic of new Set(topics)) {
      const ids = subscribers.get(topic);
      if (ids) ids.push(id);
      else subscribers.set(topic, [id]);
    }
  }
  return subscribers;
}
