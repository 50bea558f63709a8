/**
 * What a group has read and what it has yet to read, at any moment from the world's last event on
 * (OFF-2). Nothing is counted record by record: see protocol/logs.ts.
 */
import { endOffset } from '../protocol/logs.ts';
import { positionIn } from './reading.ts';
import { partitionKey } from './world.ts';
import type { ConsumerWorld, GroupWorld, PartitionKey, World } from './world.ts';

/** A partition of a topic that the group subscribes to. */
export interface PartitionConsumption {
  readonly topic: string;
  readonly partition: number;
  /** Offset of the next record that will come in: so many have. */
  readonly end: number;
  /** Of the next record that another owner would begin with. */
  readonly committed: number;
  /** Records that have come in and are not committed. */
  readonly lag: number;
  /** Who reads it, or believes to, and up to where. */
  readonly positions: readonly ReaderPosition[];
}

export interface ReaderPosition {
  readonly process: string;
  readonly position: number;
}

export interface GroupConsumption {
  /** In order of topic, as subscribed to, and number. */
  readonly partitions: readonly PartitionConsumption[];
  /** Records that have come into them. */
  readonly produced: number;
  /** Records that its consumers have read, those read again included. */
  readonly consumed: number;
  /** Records read again, as far as the trace has said: at commits, releases and crashes. */
  readonly duplicates: number;
  readonly lag: number;
  /** Of the partition that lags most. */
  readonly lagMost: number;
}

/** [OFF-2] The group's consumption at `atUs`, which is not before the world's last event. */
export function consumptionAt(world: World, group: GroupWorld, atUs: number): GroupConsumption {
  const readers = readersOf(world, group);
  const partitions = group.topics.flatMap((topic) => {
    const { partitions: count = 0 } = world.topics.get(topic) ?? {};
    return Array.from({ length: count }, (_, partition) =>
      partitionAt(world, group, readers, { topic, partition }, atUs),
    );
  });
  const unsaid = readers.flatMap(({ consumer }) => unsaidBy(world, consumer, atUs));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    partitions,
    produced: sum(partitions.map(({ end }) => end)),
    consumed: group.consumed + sum(unsaid),
    duplicates: group.duplicates,
    lag: sum(partitions.map(({ lag }) => lag)),
    lagMost: Math.max(0, ...partitions.map(({ lag }) => lag)),
  };
}

/** [OFF-2] Records of one partition that have come in and that the group has not committed. */
export function lagOf(
  world: World,
  { committed }: GroupWorld,
  { topic, partition }: { readonly topic: string; readonly partition: number },
  atUs: number,
): number {
  const end = endOffset(world.topics.get(topic), partition, atUs);
  return Math.max(0, end - (committed.get(partitionKey(topic, partition)) ?? 0));
}

function partitionAt(
  world: World,
  group: GroupWorld,
  readers: readonly GroupReader[],
  { topic, partition }: { readonly topic: string; readonly partition: number },
  atUs: number,
): PartitionConsumption {
  const key = partitionKey(topic, partition);
  const end = endOffset(world.topics.get(topic), partition, atUs);
  const committed = group.committed.get(key) ?? 0;
  const positions = readers.flatMap(({ process, consumer }): ReaderPosition[] => {
    const position = positionOf(world, consumer, key, atUs);
    return position === null ? [] : [{ process, position }];
  });
  const lag = lagOf(world, group, { topic, partition }, atUs);
  return { topic, partition, end, committed, lag, positions };
}

interface GroupReader {
  readonly process: string;
  readonly consumer: ConsumerWorld;
}

function readersOf(world: World, { group }: GroupWorld): GroupReader[] {
  return [...world.processes.values()].flatMap(({ name: process, consumer }) =>
    consumer?.group === group ? [{ process, consumer }] : [],
  );
}

/** [OFF-2] The next record that a consumer will read of a partition; null where it does not hold it. */
export function positionOf(
  world: World,
  consumer: ConsumerWorld,
  key: PartitionKey,
  atUs: number,
): number | null {
  const read = consumer.held.get(key);
  return read ? positionIn(consumer, read, world.topics, atUs) : null;
}

function unsaidBy(world: World, consumer: ConsumerWorld, atUs: number): number[] {
  return [...consumer.held.values()].map(
    (read) => positionIn(consumer, read, world.topics, atUs) - read.reported.offset,
  );
}
