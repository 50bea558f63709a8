/** [OFF-2] The lag view as a table: each partition at the playhead. */
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { PartitionSpans } from '../../../trace/queries/ownership.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { MomentTable } from '../axis/moment-table.tsx';
import type { MomentHead, MomentRow } from '../axis/moment-table.tsx';
import { timeIndexOf } from '../index-of.ts';
import { usePartitionRows } from '../partition-rows.ts';

const heads: readonly MomentHead[] = [
  { name: 'Last commit' },
  { name: 'Partition' },
  { name: 'Records not committed', isNumber: true },
];

export function LagTable() {
  const store = usePlaygroundStore();
  const rows = usePartitionRows();
  usePlayground(renewal);
  const rowAt = (index: number): MomentRow => {
    const row = rows[index];
    return row ? lagRow(store.getState(), row) : { key: String(index), atUs: 0, cells: [] };
  };
  return (
    <MomentTable
      caption="Lag of each partition at the playhead"
      heads={heads}
      count={rows.length}
      rowAt={rowAt}
      empty="The group knows of no partition yet."
    />
  );
}

/** With every move while time stands; while it plays, as often as one can read. */
function renewal({ cursor, runId, group, playing }: Playground): string {
  return `${runId} ${group} ${playing ? Math.floor(cursor.atUs / 500_000) : cursor.atUs}`;
}

function lagRow(state: Playground, { key, topic, partition }: PartitionSpans): MomentRow {
  const { cursor, group } = state;
  const { lags } = timeIndexOf(activeRun(state).trace);
  const atUs = Math.floor(cursor.atUs);
  const lag = lags.lagAt(group, topic, partition, atUs);
  const cells = [`${topic} ${partition}`, lag.toLocaleString('en')];
  return {
    key,
    atUs: lags.lastChangeUs(group, topic, partition, atUs) ?? 0,
    cells,
    selection: { kind: 'partition', topic, partition },
  };
}
