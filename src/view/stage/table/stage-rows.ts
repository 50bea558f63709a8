/**
 * What stands in the rows of the stage's table twin: partitions, connections and messages under way
 * as plain data. Consumers and brokers have their views. Pure, of one world and one group.
 */
import { linkKey, partitionKey } from '../../../trace/world.ts';
import type {
  GroupWorld,
  LinkWorld,
  MessageWorld,
  ProcessWorld,
  World,
} from '../../../trace/world.ts';
import { namedPartition } from '../marks.ts';
import type { PartitionName } from '../marks.ts';
import { recordedFor, unreadOf } from '../ownership.ts';
import type { Tile } from '../ownership.ts';

/** One line of the table has no more: the inspector lists all of them. */
const tilesNamed = 12;

/** `o0 o1 +998`: the first of the tiles, and how many more there are. */
export function tileWords(tiles: readonly Pick<Tile, 'label'>[], count: number): string {
  if (count === 0) return 'none';
  const named = tiles.slice(0, tilesNamed).map(({ label }) => label);
  const more = count - named.length;
  return [...named, ...(more > 0 ? [`+${more}`] : [])].join(' ');
}

export interface PartitionRow extends PartitionName {
  readonly key: string;
  /** Consumers that the record gives it to. */
  readonly recorded: readonly string[];
  /** Consumers that believe they own it. */
  readonly believed: readonly string[];
  readonly isRead: boolean;
  readonly committed: number;
}

export function partitionRows(world: World, group: GroupWorld): readonly PartitionRow[] {
  const recorded = new Map<string, string[]>();
  const believed = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, name: string) => {
    to.set(key, [...(to.get(key) ?? []), name]);
  };
  for (const process of world.processes.values()) {
    if (process.consumer?.group !== group.group) continue;
    for (const { topic, partition } of recordedFor(group, process)) {
      add(recorded, partitionKey(topic, partition), process.name);
    }
    for (const key of process.consumer.held.keys()) add(believed, key, process.name);
  }
  const isRead = (key: string) =>
    (believed.get(key) ?? []).some((name) => world.processes.get(name)?.status === 'running');
  return unreadOf(world, group).all.map((key) => ({
    key,
    ...namedPartition(key),
    recorded: recorded.get(key) ?? [],
    believed: believed.get(key) ?? [],
    isRead: isRead(key),
    committed: group.committed.get(key) ?? 0,
  }));
}

export interface LinkRow {
  readonly key: string;
  readonly link: LinkWorld;
  readonly state: string;
}

/** Of both ends' knowledge: open, half open, or only a link that somebody cut or slowed. */
export function linkRows(world: World): readonly LinkRow[] {
  const ends = new Map<string, number>();
  for (const { opener, peer, openAt } of world.connections.values()) {
    const key = linkKey(opener, peer);
    ends.set(key, Math.max(ends.get(key) ?? 0, openAt.size));
  }
  return [...world.links].flatMap(([key, link]) => {
    const open = ends.get(key) ?? 0;
    if (open === 0 && !link.cut && !link.slowed) return [];
    const words = [...(link.cut ? ['cut'] : []), ...(link.slowed ? ['slowed'] : [])];
    return [{ key, link, state: [...words, connectionWord(open)].join(', ') }];
  });
}

function connectionWord(openEnds: number): string {
  if (openEnds === 0) return 'no connection';
  return openEnds > 1 ? 'open' : 'half open';
}

/** What is held, and what arrives first. */
export function messageRows(world: World): readonly MessageWorld[] {
  const dueUs = ({ held, arrivesAtUs }: MessageWorld) => (held === null ? arrivesAtUs : -1);
  return [...world.messages.values()].toSorted((a, b) => dueUs(a) - dueUs(b));
}

export function consumersOf(world: World, group: string): readonly ProcessWorld[] {
  return [...world.processes.values()]
    .filter(({ consumer }) => consumer?.group === group)
    .toSorted((a, b) => a.slot - b.slot);
}

/** Brokers in order, ZooKeeper last. */
export function serversOf(world: World): readonly ProcessWorld[] {
  const servers = [...world.processes.values()].filter(({ consumer }) => !consumer);
  const isStore = ({ role }: ProcessWorld) => Number(role === 'zookeeper');
  return servers.toSorted((a, b) => isStore(a) - isStore(b) || a.slot - b.slot);
}
