/** What the checkers of the invariants remember of a trace: a few of the last of everything. */
import type { Assignment } from '../../protocol/facts.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { EventKind, EventOf } from '../events.ts';
import { ownersOf } from '../owners.ts';
import type { PartitionKey } from '../world.ts';

/** A group's record in the metadata store from event `seq` on. */
export interface RecordSince {
  readonly seq: number;
  readonly generation: number;
  readonly assignment: Assignment;
  /** Partition -> member; of those given to several, the last. */
  readonly owners: ReadonlyMap<PartitionKey, string>;
  readonly members: ReadonlySet<string>;
}

/** How many partitions a topic had from event `seq` on; 0: it was deleted. */
export interface CountSince {
  readonly seq: number;
  readonly partitions: number;
}

export interface Watched {
  readonly topics: Map<string, CountSince[]>;
  readonly zookeepers: Set<string>;
  /** Group -> its records, oldest first. */
  readonly records: Map<string, RecordSince[]>;
  /** Group -> its last completed generation. */
  readonly completed: Map<string, number>;
  /** Group -> up to which event its coordinator knew the topics when it began to assign. */
  readonly knownUntil: Map<string, number>;
  /** Process -> the sending of what it heard last of the store: up to there it knows of changes. */
  readonly heard: Map<string, number>;
  /** Answer of the store under way -> the event of its sending. */
  readonly answers: Map<number, number>;
  /** Delivery of such an answer -> the event of its sending. */
  readonly delivered: Map<number, number>;
}

export interface Found {
  readonly rule: RuleId;
  readonly text: string;
}

/** Finds what is wrong about an event, with what came before it remembered. */
export type Check<K extends EventKind> = (
  watched: Watched,
  event: EventOf<K>,
) => Found | null | undefined;

export function nothingWatched(): Watched {
  return {
    topics: new Map(),
    zookeepers: new Set(),
    records: new Map(),
    completed: new Map(),
    knownUntil: new Map(),
    heard: new Map(),
    answers: new Map(),
    delivered: new Map(),
  };
}

/** Of answers on their way, of records of a group, of changes of a topic. */
const kept = { answers: 4096, records: 64, counts: 64 };

export function lastRecord({ records }: Watched, group: string): RecordSince | undefined {
  return records.get(group)?.at(-1);
}

/** When an answer was sent that waited for so long that its sending is not remembered any more. */
export const forgotten = -1;
/** In its place: the answer was damaged on its way. */
const unread = Infinity;

/** Whether the record in force at event `seq`, or one with a generation, may be one of those let go. */
export function mayBeForgotten(
  { records }: Watched,
  group: string,
  than: { readonly seq: number } | { readonly generation: number },
): boolean {
  const list = records.get(group) ?? [];
  const [oldest] = list;
  if (!oldest || list.length < kept.records) return false;
  return 'seq' in than ? than.seq < oldest.seq : than.generation < oldest.generation;
}

/** The record in force when event `seq` happened. */
export function recordAt({ records }: Watched, group: string, seq: number) {
  return records.get(group)?.findLast((record) => record.seq <= seq);
}

export function recordOf({ records }: Watched, group: string, generation: number) {
  return records.get(group)?.findLast((record) => record.generation === generation);
}

/** The numbers of partitions that a topic has had since event `seq`, what it had then included. */
export function countsSince({ topics }: Watched, topic: string, seq: number): readonly number[] {
  const counts = topics.get(topic) ?? [];
  const first = counts.findLastIndex((count) => count.seq <= seq);
  const since = counts.slice(Math.max(0, first)).map(({ partitions }) => partitions);
  return first < 0 ? [0, ...since] : since;
}

type Note<K extends EventKind> = (watched: Watched, event: EventOf<K>) => void;

export const notes: { readonly [K in EventKind]?: Note<K> } = {
  'topic-changed': ({ topics }, { topic, partitions, seq }) =>
    addTo(topics, topic, { seq, partitions }, kept.counts),
  'process-started': ({ zookeepers }, { process = '', role }) => {
    if (role === 'zookeeper') zookeepers.add(process);
  },
  'message-sent': ({ zookeepers, answers }, { process = '', message, seq }) => {
    if (zookeepers.has(process)) remember(answers, message, seq);
  },
  // Nobody learns anything from what does not decode.
  'message-corrupted': ({ answers }, { message }) => {
    if (answers.has(message)) answers.set(message, unread);
  },
  'message-delivered': (watched, { message, process = '', from, seq }) => {
    const { answers, delivered, heard, zookeepers } = watched;
    const sent = answers.get(message) ?? (zookeepers.has(from) ? forgotten : undefined);
    if (sent === undefined) return;
    answers.delete(message);
    if (sent === unread) return;
    remember(delivered, seq, sent);
    heard.set(process, sent);
  },
  'group-state': ({ knownUntil, heard }, { group, state, process = '', seq }) => {
    if (state === 'Rebalancing') knownUntil.set(group, heard.get(process) ?? seq);
  },
  'metadata-written': ({ records }, { group, generation, assignment, seq }) => {
    if (group === undefined || generation === undefined || !assignment) return;
    const members = new Set(assignment.map(({ member }) => member));
    const owners = ownersOf(assignment);
    addTo(records, group, { seq, generation, assignment, owners, members }, kept.records);
  },
  'rebalance-completed': ({ completed }, { group, generation }) =>
    void completed.set(group, generation),
};

function addTo<T>(lists: Map<string, T[]>, key: string, item: T, atMost: number): void {
  const list = lists.get(key) ?? [];
  list.push(item);
  if (list.length > atMost) list.shift();
  lists.set(key, list);
}

function remember(map: Map<number, number>, key: number, value: number): void {
  map.set(key, value);
  if (map.size <= kept.answers) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
