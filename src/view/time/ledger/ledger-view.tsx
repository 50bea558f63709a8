/** The ledger: a row for each rebalance of the group, as it stands at the playhead. */
import { activeRun } from '../../../store/playground.ts';
import { litNow } from '../../lit.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import type { RebalanceRow } from '../../../trace/queries/ledger-row.ts';
import { MomentTable } from '../axis/moment-table.tsx';
import type { MomentHead, MomentRow } from '../axis/moment-table.tsx';
import { timeView, useTimeView } from '../view-state.ts';
import type { LedgerSort } from '../view-state.ts';
import { pageColumns } from './columns.tsx';
import type { PageColumn } from './columns.tsx';
import { isCurrent, orderedRows, sortedBy } from './order.ts';
import { scaleOf } from './phases.ts';
import { useLedger } from './use-ledger.ts';
import './ledger.css';

const startedColumn: Pick<PageColumn, 'by' | 'head'> = {
  by: 'started',
  head: { name: 'Began at' },
};

function headsFor(sort: LedgerSort): readonly MomentHead[] {
  return [startedColumn, ...pageColumns].map(({ by, head }) => {
    if (by === null) return head;
    const direction = sort.direction === 'up' ? 'ascending' : 'descending';
    return {
      ...head,
      sorted: sort.by === by ? direction : 'none',
      sort: () => timeView.setState({ ledgerSort: sortedBy(sort, by) }),
    };
  });
}

/** What only began later has nothing to tell but that. */
const nothingYet = pageColumns.map((_, place) => (place === 0 ? 'later than the playhead' : ''));

export function LedgerView() {
  const store = usePlaygroundStore();
  const { rows, atUs, seenUs, unread } = useLedger();
  const sort = useTimeView((view) => view.ledgerSort);
  const group = usePlayground((state) => state.group);
  const selection = usePlayground((state) => state.selection);
  const ordered = orderedRows(rows, sort, { atUs, seenUs });
  const { trace } = activeRun(store.getState());
  const lit = litNow(store.getState());
  const at = { trace, atUs, scaleUs: scaleOf(rows.filter(hasBegun), atUs) };
  function hasBegun({ startedAtUs }: RebalanceRow): boolean {
    return startedAtUs <= atUs;
  }
  const rowAt = (index: number): MomentRow => {
    const row = ordered[index];
    if (!row) return { key: String(index), atUs: 0, cells: [] };
    const seq = row.startedSeq;
    const isSelected = selection?.kind === 'event' && selection.seq === seq;
    const isOutside = lit !== null && !lit.events.has(seq);
    return {
      key: String(seq),
      atUs: row.startedAtUs,
      seq,
      selection: { kind: 'event', seq },
      cells: hasBegun(row) ? pageColumns.map(({ cell }) => cell(row, at)) : nothingYet,
      isLit: isSelected || isCurrent(row, atUs),
      isFaint: !hasBegun(row) || isOutside,
    };
  };
  const current = ordered.findLastIndex(hasBegun);
  const isReading = unread > 0;
  return (
    <div className="ledger" aria-busy={isReading}>
      {isReading ? (
        <p className="hint reading">Reading the run: {Math.floor(100 * (1 - unread))} %</p>
      ) : null}
      <MomentTable
        caption={`Rebalances of group ${group} as they stand at the playhead`}
        heads={headsFor(sort)}
        count={ordered.length}
        rowAt={rowAt}
        empty={isReading ? '' : `Group ${group} has not rebalanced yet.`}
        follow={sort.by === 'started' && current >= 0 ? current : undefined}
      />
    </div>
  );
}
