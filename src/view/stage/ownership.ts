/**
 * Who reads what, as the stage shows it: what the coordinator recorded beside what the consumers
 * believe, and which partitions nobody reads. Pure, of one world and one group.
 */
import { partitionKey } from '../../trace/world.ts';
import type {
  GroupWorld,
  HeldPartition,
  PartitionKey,
  ProcessWorld,
  TopicWorld,
  World,
} from '../../trace/world.ts';
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

/** Partitions that the group's record gives to this consumer's present member, in its order. */
export function* recordedFor(group: GroupWorld, process: ProcessWorld): Iterable<PartitionName> {
  const member = process.consumer?.member ?? null;
  for (const entry of group.assignment) {
    const isIts =
      member === null ? isOnlyLife(group, process, entry.member) : entry.member === member;
    if (entry.consumer !== process.name || !isIts || isRemoved(group, entry.member)) continue;
    for (const { topic, partitions } of entry.partitions) {
      for (const partition of partitions) yield { topic, partition };
    }
  }
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

/** Every partition on the card of a consumer: what is recorded for it, and what it believes. */
export function namesOn(group: GroupWorld, process: ProcessWorld): PartitionName[] {
  return [...recordedFor(group, process), ...unrecorded(group, process).map(namedPartition)];
}

/** What it believes that it owns although it is not recorded for it. */
function unrecorded(group: GroupWorld | undefined, process: ProcessWorld): PartitionKey[] {
  const recorded = new Set<PartitionKey>();
  for (const { topic, partition } of group ? recordedFor(group, process) : []) {
    recorded.add(partitionKey(topic, partition));
  }
  return [...(process.consumer?.held.keys() ?? [])].filter((key) => !recorded.has(key));
}

/** What a consumer has: the first of its tiles, and how many there are of each kind. */
export interface Holdings {
  /** In order, no more than a card could show. */
  readonly tiles: readonly Tile[];
  readonly count: number;
  readonly recorded: number;
  readonly believed: number;
}

/** More than fit on any card, or into a sentence. */
const tilesAtMost = 40;

/** Of a thousand partitions no more tiles are made than are seen; the rest is counted. */
export function holdingsOf(
  group: GroupWorld | undefined,
  process: ProcessWorld,
  letters: ReadonlyMap<string, string>,
): Holdings {
  const held = process.consumer?.held ?? new Map<PartitionKey, HeldPartition>();
  const hatched = process.status !== 'running';
  const first: Tile[] = [];
  let recorded = 0;
  let both = 0;
  for (const { topic, partition } of group ? recordedFor(group, process) : []) {
    const key = partitionKey(topic, partition);
    const believed = held.has(key);
    recorded += 1;
    if (believed) both += 1;
    if (first.length >= tilesAtMost) continue;
    first.push({ ...plainTile(key, letters), recorded: true, believed, hatched });
  }
  const more = held.size - both;
  if (more > 0) {
    for (const key of unrecorded(group, process).slice(0, tilesAtMost)) {
      first.push({ ...plainTile(key, letters), believed: true, hatched });
    }
  }
  const tiles = first.toSorted(byTopicAndNumber).slice(0, tilesAtMost);
  return { tiles, count: recorded + more, recorded, believed: held.size };
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
  /** Every partition of a subscribed topic that counts. */
  readonly all: readonly PartitionKey[];
  /** How many of them no process that runs holds. */
  readonly unread: number;
  /** Those of them that are on no card either: released, or their member was removed. */
  readonly onShelf: readonly PartitionKey[];
  /** [COST-1] How many more are subscribed to by now, and count from the next generation on. */
  readonly waiting: number;
}

export function unreadOf(world: World, group: GroupWorld | undefined): Unread {
  const consumers = [...world.processes.values()].filter(
    ({ consumer }) => group && consumer?.group === group.group,
  );
  const waiting = waitingIn(world, group, consumers);
  // The world counts as it goes: where all are read, nothing has to be looked for.
  if (group?.cost.counting && group.cost.unreadNow === 0) {
    return { all: group.partitions, unread: 0, onShelf: [], waiting };
  }
  const read = new Set<PartitionKey>();
  const onCards = new Set<PartitionKey>();
  for (const process of consumers) {
    if (process.status === 'running') {
      for (const key of process.consumer?.held.keys() ?? []) read.add(key);
    } else if (group) addKeptOnCard(onCards, group, process);
  }
  // [COST-1] From the first generation on the count is the world's; before, that of who is there.
  const all = group?.cost.counting
    ? group.partitions
    : partitionsOf(subscribedTopics(world, group, consumers));
  const unread = all.filter((key) => !read.has(key));
  const onShelf = unread.filter((key) => !onCards.has(key));
  return { all, unread: unread.length, onShelf, waiting };
}

function waitingIn(
  world: World,
  group: GroupWorld | undefined,
  consumers: readonly ProcessWorld[],
): number {
  if (!group?.cost.counting) return 0;
  const known = new Set(group.topics);
  return subscribedTopics(world, group, consumers)
    .filter(({ topic }) => !known.has(topic))
    .reduce((sum, { partitions }) => sum + partitions, 0);
}

/** As long as its member is in the group, nobody knows: the tiles stay on its card. */
function addKeptOnCard(keys: Set<PartitionKey>, group: GroupWorld, process: ProcessWorld): void {
  const member = process.consumer?.member ?? null;
  if (member !== null && !group.members.has(member)) return;
  for (const { topic, partition } of recordedFor(group, process)) {
    keys.add(partitionKey(topic, partition));
  }
  for (const key of process.consumer?.held.keys() ?? []) keys.add(key);
}

function subscribedTopics(
  world: World,
  group: GroupWorld | undefined,
  consumers: readonly ProcessWorld[],
): readonly TopicWorld[] {
  const topics = new Set<string>();
  for (const { status, consumer } of consumers) {
    if (status !== 'running' && status !== 'frozen') continue;
    for (const topic of consumer?.topics ?? []) topics.add(topic);
  }
  for (const { topics: subscribed } of group?.members.values() ?? []) {
    for (const topic of subscribed) topics.add(topic);
  }
  return [...world.topics.values()].filter(({ topic }) => topics.has(topic));
}

function partitionsOf(topics: readonly TopicWorld[]): PartitionKey[] {
  return topics.flatMap(({ topic, partitions }) =>
    Array.from({ length: partitions }, (_, partition) => partitionKey(topic, partition)),
  );
}
