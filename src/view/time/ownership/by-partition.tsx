/** Ownership with a row for each partition. */
import { activeRun } from '../../../store/playground.ts';
import { litNow } from '../../lit.ts';
import { useTheme } from '../../context.tsx';
import { AxisPlot, usePlotRefs } from '../axis/axis-plot.tsx';
import { RowLabels } from '../axis/row-labels.tsx';
import {
  labelsOf,
  rowHeightFor,
  selectedRows,
  usePartitionRows,
  useScrollTo,
} from '../partition-rows.ts';
import { momentWords } from '../words.ts';
import { drawOwnership } from './draw-ownership.ts';

export function ByPartition() {
  const theme = useTheme();
  const refs = usePlotRefs();
  const rows = usePartitionRows();
  const rowHeight = rowHeightFor(refs.size.height, rows.length, { least: 17, most: 26 });
  useScrollTo(refs.scroller, rows, rowHeight);
  return (
    <AxisPlot
      refs={refs}
      className="ownership"
      rows={rows}
      labels={
        <RowLabels
          label="Partitions"
          rows={labelsOf(rows)}
          rowHeight={rowHeight}
          scroller={refs.scroller}
        />
      }
      keyOf={() => String(rowHeight)}
      draw={(pen, plot, state) => {
        const { selection } = state;
        const chain = litNow(state)?.partitions ?? null;
        const isSelected = selectedRows(selection);
        const selectedConsumer = selection?.kind === 'process' ? selection.process : null;
        const lights = { isSelected, selectedConsumer, chain };
        drawOwnership(pen, { ...plot, rows, rowHeight, theme, ...lights });
      }}
      titleAt={({ atUs, y }, state) => {
        const row = rows[Math.floor(y / rowHeight)];
        return row ? momentWords(row, atUs, activeRun(state).seenUs) : '';
      }}
      pickAt={({ y }) => {
        const row = rows[Math.floor(y / rowHeight)];
        return row ? { kind: 'partition', topic: row.topic, partition: row.partition } : null;
      }}
    />
  );
}
