import { describe, expect, test } from 'vitest';
import { experimentOf, groupOf, run } from '../../simulation/testing.ts';
import { ledgerColumns, sortedRows } from './ledger-columns.ts';
import type { RebalanceRow } from './ledger-row.ts';
import { ledgerCsv, ledgerMarkdown } from './ledger-text.ts';
import { LedgerCollector } from './ledger.ts';

const topics = [{ name: 'orders', partitions: 6, recordsPerSecond: 20 }];
const { trace } = run(
  experimentOf({
    seed: 3,
    scenario: groupOf(3, {}, { topics }),
    commands: [{ atMs: 6500, do: 'kill', target: 'c-2' }],
  }),
  12_000,
);
const ledger = new LedgerCollector();
for (let seq = 0; seq < trace.length; seq++) ledger.take(trace, seq, trace.kind(seq));
const rows = ledger.rowsOf('billing');
const death = rows.at(-1) as RebalanceRow;
const endUs = 12_000_000;

const textOf = (id: string, atUs: number) =>
  ledgerColumns.find((column) => column.id === id)?.text(death, atUs);

describe('the columns of the ledger', () => {
  test('[TRIG-2] a death: from the action to the generation, what moved and what had to', () => {
    expect(textOf('cause', endUs)).toBe('you: kill c-2');
    expect(textOf('trigger', endUs)).toBe('TRIG-2 c-2');
    expect(textOf('left', endUs)).toBe('c-2');
    expect(textOf('joined', endUs)).toBe('');
    expect(textOf('outcome', endUs)).toBe('completed');
    expect(Number(textOf('least', endUs))).toBe(2);
    expect(Number(textOf('moved', endUs))).toBeGreaterThanOrEqual(2);
    expect(Number(textOf('unread', endUs))).toBeGreaterThan(1);
    expect(Number(textOf('duplicates', endUs))).toBeGreaterThan(0);
    const phases = ['detectUs', 'waitUs', 'writeUs', 'answerUs'].map((id) => textOf(id, endUs));
    for (const lasted of phases) expect(Number(lasted)).toBeGreaterThan(0);
  });

  test('while it runs it tells nothing of its end', () => {
    const atUs = death.startedAtUs + 1;
    expect(textOf('outcome', atUs)).toBe('running');
    for (const id of ['generation', 'left', 'moved', 'least', 'duplicates', 'writeUs']) {
      expect([id, textOf(id, atUs)]).toEqual([id, '']);
    }
    expect(textOf('waitUs', atUs)).toBe('0.000001');
    expect(Number(textOf('unread', atUs))).toBeGreaterThan(1);
  });

  test('sorted by any column, either way; what tells nothing comes last', () => {
    const up = sortedRows(rows, 'started', 'up', endUs);
    expect(up).toEqual(rows);
    expect(sortedRows(rows, 'started', 'down', endUs)).toEqual(rows.toReversed());
    expect(sortedRows(rows, 'left', 'up', endUs)[0]).toBe(death);
    expect(sortedRows(rows, 'left', 'down', endUs)[0]).toBe(death);
    expect(sortedRows(rows, 'no such column', 'down', endUs)).toBe(rows);
    for (const { id, value } of ledgerColumns) {
      const values = sortedRows(rows, id, 'up', endUs).map((row) => value(row, endUs));
      const told = values.flatMap((one) => (one === null || one === '' ? [] : [one]));
      expect(values.slice(0, told.length)).toEqual(told);
      expect(told).toEqual(told.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }
  });
});

describe('the ledger as text', () => {
  test('Markdown and CSV have a line for each rebalance that had begun', () => {
    expect(ledgerMarkdown(rows, endUs).trimEnd().split('\n')).toHaveLength(rows.length + 2);
    expect(ledgerCsv(rows, endUs).trimEnd().split('\r\n')).toHaveLength(rows.length + 1);
    const earlier = ledgerCsv(rows, death.startedAtUs - 1)
      .trimEnd()
      .split('\r\n');
    expect(earlier).toHaveLength(rows.length);
  });

  test('titles have their units; times are seconds to the microsecond', () => {
    const [titles = '', ...lines] = ledgerCsv(rows, endUs).split('\r\n');
    expect(titles.split(',').slice(0, 3)).toEqual(['Started at (s)', 'Generation', 'Outcome']);
    expect(titles).toContain('Nobody read (partition-seconds)');
    expect(lines[rows.length - 1]).toMatch(new RegExp(`^${death.startedAtUs / 1e6},`));
  });

  test('a name that is a formula, or has pipes, is only a name', () => {
    const odd: RebalanceRow = {
      ...death,
      left: [{ member: 'm', consumer: '=HYPERLINK("x")' }],
      coordinator: 'a|b\nc',
    };
    expect(ledgerCsv([odd], endUs)).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(ledgerMarkdown([odd], endUs)).toContain('| a\\|b<br>c |');
  });
});
