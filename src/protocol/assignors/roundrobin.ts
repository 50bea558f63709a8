/**
 * [ASG-2] All partitions sorted by topic and number, dealt in a circle to the members in order of
 * id, skipping those that do not subscribe.
 */
import type { TopicPartitions } from '../facts.ts';
import { dealtTopics, seat } from './members.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';

export function roundrobin(members: readonly Subscriber[], topics: readonly TopicSize[]): Dealt {
  const seating = seat(members);
  const hands = seating.ids.map((): TopicPartitions[] => []);
  /** Whose turn it is in the whole circle. */
  let turn = 0;
  for (const { topic, partitions } of dealtTopics(seating, topics)) {
    const takers = seating.takers.get(topic) ?? [];
    const first = firstFrom(takers, turn);
    const numbersOf = new Map<number, number[]>();
    for (let partition = 0; partition < partitions; partition++) {
      const place = takers[(first + partition) % takers.length] ?? 0;
      const numbers = numbersOf.get(place);
      if (numbers) numbers.push(partition);
      else numbersOf.set(place, [partition]);
      turn = (place + 1) % seating.ids.length;
    }
    for (const [place, numbers] of numbersOf) hands[place]?.push({ topic, partitions: numbers });
  }
  return new Map(seating.ids.map((id, place) => [id, hands[place] ?? []]));
}

/** Index of the first of the ascending `places` that is not before `turn`, round the circle. */
function firstFrom(places: readonly number[], turn: number): number {
  const index = places.findIndex((place) => place >= turn);
  return index === -1 ? 0 : index;
}
