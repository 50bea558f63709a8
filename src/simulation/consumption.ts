/**
 * What is consumed, as only the loop can know it: which records a group has read before (OFF-2), and
 * how far a consumer had read that ends without a word. Fed by the events, kept in the loop's state.
 */
import { changedLog } from '../protocol/logs.ts';
import type { ReadFrom, TopicLog } from '../protocol/logs.ts';
import type { EventKind, NewEvent, NewEventOf } from '../trace/events.ts';
import { beginReading, countAnew, endReading, positionIn, setFrozen } from '../trace/reading.ts';
import type { Read, Reading } from '../trace/reading.ts';
import { partitionKey } from '../trace/world.ts';

export interface Consumption {
  /** Logs of the topics that there are, by name. */
  readonly logs: Map<string, TopicLog>;
  /** How often each topic was created: one that is deleted and created again has other records. */
  readonly lives: Map<string, number>;
  /** What each consumer reads, by its name. */
  readonly readings: Map<string, GroupReading>;
  /** By `markKey`: records below this offset have been read by somebody of the group. */
  readonly marks: Map<string, Mark>;
}

/** How far somebody of a group has read a partition of one life of its topic. */
interface Mark {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly life: number;
  readonly offset: number;
}

interface GroupReading extends Reading<Tracked> {
  readonly group: string;
}

interface Tracked extends Read {
  /** Of its topic, when it was acquired. */
  readonly life: number;
  /** Up to where, and when, the trace has said last that it was read. */
  readonly reported: ReadFrom;
}

export function nothingConsumed(): Consumption {
  return { logs: new Map(), lives: new Map(), readings: new Map(), marks: new Map() };
}

type Feed<K extends EventKind> = (state: Consumption, event: NewEventOf<K>) => void;

const feeds: { readonly [K in EventKind]?: Feed<K> } = {
  'topic-changed': changeTopic,
  'process-started': (state, { process = '', role, group = '', recordsPerSecond = 0 }) => {
    const { readings } = state;
    if (role !== 'consumer') return;
    end(state, process);
    readings.set(process, { group, recordsPerSecond, frozen: false, held: new Map() });
  },
  'process-frozen': (state, event) => freeze(state, event, true),
  'process-thawed': (state, event) => freeze(state, event, false),
  'process-crashed': (state, { process = '' }) => end(state, process),
  'process-stopped': (state, { process = '' }) => end(state, process),
  'partition-acquired': acquire,
  'partition-released': (state, { process = '', topic, partition, atUs }) => {
    const reading = state.readings.get(process);
    const key = partitionKey(topic, partition);
    const read = reading?.held.get(key);
    if (!reading || !read) return;
    endReading(reading, key, state.logs, atUs);
    forgetPast(state, reading.group, read);
  },
  'records-consumed': noteConsumed,
};

type AnyFeed = (state: Consumption, event: NewEvent) => void;
const feedOf = new Map(Object.entries(feeds) as [EventKind, AnyFeed][]);

/** Takes one more event in. */
export function feed(state: Consumption, event: NewEvent): void {
  feedOf.get(event.kind)?.(state, event);
}

function changeTopic(state: Consumption, event: NewEventOf<'topic-changed'>): void {
  const { logs, lives, readings } = state;
  const { topic, partitions, recordsPerSecond, atUs } = event;
  const before = logs.get(topic);
  const log = changedLog(before, { topic, partitions, recordsPerSecond }, atUs);
  if (!before) lives.set(topic, (lives.get(topic) ?? 0) + 1);
  if (log) return void logs.set(topic, log);
  for (const reading of readings.values()) {
    const holds = [...reading.held.values()].some((read) => read.topic === topic);
    // As long as it was there it was read.
    if (holds) countAnew(reading, logs, atUs);
  }
  logs.delete(topic);
  for (const mark of state.marks.values()) {
    if (mark.topic === topic) forgetPast(state, mark.group, mark);
  }
}

function end(state: Consumption, process: string): void {
  const reading = state.readings.get(process);
  state.readings.delete(process);
  for (const read of reading?.held.values() ?? []) forgetPast(state, reading?.group ?? '', read);
}

/** [TOP-2] Records of a topic that is gone are asked for only as long as somebody holds them. */
function forgetPast(
  { marks, logs, lives, readings }: Consumption,
  group: string,
  { topic, partition, life }: Pick<Tracked, 'topic' | 'partition' | 'life'>,
): void {
  if (logs.has(topic) && lives.get(topic) === life) return;
  const key = partitionKey(topic, partition);
  const isHeld = [...readings.values()].some(
    (reading) => reading.group === group && reading.held.get(key)?.life === life,
  );
  if (!isHeld) marks.delete(markKey(group, key, life));
}

function freeze(
  { readings, logs }: Consumption,
  { process = '', atUs }: NewEventOf<'process-frozen' | 'process-thawed'>,
  frozen: boolean,
): void {
  const reading = readings.get(process);
  if (reading) setFrozen(reading, frozen, logs, atUs);
}

function acquire(state: Consumption, event: NewEventOf<'partition-acquired'>): void {
  const { process = '', topic, partition, offset, atUs } = event;
  const reading = state.readings.get(process);
  const from = { offset, atUs };
  const life = state.lives.get(topic) ?? 0;
  const read = { topic, partition, life, from, reported: from };
  if (reading) beginReading(reading, partitionKey(topic, partition), read, state.logs);
}

function noteConsumed(state: Consumption, event: NewEventOf<'records-consumed'>): void {
  const { process = '', topic, partition, toOffset, atUs } = event;
  const reading = state.readings.get(process);
  const key = partitionKey(topic, partition);
  const read = reading?.held.get(key);
  if (!reading || !read) return;
  reading.held.set(key, { ...read, reported: { offset: toOffset, atUs } });
  const { group } = reading;
  const { life } = read;
  const mark = markKey(group, key, life);
  const offset = Math.max(state.marks.get(mark)?.offset ?? 0, toOffset);
  state.marks.set(mark, { group, topic, partition, life, offset });
}

function markKey(group: string, key: string, life: number): string {
  return `${group}|${life}|${key}`;
}

type Consumed = Pick<
  NewEventOf<'records-consumed'>,
  'topic' | 'partition' | 'fromOffset' | 'toOffset'
>;

/** [OFF-2] How many of the records that a consumer has just read its group had read before. */
export function duplicatesIn(state: Consumption, process: string, consumed: Consumed): number {
  const { topic, partition, fromOffset, toOffset } = consumed;
  const reading = state.readings.get(process);
  const key = partitionKey(topic, partition);
  const read = reading?.held.get(key);
  if (!reading || !read) return 0;
  const mark = state.marks.get(markKey(reading.group, key, read.life))?.offset ?? 0;
  return Math.max(0, Math.min(toOffset, mark) - fromOffset);
}

/** [OFF-2] What a consumer has read and has not said; for one that ends without a word. */
export function unsaid(state: Consumption, process: string, atUs: number) {
  const reading = state.readings.get(process);
  if (!reading) return [];
  return [...reading.held.values()].flatMap((read) => {
    const { topic, partition, reported } = read;
    const toOffset = positionIn(reading, read, state.logs, atUs);
    if (toOffset <= reported.offset) return [];
    const { offset: fromOffset, atUs: sinceUs } = reported;
    const consumed = { topic, partition, fromOffset, toOffset, sinceUs };
    const duplicates = duplicatesIn(state, process, consumed);
    return [{ group: reading.group, ...consumed, duplicates }];
  });
}
