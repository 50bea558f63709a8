/**
 * [ASG-1] Per topic: its subscribers in order of id, P partitions over M members, consecutive; the
 * first P mod M members get one more.
 */
import type { TopicPartitions } from '../facts.ts';
import { dealtTopics, seat } from './members.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';

export function range(members: readonly Subscriber[], topics: readonly TopicSize[]): Dealt {
  const seating = seat(members);
  const hands = seating.ids.map((): TopicPartitions[] => []);
  for (const { topic, partitions } of dealtTopics(seating, topics)) {
    const takers = seating.takers.get(topic) ?? [];
    const each = Math.floor(partitions / takers.length);
    const oneMore = partitions % takers.length;
    let next = 0;
    takers.forEach((place, index) => {
      const first = next;
      next += each + (index < oneMore ? 1 : 0);
      if (next === first) return;
      const numbers = Array.from({ length: next - first }, (_, offset) => first + offset);
      hands[place]?.push({ topic, partitions: numbers });
    });
  }
  return new Map(seating.ids.map((id, place) => [id, hands[place] ?? []]));
}
