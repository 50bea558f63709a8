/**
 * Who reads what, as the stage shows it: what the coordinator recorded beside what the consumers
 * believe, and which partitions nobody reads. Pure, of one world and one group.
 */
import { partitionKey } from '../../trace/world.ts';
import type { GroupWorld, PartitionKey, ProcessWorld, World } from '../../trace/world.ts';
import { namedPartition, tileLabel } from './marks.ts';
import type { PartitionName } from './marks.ts';

export interface Tile extends PartitionName {
  readonly key: PartitionKey;
  readonly label: string;
  /** The coordinator recorded it for this member. */
  readonly recorded: boolean;
  /** The consumer believes that it owns it. */
  readonly believed: boolean;
  /** On the card of one that does not run: nobody reads it there. */
  readonly hatched: boolean;
}

/** Partitions that the group's record gives to this consumer's present member. */
export function recordedFor(group: GroupWorld, process: ProcessWorld): PartitionKey[] {
  const member = process.consumer?.member ?? null;
  const keys: PartitionKey[] = [];
  for (const entry of group.assignment) {
    const isIts =
      member === null ? isOnlyLife(group, process, entry.member) : entry.member === member;
    if (entry.consumer !== process.name || !isIts || isRemoved(group, entry.member)) continue;
    for (const { topic, partitions } of entry.partitions) {
      for (const partition of partitions) keys.push(partitionKey(topic, partition));
    }
  }
  return keys;
}

/** The coordinator knows the group and has struck the member off: the record is history. */
function isRemoved({ coordinated, state, members }: GroupWorld, member: string): boolean {
  return coordinated && state !== 'Down' && state !== 'CatchUp' && !members.has(member);
}

/** A dead process has forgotten its id; what is recorded for its last life still is on its card. */
function isOnlyLife(group: GroupWorld, process: ProcessWorld, member: string): boolean {
  const runs = process.status === 'running' || process.status === 'frozen';
  return !runs && group.members.has(member);
}

export function tilesOf(
  group: GroupWorld | undefined,
  process: ProcessWorld,
  letters: ReadonlyMap<string, string>,
): Tile[] {
  const held = process.consumer?.held;
  const recorded = new Set(group ? recordedFor(group, process) : []);
  const hatched = process.status !== 'running';
  const keys = new Set([...recorded, ...(held?.keys() ?? [])]);
  const tiles = [...keys].map((key) => {
    const { topic, partition } = namedPartition(key);
    const label = tileLabel(letters, topic, partition);
    const believed = held?.has(key) ?? false;
    return { key, topic, partition, label, recorded: recorded.has(key), believed, hatched };
  });
  return tiles.toSorted(byTopicAndNumber);
}

export function byTopicAndNumber(a: PartitionName, b: PartitionName): number {
  return (a.topic < b.topic ? -1 : Number(a.topic > b.topic)) || a.partition - b.partition;
}

/** A tile that is on nobody's card. */
export function plainTile(key: PartitionKey, letters: ReadonlyMap<string, string>): Tile {
  const { topic, partition } = namedPartition(key);
  const label = tileLabel(letters, topic, partition);
  return { key, topic, partition, label, recorded: false, believed: false, hatched: false };
}

export interface Unread {
  /** Every partition of a subscribed topic. */
  readonly all: readonly PartitionKey[];
  /** Of subscribed topics, held by no process that runs. */
  readonly unread: readonly PartitionKey[];
  /** Those of them that are on no card either: released, or their member was removed. */
  readonly onShelf: readonly PartitionKey[];
  /** [COST-1] How many more are subscribed to by now, and count from the next generation on. */
  readonly waiting: number;
}

export function unreadOf(world: World, group: GroupWorld | undefined): Unread {
  const consumers = [...world.processes.values()].filter(
    ({ consumer }) => group && consumer?.group === group.group,
  );
  const read = new Set<PartitionKey>();
  const onCards = new Set<PartitionKey>();
  for (const process of consumers) {
    const { status, consumer } = process;
    if (status === 'running') for (const key of consumer?.held.keys() ?? []) read.add(key);
    else if (group) for (const key of keptOnCard(group, process)) onCards.add(key);
  }
  // [COST-1] From the first generation on the count is the world's; before, that of who is there.
  const wanted = subscribedPartitions(world, group, consumers);
  const all = group?.cost.counting ? group.partitions : wanted;
  const waiting = group?.cost.counting ? wanted.filter((key) => !group.counted.has(key)).length : 0;
  const unread = all.filter((key) => !read.has(key));
  return { all, unread, onShelf: unread.filter((key) => !onCards.has(key)), waiting };
}

/** As long as its member is in the group, nobody knows: the tiles stay on its card. */
function keptOnCard(group: GroupWorld, process: ProcessWorld): readonly PartitionKey[] {
  const member = process.consumer?.member ?? null;
  if (member !== null && !group.members.has(member)) return [];
  return [...recordedFor(group, process), ...(process.consumer?.held.keys() ?? [])];
}

function subscribedPartitions(
  world: World,
  group: GroupWorld | undefined,
  consumers: readonly ProcessWorld[],
): PartitionKey[] {
  const topics = new Set<string>();
  for (const { status, consumer } of consumers) {
    if (status !== 'running' && status !== 'frozen') continue;
    for (const topic of consumer?.topics ?? []) topics.add(topic);
  }
  for (const { topics: subscribed } of group?.members.values() ?? []) {
    for (const topic of subscribed) topics.add(topic);
  }
  const keys: PartitionKey[] = [];
  for (const { topic, partitions } of world.topics.values()) {
    if (!topics.has(topic)) continue;
    for (let partition = 0; partition < partitions; partition++) {
      keys.push(partitionKey(topic, partition));
    }
  }
  return keys;
}
