/** Partitions in words. */
import type { PartitionName } from '../stage/marks.ts';
import { listed, plural } from './text.ts';

/** "orders 2 and 3, payments 0"; where not all of them are named, how many there are. */
export function partitionWords(names: readonly PartitionName[], all: number): string {
  if (names.length < all) return plural(all, 'partition');
  const topics = [...new Set(names.map(({ topic }) => topic))];
  return topics
    .map((topic) => {
      const numbers = names.filter((name) => name.topic === topic).map((name) => name.partition);
      return `${topic} ${listed(numbers.map(String))}`;
    })
    .join(', ');
}
