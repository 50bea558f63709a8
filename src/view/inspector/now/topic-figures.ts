/** What a group has of a topic at one moment: whose each partition is, and how far it lags. Pure. */
import { lagOf } from '../../../trace/consumption.ts';
import { ownersOf } from '../../../trace/owners.ts';
import { partitionKey } from '../../../trace/world.ts';
import type { GroupWorld, World } from '../../../trace/world.ts';
import { consumerOf } from '../../../trace/members.ts';

export interface TopicRow {
  readonly partition: number;
  /** The consumer that the record names; null: none. */
  readonly owner: string | null;
  /** Who runs and holds it. */
  readonly readers: readonly string[];
  readonly lag: number;
}

/** A row for each partition that there is. */
export function topicRows(
  world: World,
  group: GroupWorld,
  topic: string,
  atUs: number,
): readonly TopicRow[] {
  const { partitions = 0 } = world.topics.get(topic) ?? {};
  const owners = ownersOf(group.assignment);
  const readers = readersOf(world, group);
  return Array.from({ length: partitions }, (_, partition) => {
    const key = partitionKey(topic, partition);
    const owner = owners.get(key);
    return {
      partition,
      owner: owner === undefined ? null : consumerOf(group, owner),
      readers: readers.get(key) ?? [],
      lag: lagOf(world, group, { topic, partition }, atUs),
    };
  });
}

function readersOf(world: World, { group }: GroupWorld): ReadonlyMap<string, readonly string[]> {
  const readers = new Map<string, string[]>();
  for (const { name, status, consumer } of world.processes.values()) {
    if (status !== 'running' || consumer?.group !== group) continue;
    for (const key of consumer.held.keys()) {
      const names = readers.get(key);
      if (names) names.push(name);
      else readers.set(key, [name]);
    }
  }
  return readers;
}
