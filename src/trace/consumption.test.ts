import { describe, expect, test } from 'vitest';
import { consumptionAt } from './consumption.ts';
import { ends, settledPair, topicChanged } from './fold/told.ts';
import type { Tale, Told } from './fold/told.ts';

const second = 1_000_000;

const committed = (partition: number, offset: number): Told => ({
  kind: 'offset-committed',
  process: 'broker-1',
  group: 'g',
  member: 'g-1',
  generation: 1,
  topic: 't',
  partition,
  offset,
});

const consumed = (process: string, fromOffset: number, toOffset: number, duplicates = 0): Told => ({
  kind: 'records-consumed',
  process,
  group: 'g',
  topic: 't',
  partition: process === 'c-1' ? 0 : 1,
  fromOffset,
  toOffset,
  sinceUs: 0,
  duplicates,
});

/** Two consumers, a partition each since second 1; each partition gets 10 records a second. */
const pair = () => settledPair({ recordsPerSecond: 100 });

const at = (tale: Tale, atUs: number) => consumptionAt(tale.world, tale.group(), atUs);

describe('[OFF-2] what a group has read', () => {
  test('between two events, to the record', () => {
    const tale = pair();
    expect(at(tale, 1 * second).partitions[0]).toEqual({
      topic: 't',
      partition: 0,
      end: 10,
      committed: 0,
      lag: 10,
      positions: [{ process: 'c-1', position: 0 }],
    });
    expect(at(tale, 1.05 * second).partitions[0]?.positions[0]?.position).toBe(5);
    expect(at(tale, 3 * second)).toMatchObject({
      produced: 60,
      consumed: 60,
      lag: 60,
      lagMost: 30,
    });
  });

  test('lag is what is not committed', () => {
    const tale = pair().tell({ ...committed(0, 20), atUs: 3 * second });
    expect(at(tale, 4 * second)).toMatchObject({ lag: 60, lagMost: 40 });
    expect(at(tale, 4 * second).partitions.map(({ lag }) => lag)).toEqual([20, 40]);
  });

  test('a frozen one stands still, and reads on from there', () => {
    const tale = pair().tell({ ...ends.freeze('c-1'), atUs: 3 * second });
    expect(at(tale, 9 * second).partitions[0]?.positions[0]?.position).toBe(30);
    tale.tell({ ...ends.thaw('c-1'), atUs: 9 * second });
    expect(at(tale, 9.1 * second).partitions[0]?.positions[0]?.position).toBe(40);
  });

  test('what the trace has said is counted once, duplicates as it says them', () => {
    const tale = pair().tell({ ...consumed('c-1', 0, 20, 7), atUs: 2 * second });
    expect(at(tale, 2 * second)).toMatchObject({ consumed: 40, duplicates: 7 });
    tale.tell({ ...consumed('c-1', 20, 30), atUs: 3 * second });
    tale.tell({ ...ends.kill('c-1'), atUs: 3 * second });
    expect(at(tale, 3 * second)).toMatchObject({ consumed: 60, duplicates: 7 });
    expect(at(tale, 3 * second).partitions[0]?.positions).toEqual([]);
  });

  test('[TOP-2] a deleted topic takes its offsets with it, and late news of them is none', () => {
    const tale = pair().tell({ ...committed(0, 20), atUs: 3 * second });
    tale.tell({ ...topicChanged('t', 0), atUs: 4 * second });
    expect(at(tale, 5 * second)).toMatchObject({ partitions: [], produced: 0, lag: 0 });
    tale.tell({ ...committed(1, 20), atUs: 4.5 * second });
    tale.tell({ ...topicChanged('t', 1), atUs: 5 * second });
    tale.tell({ ...committed(0, 20), atUs: 5 * second });
    expect(at(tale, 6 * second).partitions).toMatchObject([{ end: 10, committed: 0, lag: 10 }]);
    expect(tale.group().committed.size).toBe(0);
  });

  test('partitions that are added begin when they are', () => {
    const tale = pair().tell({ ...topicChanged('t', 3), atUs: 4 * second });
    expect(at(tale, 5 * second).partitions.map(({ end }) => end)).toEqual([50, 50, 10]);
  });
});
