/**
 * What a card shows between two events, as plain data, so that a card is drawn again only when
 * something on it changed. Times that run are in details.ts.
 */
import type { Remedy } from '../../store/selection.ts';
import type { GroupWorld, ProcessWorld, World } from '../../trace/world.ts';
import { conditionOf, count, lettersOf, listed } from './marks.ts';
import type { Condition } from './marks.ts';
import { plainTile, tilesOf, unreadOf } from './ownership.ts';
import type { Tile } from './ownership.ts';

export interface ConsumerView {
  readonly name: string;
  readonly slot: number;
  readonly condition: Condition;
  readonly generation: number;
  /** Another generation than the one recorded. */
  readonly stale: boolean;
  readonly tiles: readonly Tile[];
  /** Says why there are no tiles, or what they are. */
  readonly note: string;
  readonly remedy: Remedy | null;
  readonly failure: { readonly error: string; readonly text: string } | null;
  readonly fullName: string;
}

/** What can be done on the card itself, where its state asks for it. */
export function remedyOf(process: ProcessWorld): Remedy | null {
  if (process.role === 'zookeeper' || process.status === 'running') return null;
  return process.status === 'frozen' ? 'thaw' : 'restart';
}

export function consumerView(world: World, groupId: string, process: ProcessWorld): ConsumerView {
  const group = world.groups.get(groupId);
  const consumer = process.consumer as NonNullable<ProcessWorld['consumer']>;
  const condition = conditionOf(process);
  const letters = lettersOf(world);
  const tiles = tilesOf(group, process, letters);
  const { generation } = consumer;
  const stale = generation >= 0 && group !== undefined && generation !== group.generation;
  return {
    name: process.name,
    slot: process.slot,
    condition,
    generation,
    stale,
    tiles,
    note: gaveUpNote(process, letters) || noteOf(process, tiles),
    remedy: remedyOf(process),
    failure: consumer.failure,
    fullName: fullNameOf(process, condition, tiles, stale),
  };
}

function noteOf({ status, consumer }: ProcessWorld, tiles: readonly Tile[]): string {
  if (tiles.length === 0) {
    if (status !== 'running') return 'owns nothing';
    return consumer?.state === 'PartOfGroup' ? 'owns nothing' : 'owns nothing yet';
  }
  if (tiles.every(({ believed, recorded }) => believed && !recorded)) return 'believes';
  return tiles.every(({ believed }) => !believed) ? 'recorded' : '';
}

/** What it has let go of since it was part of the group; empty where it holds something, or is dead. */
function gaveUpNote(
  { status, consumer }: ProcessWorld,
  letters: ReadonlyMap<string, string>,
): string {
  if (status !== 'running' || !consumer || consumer.held.size > 0) return '';
  const { first, count: all } = consumer.gaveUp;
  if (all === 0) return '';
  const labels = first.map((key) => plainTile(key, letters).label);
  const more = all > first.length ? ` +${all - first.length}` : '';
  return `gave up ${labels.join(' ')}${more}`;
}

function fullNameOf(
  process: ProcessWorld,
  condition: Condition,
  tiles: readonly Tile[],
  stale: boolean,
): string {
  const generation = process.consumer?.generation ?? -1;
  const parts = [process.name, 'consumer', condition.word];
  parts.push(generation < 0 ? 'no generation yet' : `generation ${generation}`);
  if (stale) parts[parts.length - 1] += ' (stale)';
  parts.push(ownsPhrase(tiles));
  const failure = process.consumer?.failure;
  if (failure) parts.push(`${failure.error}: ${failure.text}`);
  return parts.join(', ');
}

function ownsPhrase(tiles: readonly Tile[]): string {
  const believed = tiles.filter((tile) => tile.believed);
  if (believed.length === 0) {
    return tiles.length === 0 ? 'owns nothing' : `recorded ${partitionWords(tiles)}, reads nothing`;
  }
  const verb = believed.every(({ recorded }) => recorded) ? 'owns' : 'believes it owns';
  return `${verb} ${partitionWords(believed)}${believed[0]?.hatched ? ', not reading' : ''}`;
}

/** "orders 2 and 3, payments 0". */
function partitionWords(tiles: readonly Tile[]): string {
  const topics = [...new Set(tiles.map(({ topic }) => topic))];
  return topics
    .map((topic) => {
      const numbers = tiles.filter((tile) => tile.topic === topic).map((tile) => tile.partition);
      return `${topic} ${listed(numbers.map(String))}`;
    })
    .join(', ');
}

/** What ZooKeeper holds of the group. */
export function zooKeeperLine(group: GroupWorld | undefined): string {
  if (!group || group.generation <= 0) return 'no record of the group yet';
  return `generation ${group.generation} · ${count(group.assignment.length, 'member')}`;
}

export interface ShelfView {
  /** Those on the shelf now. */
  readonly tiles: readonly Tile[];
  /** All partitions that the group subscribes to, each of which has its place there. */
  readonly homes: readonly Tile[];
  /** How many nobody reads, on the shelf or on a card. */
  readonly unread: number;
  /** [COST-1] Of topics that are subscribed to, but count only from the next generation on. */
  readonly waiting: number;
}

export function shelfView(world: World, groupId: string): ShelfView {
  const letters = lettersOf(world);
  const { all, unread, onShelf, waiting } = unreadOf(world, world.groups.get(groupId));
  const tiles = onShelf.map((key) => plainTile(key, letters));
  const homes = all.map((key) => plainTile(key, letters));
  return { tiles, homes, unread: unread.length, waiting };
}
