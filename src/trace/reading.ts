/**
 * How far a consumer has read each partition that it holds, at any moment: the closed forms of
 * protocol/logs.ts, kept as the consumer itself keeps them. Every partition's count begins anew when
 * the number of those that it reads changes, at a freeze and a thaw, and when a log changes.
 */
import { endOffset, positionAt } from '../protocol/logs.ts';
import type { ReadFrom, TopicLog } from '../protocol/logs.ts';

/** A partition that is being read. */
export interface Read {
  readonly topic: string;
  readonly partition: number;
  readonly from: ReadFrom;
}

/** What one process reads. The values of the map are replaced, never changed. */
export interface Reading<R extends Read = Read> {
  readonly recordsPerSecond: number;
  /** It reads nothing while it is frozen. */
  frozen: boolean;
  /** By partition. */
  readonly held: Map<string, R>;
}

export type Logs = ReadonlyMap<string, TopicLog>;

/** [OFF-2] The next record that it will read of a partition. */
export function positionIn(reading: Reading, read: Read, logs: Logs, atUs: number): number {
  const { from, topic, partition } = read;
  if (reading.frozen) return from.offset;
  const end = endOffset(logs.get(topic), partition, atUs);
  return positionAt(from, reading.recordsPerSecond, reading.held.size, end, atUs);
}

/** Begins to count anew: what is read from now on is read at another pace. */
export function countAnew<R extends Read>(reading: Reading<R>, logs: Logs, atUs: number): void {
  for (const [key, read] of reading.held) {
    // All are counted from one moment: of this one, nothing has been read since.
    if (read.from.atUs === atUs) return;
    const offset = positionIn(reading, read, logs, atUs);
    reading.held.set(key, { ...read, from: { offset, atUs } });
  }
}

/** A freeze or a thaw. */
export function setFrozen(reading: Reading, frozen: boolean, logs: Logs, atUs: number): void {
  countAnew(reading, logs, atUs);
  reading.frozen = frozen;
}

/** Reads one more partition; the others are read more slowly. */
export function beginReading<R extends Read>(
  reading: Reading<R>,
  key: string,
  read: R,
  logs: Logs,
): void {
  countAnew(reading, logs, read.from.atUs);
  reading.held.set(key, read);
}

/** Reads one less; true where it did read it. */
export function endReading(reading: Reading, key: string, logs: Logs, atUs: number): boolean {
  if (!reading.held.has(key)) return false;
  countAnew(reading, logs, atUs);
  return reading.held.delete(key);
}
