/** The columns of the ledger: one table from which the page, Markdown and CSV are made. Pure. */
import { seconds } from '../describe-words.ts';
import { duplicatesAt, outcomeAt, phasesAt, unreadAt } from './ledger-row.ts';
import type { Member, Phases, RebalanceRow } from './ledger-row.ts';

/** What a value counts: nothing is words, `us` are microseconds of which the text has seconds. */
export type ColumnUnit = '' | 's' | 'partitions' | 'partition-seconds' | 'records';

export interface LedgerColumn {
  readonly id: string;
  readonly title: string;
  readonly unit: ColumnUnit;
  /** To sort by, as it stood at a moment: whole numbers (of times, microseconds), or words. */
  readonly value: (row: RebalanceRow, atUs: number) => number | string | null;
  /** To be shown, without the unit; empty where there is nothing to tell yet. */
  readonly text: (row: RebalanceRow, atUs: number) => string;
}

type Count = (row: RebalanceRow, atUs: number) => number | null;
type Words = (row: RebalanceRow, atUs: number) => string;

function timed(id: string, title: string, unit: ColumnUnit, value: Count): LedgerColumn {
  const text: Words = (row, atUs) => {
    const us = value(row, atUs);
    return us === null ? '' : seconds(us);
  };
  return { id, title, unit, value, text };
}

function counted(id: string, title: string, unit: ColumnUnit, value: Count): LedgerColumn {
  return { id, title, unit, value, text: (row, atUs) => String(value(row, atUs) ?? '') };
}

function worded(id: string, title: string, text: Words): LedgerColumn {
  return { id, title, unit: '', value: text, text };
}

/** Of a rebalance that had completed by then; what it made is not told before. */
function made<T>(of: (row: RebalanceRow, atUs: number) => T) {
  return (row: RebalanceRow, atUs: number): T | null =>
    outcomeAt(row, atUs) === 'completed' ? of(row, atUs) : null;
}

const phase = (id: keyof Phases, title: string) =>
  timed(id, title, 's', (row, atUs) => phasesAt(row, atUs)[id]);

const names = (of: (row: RebalanceRow) => readonly Member[]) => {
  const text = made((row) =>
    of(row)
      .map(({ consumer }) => consumer)
      .join(', '),
  );
  return (row: RebalanceRow, atUs: number) => text(row, atUs) ?? '';
};

/** In the order in which they stand. */
export const ledgerColumns: readonly LedgerColumn[] = [
  timed('started', 'Started at', 's', ({ startedAtUs }) => startedAtUs),
  counted(
    'generation',
    'Generation',
    '',
    made(({ generation }) => generation),
  ),
  worded('outcome', 'Outcome', outcomeAt),
  worded('trigger', 'Trigger', triggerAt),
  worded('cause', 'First cause', ({ firstCause }) => firstCause),
  worded(
    'joined',
    'Joined',
    names(({ joined }) => joined),
  ),
  worded(
    'left',
    'Left',
    names(({ left }) => left),
  ),
  phase('detectUs', 'Detect'),
  phase('waitUs', 'Wait'),
  phase('writeUs', 'Write'),
  phase('answerUs', 'Answer'),
  counted(
    'moved',
    'Moved',
    'partitions',
    made(({ moved }) => moved),
  ),
  counted(
    'least',
    'Had to move',
    'partitions',
    made(({ leastMoved }) => leastMoved),
  ),
  timed('unread', 'Nobody read', 'partition-seconds', unreadAt),
  counted('duplicates', 'Read again', 'records', made(duplicatesAt)),
  worded('coordinator', 'Coordinator', ({ coordinator }) => coordinator),
];

/** The first trigger, and those that had joined it by then: `TRIG-2 c-2, TRIG-1 c-4`. */
function triggerAt({ trigger, subjectName, further }: RebalanceRow, atUs: number): string {
  const all = [`${trigger} ${subjectName}`];
  for (const one of further) if (one.atUs <= atUs) all.push(`${one.trigger} ${one.subjectName}`);
  return all.join(', ');
}

/**
 * The rows by a column, as they stood at a moment; of equal ones the earlier comes first, and what
 * has nothing to tell comes last, whichever way. A column that is not there leaves them as they are.
 */
export function sortedRows(
  rows: readonly RebalanceRow[],
  column: string,
  direction: 'up' | 'down',
  atUs: number,
): readonly RebalanceRow[] {
  const value = ledgerColumns.find(({ id }) => id === column)?.value;
  if (!value) return rows;
  const sign = direction === 'up' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: value(row, atUs) }));
  return keyed.toSorted((a, b) => compare(a.key, b.key, sign)).map(({ row }) => row);
}

type Key = number | string | null;

const isNothing = (key: Key) => key === null || key === '';

function compare(a: Key, b: Key, sign: number): number {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * (String(a) < String(b) ? -1 : Number(String(a) > String(b)));
}
