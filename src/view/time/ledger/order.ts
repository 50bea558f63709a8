/** The rows of the ledger in the order in which they are shown. Pure. */
import { sortedRows } from '../../../trace/queries/ledger-columns.ts';
import { rowsAt } from '../../../trace/queries/ledger-row.ts';
import type { RebalanceRow } from '../../../trace/queries/ledger-row.ts';
import type { LedgerSort } from '../view-state.ts';

/**
 * Those that had begun by `atUs`, sorted as they stood then. What began later but has been seen has
 * only its time: by that it is sorted in, else it comes last.
 */
export function orderedRows(
  rows: readonly RebalanceRow[],
  { by, direction }: LedgerSort,
  { atUs, seenUs }: { readonly atUs: number; readonly seenUs: number },
): readonly RebalanceRow[] {
  const begun = rowsAt(rows, atUs);
  const later = rowsAt(rows, seenUs).slice(begun.length);
  const sorted = sortedRows(begun, by, direction, atUs);
  const isNewestFirst = by === 'started' && direction === 'down';
  return isNewestFirst ? [...later.toReversed(), ...sorted] : [...sorted, ...later];
}

/** A press on a head: another column begins upwards, the same one turns round. */
export function sortedBy({ by, direction }: LedgerSort, column: string): LedgerSort {
  return { by: column, direction: by === column && direction === 'up' ? 'down' : 'up' };
}

export function hasBegun({ startedAtUs }: RebalanceRow, atUs: number): boolean {
  return startedAtUs <= atUs;
}

/** The rebalance that the playhead stands in: begun, and not over. */
export function isCurrent(row: RebalanceRow, atUs: number): boolean {
  return hasBegun(row, atUs) && (row.endedAtUs ?? Infinity) > atUs;
}
