/**
 * What a card shows between two events, as plain data, so that a card is drawn again only when
 * something on it changed. Times that run are in details.ts.
 */
import type { Remedy } from '../../store/selection.ts';
import type { GroupWorld, PartitionKey, ProcessWorld, World } from '../../trace/world.ts';
import { conditionOf, lettersOf } from './marks.ts';
import type { Condition } from './marks.ts';
import { onceAnEvent } from './once.ts';
import { holdingsOf, plainTile, unreadOf } from './ownership.ts';
import type { Holdings, Tile } from './ownership.ts';
import { partitionWords } from '../words/partitions.ts';
import { plural } from '../words/text.ts';

export interface ConsumerView {
  readonly name: string;
  readonly slot: number;
  readonly condition: Condition;
  readonly generation: number;
  /** Another generation than the one recorded. */
  readonly stale: boolean;
  /** The first of its tiles: `count` says how many there are. */
  readonly tiles: readonly Tile[];
  readonly count: number;
  readonly recorded: number;
  readonly believed: number;
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

/** Asked for by the card, the table and the canvas: worked out once for each event shown. */
export const consumerView = onceAnEvent(viewOfConsumer, (_world, group, { name }) => [group, name]);

function viewOfConsumer(world: World, groupId: string, process: ProcessWorld): ConsumerView {
  const group = world.groups.get(groupId);
  const consumer = process.consumer as NonNullable<ProcessWorld['consumer']>;
  const condition = conditionOf(process);
  const letters = lettersOf(world);
  const holdings = holdingsOf(group, process, letters);
  const { generation } = consumer;
  const stale = generation >= 0 && group !== undefined && generation !== group.generation;
  const gaveUp = gaveUpNote(process, letters);
  return {
    name: process.name,
    slot: process.slot,
    condition,
    generation,
    stale,
    ...holdings,
    note: gaveUp || noteOf(process, holdings),
    remedy: remedyOf(process),
    failure: consumer.failure,
    fullName: [fullNameOf(process, condition, holdings, stale), gaveUp].filter(Boolean).join(', '),
  };
}

function noteOf({ status, consumer }: ProcessWorld, holdings: Holdings): string {
  const { count: all, believed, recorded } = holdings;
  if (all === 0) {
    if (status !== 'running') return 'owns nothing';
    return consumer?.state === 'PartOfGroup' ? 'owns nothing' : 'owns nothing yet';
  }
  if (recorded === 0) return 'believes';
  return believed === 0 ? 'recorded' : '';
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
  holdings: Holdings,
  stale: boolean,
): string {
  const generation = process.consumer?.generation ?? -1;
  const parts = [process.name, 'consumer', condition.word];
  parts.push(generation < 0 ? 'no generation yet' : `generation ${generation}`);
  if (stale) parts[parts.length - 1] += ' (stale)';
  parts.push(ownsPhrase(holdings));
  const failure = process.consumer?.failure;
  if (failure) parts.push(`${failure.error}: ${failure.text}`);
  return parts.join(', ');
}

function ownsPhrase(holdings: Holdings): string {
  const { tiles, count: all, believed, recorded } = holdings;
  if (all === 0) return 'owns nothing';
  if (believed === 0) return `recorded ${partitionWords(tiles, recorded)}, reads nothing`;
  const own = tiles.filter((tile) => tile.believed);
  const verb = all === recorded ? 'owns' : 'believes it owns';
  return `${verb} ${partitionWords(own, believed)}${own[0]?.hatched ? ', not reading' : ''}`;
}

/** What ZooKeeper holds of the group. */
export function zooKeeperLine(group: GroupWorld | undefined): string {
  if (!group || group.generation <= 0) return 'no record of the group yet';
  return `generation ${group.generation} · ${plural(group.assignment.length, 'member')}`;
}

export interface ShelfView {
  /** Those on the shelf now, no more than are seen. */
  readonly tiles: readonly Tile[];
  /** How many are on the shelf now. */
  readonly count: number;
  /** Where each partition has its own place on the shelf: all of them. Empty where they are too many. */
  readonly homes: readonly Tile[];
  /** How many partitions the group subscribes to. */
  readonly all: number;
  /** How many nobody reads, on the shelf or on a card. */
  readonly unread: number;
  /** [COST-1] Of topics that are subscribed to, but count only from the next generation on. */
  readonly waiting: number;
}

/** More than fit on any shelf. */
const homesAtMost = 120;

export const shelfView = onceAnEvent(viewOfShelf, (_world, group) => [group]);

function viewOfShelf(world: World, groupId: string): ShelfView {
  const letters = lettersOf(world);
  const { all, unread, onShelf, waiting } = unreadOf(world, world.groups.get(groupId));
  const tileOf = (key: PartitionKey) => plainTile(key, letters);
  return {
    tiles: onShelf.slice(0, homesAtMost).map(tileOf),
    count: onShelf.length,
    homes: all.length > homesAtMost ? [] : all.map(tileOf),
    all: all.length,
    unread,
    waiting,
  };
}
