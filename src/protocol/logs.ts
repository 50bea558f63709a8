/**
 * How far a partition's log has grown and how far a consumer has read it: closed forms over virtual
 * time, so that no event per record is needed and a picture between two events shows the same number
 * as the commit that follows. The data path itself (leaders, fetch requests) is not simulated.
 */
import type { Us } from '../lib/time.ts';

/** A topic as its records come in: every partition takes `recordsPerSecond`. */
export interface TopicLog {
  readonly topic: string;
  readonly recordsPerSecond: number;
  readonly partitions: number;
  /** Which partitions began when: ascending by `first`, each range up to the next one's first. */
  readonly ranges: readonly PartitionRange[];
}

export interface PartitionRange {
  /** Number of its first partition. */
  readonly first: number;
  readonly sinceUs: Us;
}

/** From where, and since when, a partition is being read. */
export interface ReadFrom {
  readonly offset: number;
  readonly atUs: Us;
}

/** Whole records that a rate makes in a time; exact for a week at a million a second. */
export function recordsIn(durationUs: Us, recordsPerSecond: number): number {
  const seconds = Math.floor(durationUs / 1_000_000);
  const restUs = durationUs - seconds * 1_000_000;
  return seconds * recordsPerSecond + Math.floor((restUs * recordsPerSecond) / 1_000_000);
}

/** The log's end: the offset of the next record that will come in. 0 where there is no such partition. */
export function endOffset(log: TopicLog | undefined, partition: number, nowUs: Us): number {
  if (!log || partition >= log.partitions) return 0;
  const range = log.ranges.findLast(({ first }) => first <= partition);
  return range ? recordsIn(nowUs - range.sinceUs, log.recordsPerSecond) : 0;
}

/**
 * The next record to read at `nowUs`. A consumer that reads n partitions reads each at its rate / n:
 * what one of them does not need is not given to the others. It never reads beyond `end`.
 */
export function positionAt(
  from: ReadFrom,
  recordsPerSecond: number,
  reading: number,
  end: number,
  nowUs: Us,
): number {
  const most = Math.floor(recordsIn(nowUs - from.atUs, recordsPerSecond) / reading);
  return Math.max(from.offset, Math.min(end, from.offset + most));
}

/** A topic's log after a change of its size; undefined where it is deleted. */
export function changedLog(
  before: TopicLog | undefined,
  change: Pick<TopicLog, 'topic' | 'partitions' | 'recordsPerSecond'>,
  nowUs: Us,
): TopicLog | undefined {
  const { partitions } = change;
  if (partitions === 0) return undefined;
  if (!before) return { ...change, ranges: [{ first: 0, sinceUs: nowUs }] };
  if (partitions <= before.partitions) return { ...change, ranges: before.ranges };
  return { ...change, ranges: [...before.ranges, { first: before.partitions, sinceUs: nowUs }] };
}
