/** The ledger as text that is pasted elsewhere, as it stood at a moment. Pure. */
import { ledgerColumns } from './ledger-columns.ts';
import type { LedgerColumn } from './ledger-columns.ts';
import { rowsAt } from './ledger-row.ts';
import type { RebalanceRow } from './ledger-row.ts';
import { csvTable, markdownTable } from './table-text.ts';
import type { Cell, TextTable } from './table-text.ts';

/** The rows that had begun by `atUs`, in the order given, as a Markdown table. */
export function ledgerMarkdown(rows: readonly RebalanceRow[], atUs: number): string {
  return markdownTable(tableOf(rows, atUs));
}

/** The same as CSV (RFC 4180), in which no cell is a formula. */
export function ledgerCsv(rows: readonly RebalanceRow[], atUs: number): string {
  return csvTable(tableOf(rows, atUs));
}

function tableOf(rows: readonly RebalanceRow[], atUs: number): TextTable {
  return {
    titles: ledgerColumns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`)),
    rows: rowsAt(rows, atUs).map((row) => ledgerColumns.map((column) => cellOf(column, row, atUs))),
  };
}

/** Times in seconds, exact to the microsecond. */
function cellOf({ unit, value }: LedgerColumn, row: RebalanceRow, atUs: number): Cell {
  const own = value(row, atUs);
  const isTime = unit === 's' || unit === 'partition-seconds';
  return typeof own === 'number' && isTime ? own / 1e6 : own;
}
