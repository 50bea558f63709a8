/** The ledger: a row for each rebalance of the group, as it stands at the playhead. */
import { activeRun } from '../../../store/playground.ts';
import { litNow } from '../../lit.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { rowsAt } from '../../../trace/queries/ledger-row.ts';
import type { RebalanceRow } from '../../../trace/queries/ledger-row.ts';
import type { Ancestors } from '../../../trace/why/ancestors.ts';
import { MomentTable } from '../axis/moment-table.tsx';
import type { MomentHead, MomentRow } from '../axis/moment-table.tsx';
import { timeView, useTimeView } from '../view-state.ts';
import type { LedgerSort } from '../view-state.ts';
import { pageColumns } from './columns.tsx';
import type { CellAt, PageColumn } from './columns.tsx';
import { hasBegun, isCurrent, orderedRows, sortedBy } from './order.ts';
import { scaleOf } from './phases.ts';
import { useLedger } from './use-ledger.ts';
import './ledger.css';

const startedColumn: Pick<PageColumn, 'by' | 'head'> = {
  by: 'started',
  head: { name: 'Started at' },
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

interface Shown extends CellAt {
  readonly selected: number | null;
  /** The why-chain that is lit. */
  readonly lit: Ancestors | null;
}

function momentRow(row: RebalanceRow, shown: Shown): MomentRow {
  const { atUs, selected, lit } = shown;
  const { startedSeq: seq, startedAtUs } = row;
  const begun = hasBegun(row, atUs);
  return {
    key: String(seq),
    atUs: startedAtUs,
    seq,
    selection: { kind: 'event', seq },
    cells: begun ? pageColumns.map(({ cell }) => cell(row, shown)) : nothingYet,
    isLit: selected === seq || isCurrent(row, atUs),
    isFaint: !begun || !(lit?.events.has(seq) ?? true),
  };
}

export function LedgerView() {
  const store = usePlaygroundStore();
  const { rows, atUs, seenUs, unread } = useLedger();
  const sort = useTimeView((view) => view.ledgerSort);
  const group = usePlayground((state) => state.group);
  const selected = usePlayground(({ selection }) =>
    selection?.kind === 'event' ? selection.seq : null,
  );
  const { trace } = activeRun(store.getState());
  const ordered = orderedRows(rows, sort, { atUs, seenUs });
  const begun = rowsAt(rows, atUs);
  const lit = litNow(store.getState());
  const shown = { trace, atUs, scaleUs: scaleOf(begun, atUs), selected, lit };
  const rowAt = (index: number) => {
    const row = ordered[index];
    return row ? momentRow(row, shown) : { key: String(index), atUs: 0, cells: [] };
  };
  const last = begun.at(-1);
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
        followed={sort.by === 'started' && last ? ordered.indexOf(last) : undefined}
      />
    </div>
  );
}
