import type { Assignment } from '../protocol/facts.ts';
import { partitionKey } from './world.ts';
import type { PartitionKey } from './world.ts';

/** Partition -> the member that an assignment gives it to; of several, the last. */
export function ownersOf(assignment: Assignment): Map<PartitionKey, string> {
  const owners = new Map<PartitionKey, string>();
  for (const { member, partitions } of assignment) {
    for (const { topic, partitions: numbers } of partitions) {
      for (const number of numbers) owners.set(partitionKey(topic, number), member);
    }
  }
  return owners;
}
