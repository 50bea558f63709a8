/**
 * Who held which partition when: a row for each partition. The bars are on a canvas; labels, and the
 * table that stands in for it, are elements.
 */
import { useEffect, useState } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { PartitionSpans } from '../../../trace/queries/ownership.ts';
import { usePlayground, usePlaygroundStore, useFrame, useTheme } from '../../context.tsx';
import { AxisPlot, usePlotRefs } from '../axis/axis-plot.tsx';
import type { PlotPoint } from '../axis/plot-now.ts';
import { momentWords } from '../words.ts';
import { drawOwnership } from './draw-ownership.ts';
import { PartitionLabels } from './partition-labels.tsx';
import { rowsSeen } from './rows.ts';

/** As high as there is room for, within limits; more rows than fit scroll. */
function rowHeightFor(height: number, rows: number): number {
  return Math.min(26, Math.max(17, Math.floor(height / Math.max(1, rows))));
}

export function OwnershipView() {
  const store = usePlaygroundStore();
  const theme = useTheme();
  const [rows, setRows] = useState<readonly PartitionSpans[]>([]);
  const refs = usePlotRefs();
  const { scroller } = refs;
  const rowHeight = rowHeightFor(refs.size.height, rows.length);
  useFrame(() => {
    const now = rowsSeen(store.getState());
    if (now.length !== rows.length || now[0] !== rows[0]) setRows(now);
  });
  const titleAt = ({ atUs, y }: PlotPoint, state: Playground) => {
    const row = rows[Math.floor(y / rowHeight)];
    return row ? momentWords(row, atUs, activeRun(state).seenUs) : '';
  };
  useScrollToSelected(scroller, rows, rowHeight);
  return (
    <AxisPlot
      refs={refs}
      className="ownership"
      labels={<PartitionLabels rows={rows} rowHeight={rowHeight} scroller={scroller} />}
      keyOf={() => `${rows.length} ${rowHeight}`}
      draw={(pen, plot, { selection }) => {
        const selectedRow = selection?.kind === 'partition' ? rowOf(rows, selection) : -1;
        const selectedConsumer = selection?.kind === 'process' ? selection.process : null;
        drawOwnership(pen, { ...plot, rows, rowHeight, theme, selectedRow, selectedConsumer });
      }}
      titleAt={titleAt}
    />
  );
}

interface PartitionName {
  readonly topic: string;
  readonly partition: number;
}

function rowOf(rows: readonly PartitionSpans[], { topic, partition }: PartitionName): number {
  return rows.findIndex((row) => row.topic === topic && row.partition === partition);
}

/** A partition that is selected elsewhere comes into view. */
function useScrollToSelected(
  scroller: React.RefObject<HTMLDivElement | null>,
  rows: readonly PartitionSpans[],
  rowHeight: number,
): void {
  const selection = usePlayground((state) => state.selection);
  useEffect(() => {
    const element = scroller.current;
    if (selection?.kind !== 'partition' || !element) return;
    const row = rowOf(rows, selection);
    if (row < 0) return;
    const top = row * rowHeight;
    const lowest = top + rowHeight - element.clientHeight;
    const { scrollTop } = element;
    if (top < scrollTop) element.scrollTo({ top });
    else if (lowest > scrollTop) element.scrollTo({ top: lowest });
  }, [scroller, selection, rows, rowHeight]);
}
