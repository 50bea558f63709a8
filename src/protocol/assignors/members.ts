/**
 * What an assignor sees (members with their topics, topics with their sizes), what it gives, and the
 * order in which members are dealt with. Nothing here knows who owned what before.
 */
import type { TopicPartitions } from '../facts.ts';

export interface Subscriber {
  readonly id: string;
  readonly topics: readonly string[];
}

export interface TopicSize {
  readonly topic: string;
  readonly partitions: number;
}

/** By member id, in order of id; topics in order of name, partitions ascending; everybody is in. */
export type Dealt = Map<string, readonly TopicPartitions[]>;

/** Order of id: the trailing number, then the text: c-2 before c-10. */
export function compareIds(a: string, b: string): number {
  const difference = trailingNumber(a) - trailingNumber(b);
  return difference === 0 ? compareText(a, b) : difference;
}

/** Order of code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function trailingNumber(id: string): number {
  const digits = /\d{1,15}$/.exec(id);
  return digits ? Number(digits[0]) : -1;
}

/** The members in order of id, and by topic the places of those that subscribe to it, ascending. */
export interface Seating {
  readonly ids: readonly string[];
  readonly takers: ReadonlyMap<string, readonly number[]>;
}

/** Sorts the members once, however many topics they share. */
export function seat(members: readonly Subscriber[]): Seating {
  const sorted = members.toSorted((a, b) => compareIds(a.id, b.id));
  const takers = new Map<string, number[]>();
  sorted.forEach(({ topics }, place) => {
    for (const topic of topics) {
      const places = takers.get(topic);
      if (!places) takers.set(topic, [place]);
      else if (places.at(-1) !== place) places.push(place);
    }
  });
  return { ids: sorted.map(({ id }) => id), takers };
}

/** The topics that anybody takes, in order of name. */
export function dealtTopics({ takers }: Seating, topics: readonly TopicSize[]): TopicSize[] {
  return topics
    .filter(({ topic }) => takers.has(topic))
    .toSorted((a, b) => compareText(a.topic, b.topic));
}
