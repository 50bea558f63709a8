/** A picture with a row for each partition: a press there selects the partition. */
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import type { Playground } from '../../store/playground.ts';
import { litNow } from '../lit.ts';
import { AxisPlot, usePlotRefs } from './axis/axis-plot.tsx';
import { RowLabels } from './axis/row-labels.tsx';
import type { Pen } from './axis/use-canvas.ts';
import {
  labelsOf,
  rowHeightFor,
  selectedRows,
  usePartitionRows,
  useScrollTo,
} from './partition-rows.ts';
import type { PartitionPicture } from './partition-rows.ts';

interface PartitionPlotProps {
  readonly className: string;
  readonly heights: { readonly least: number; readonly most: number };
  readonly draw: (pen: Pen, picture: PartitionPicture, state: Playground) => void;
  /** What a row's partition was at a moment, in words. */
  readonly titleOf: (row: PartitionSpans, atUs: number, state: Playground) => string;
}

export function PartitionPlot({ className, heights, draw, titleOf }: PartitionPlotProps) {
  const refs = usePlotRefs();
  const rows = usePartitionRows();
  const rowHeight = rowHeightFor(refs.size.height, rows.length, heights);
  useScrollTo(refs.scroller, rows, rowHeight);
  const rowAt = (y: number) => rows[Math.floor(y / rowHeight)];
  return (
    <AxisPlot
      refs={refs}
      className={className}
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
        const chain = litNow(state)?.partitions ?? null;
        const isSelected = selectedRows(state.selection);
        draw(pen, { ...plot, rows, rowHeight, isSelected, chain }, state);
      }}
      titleAt={({ atUs, y }, state) => {
        const row = rowAt(y);
        return row ? titleOf(row, atUs, state) : '';
      }}
      pickAt={({ y }) => {
        const row = rowAt(y);
        return row ? { kind: 'partition', topic: row.topic, partition: row.partition } : null;
      }}
    />
  );
}
