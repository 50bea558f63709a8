import { describe, expect, test } from 'vitest';
import { experimentOf, groupOf, run } from '../../../simulation/testing.ts';
import { LedgerIndex } from '../../../trace/queries/ledger-index.ts';
import { phasesAt } from '../../../trace/queries/ledger-row.ts';
import type { RebalanceRow } from '../../../trace/queries/ledger-row.ts';
import { isCurrent, orderedRows, sortedBy } from './order.ts';
import { phaseBars, scaleOf } from './phases.ts';

const topics = [{ name: 'orders', partitions: 6, recordsPerSecond: 20 }];
const { trace } = run(
  experimentOf({
    seed: 3,
    scenario: groupOf(3, {}, { topics }),
    commands: [{ atMs: 6500, do: 'kill', target: 'c-2' }],
  }),
  12_000,
);
const index = new LedgerIndex();
index.readOn(trace, Infinity);
const rows = index.rowsOf('billing');
const death = rows.at(-1) as RebalanceRow;
const endUs = 12_000_000;
const times = (some: readonly RebalanceRow[]) => some.map((row) => row.startedAtUs);

describe('the ledger read on', () => {
  test('bit by bit it is the same as at once', () => {
    const slow = new LedgerIndex();
    while (slow.length < trace.length) slow.readOn(trace, 37);
    expect(slow.rowsOf('billing')).toEqual(rows);
    expect(slow.length).toBe(trace.length);
  });
});

describe('the order of the rows', () => {
  const seen = { atUs: endUs, seenUs: endUs };
  const before = { atUs: death.startedAtUs - 1, seenUs: endUs };

  test('by time, either way, what lies beyond the playhead has its place', () => {
    const up = times(orderedRows(rows, { by: 'started', direction: 'up' }, before));
    expect(up).toEqual(times(rows));
    const down = times(orderedRows(rows, { by: 'started', direction: 'down' }, before));
    expect(down).toEqual(times(rows).toReversed());
  });

  test('by another column it comes last: nothing else of it is told', () => {
    const sort = { by: 'unread', direction: 'down' } as const;
    expect(orderedRows(rows, sort, seen)[0]).toBe(death);
    expect(orderedRows(rows, sort, before).at(-1)).toBe(death);
    expect(orderedRows(rows, sort, before)).toHaveLength(rows.length);
  });

  test('what has not been seen is not there', () => {
    const early = { atUs: 0, seenUs: death.startedAtUs - 1 };
    expect(orderedRows(rows, { by: 'started', direction: 'up' }, early)).not.toContain(death);
  });

  test('a head turns its own order round, and another begins upwards', () => {
    const first = sortedBy({ by: 'started', direction: 'up' }, 'moved');
    expect(first).toEqual({ by: 'moved', direction: 'up' });
    expect(sortedBy(first, 'moved')).toEqual({ by: 'moved', direction: 'down' });
    expect(sortedBy(sortedBy(first, 'moved'), 'moved')).toEqual(first);
  });

  test('the playhead stands in a rebalance from its start to its end', () => {
    const { startedAtUs, endedAtUs } = death;
    const at = [startedAtUs - 1, startedAtUs, (endedAtUs ?? 0) - 1, endedAtUs ?? 0];
    expect(at.map((atUs) => isCurrent(death, atUs))).toEqual([false, true, true, false]);
  });
});

describe('the bars of the phases', () => {
  test('the longest fills its bar, each phase by its share', () => {
    const scaleUs = scaleOf(rows, endUs);
    const percents = rows.map((row) =>
      phaseBars(row, endUs, scaleUs).reduce((sum, { percent }) => sum + percent, 0),
    );
    expect(Math.max(...percents)).toBeCloseTo(100, 6);
    const { waitUs } = phasesAt(death, endUs);
    const wait = phaseBars(death, endUs, scaleUs).find(({ phase }) => phase === 'waitUs');
    expect(wait?.percent).toBeCloseTo((100 * (waitUs ?? 0)) / scaleUs, 6);
  });

  test('a phase that has not begun has none', () => {
    const atUs = death.startedAtUs + 1;
    const phases = phaseBars(death, atUs, scaleOf([death], atUs)).map(({ phase }) => phase);
    expect(phases).toEqual(['detectUs', 'waitUs']);
  });
});
