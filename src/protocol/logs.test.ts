import { describe, expect, it } from 'vitest';
import { changedLog, endOffset, positionAt, recordsIn } from './logs.ts';

const second = 1_000_000;
const log = changedLog(undefined, { topic: 't', partitions: 2, recordsPerSecond: 3 }, second);

describe('[OFF-2] a log', () => {
  it('grows by whole records, exactly, also over a week at a million a second', () => {
    expect(endOffset(log, 0, second)).toBe(0);
    expect(endOffset(log, 0, second + 333_333)).toBe(0);
    expect(endOffset(log, 0, second + 333_334)).toBe(1);
    expect(recordsIn(604_800 * second + 1, 1_000_000)).toBe(604_800_000_001);
  });

  it('begins anew for partitions that are added, and is empty beyond them', () => {
    const grown = changedLog(log, { topic: 't', partitions: 3, recordsPerSecond: 3 }, 3 * second);
    expect([0, 1, 2, 3].map((n) => endOffset(grown, n, 4 * second))).toEqual([9, 9, 3, 0]);
    expect(changedLog(log, { topic: 't', partitions: 0, recordsPerSecond: 3 }, 0)).toBeUndefined();
    expect(endOffset(undefined, 0, second)).toBe(0);
  });
});

describe('[OFF-2] a position', () => {
  const from = { offset: 5, atUs: second };

  it('shares the rate of its consumer among the partitions, and stops at the end of the log', () => {
    expect(positionAt(from, 100, 4, 1000, 2 * second)).toBe(30);
    expect(positionAt(from, 100, 4, 20, 2 * second)).toBe(20);
    expect(positionAt(from, 0, 4, 1000, 9 * second)).toBe(5);
    expect(positionAt(from, 100, 4, 0, 2 * second)).toBe(5);
  });

  it('is the same whichever moments it is asked for in between', () => {
    const end = (nowUs: number) => endOffset(log, 0, nowUs);
    const straight = positionAt({ offset: 0, atUs: second }, 7, 3, end(9 * second), 9 * second);
    let between = 0;
    for (let atUs = second; atUs <= 9 * second; atUs += 100_001) {
      const next = positionAt({ offset: 0, atUs: second }, 7, 3, end(atUs), atUs);
      expect(next).toBeGreaterThanOrEqual(between);
      between = next;
    }
    expect(straight).toBeGreaterThanOrEqual(between);
    expect(straight).toBe(18);
  });
});
