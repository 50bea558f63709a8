/**
 * Who held which partition when: a row for each partition under the group's generation bands. The
 * bars are on a canvas; labels, and the table that stands in for it, are elements.
 */
import { useEffect, useRef, useState } from 'react';
import { activeRun } from '../../store/playground.ts';
import { selectsPartition } from '../../store/selection.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import { usePlayground, usePlaygroundStore, useFrame, useTheme } from '../context.tsx';
import { axisHeight, bandHeight, drawOwnership } from './draw-ownership.ts';
import { timeIndexOf } from './index-of.ts';
import { rowsSeen } from './rows.ts';
import { PartitionLabels } from './partition-labels.tsx';
import { usePen, useSize } from './use-canvas.ts';
import { usePlotPointer } from './use-plot-pointer.ts';
import type { SharedWindow } from './use-time-window.ts';
import { momentWords } from './words.ts';

/** As high as there is room for, within limits; more rows than fit scroll. */
function rowHeightFor(height: number, rows: number): number {
  const room = height - bandHeight - axisHeight;
  return Math.min(26, Math.max(17, Math.floor(room / Math.max(1, rows))));
}

export function OwnershipView({ window }: { window: SharedWindow }) {
  const store = usePlaygroundStore();
  const theme = useTheme();
  const group = usePlayground((state) => state.group);
  const [rows, setRows] = useState<readonly PartitionSpans[]>([]);
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(plot);
  const rowHeight = rowHeightFor(size.height, rows.length);
  useFrame(() => {
    const now = rowsSeen(store.getState());
    if (now.length !== rows.length || now[0] !== rows[0]) setRows(now);
  });
  const pictureKey = () => {
    const { runId, cursor, selection, group: shown } = store.getState();
    const { trace, seenUs } = activeRun(store.getState());
    const scrollTop = scroller.current?.scrollTop ?? 0;
    const { fromUs, spanUs } = window.now();
    const key = [runId, cursor.atUs, seenUs, shown, fromUs, spanUs, scrollTop, rowHeight];
    return `${key.join()}|${rows.length}|${trace.length}|${JSON.stringify(selection)}`;
  };
  const canvas = usePen(size, pictureKey, (pen) => {
    const state = store.getState();
    const { selection, cursor } = state;
    const { trace, seenUs } = activeRun(state);
    const { bands } = timeIndexOf(trace);
    drawOwnership(pen, {
      ...size,
      window: window.now(),
      cursorUs: cursor.atUs,
      seenUs,
      rows,
      rowHeight,
      scrollTop: scroller.current?.scrollTop ?? 0,
      bands: bands.bandsOf(state.group),
      theme,
      isSelected: ({ topic, partition }) => selectsPartition(selection, topic, partition),
      selectedConsumer: selection?.kind === 'process' ? selection.process : null,
    });
  });
  const titleAt = (atUs: number, y: number) => {
    const state = store.getState();
    const { trace, seenUs } = activeRun(state);
    const inRows = y - bandHeight + (scroller.current?.scrollTop ?? 0);
    const row = y < bandHeight ? null : rows[Math.floor(inRows / rowHeight)];
    if (row === undefined) return '';
    return momentWords(row, timeIndexOf(trace).bands.bandsOf(state.group), atUs, seenUs);
  };
  usePlotPointer({ frame, plot, scroller, window, titleAt });
  useScrollToSelected(scroller, rows, rowHeight);
  return (
    <div className="ownership" ref={frame}>
      <div className="plot" ref={plot}>
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} aria-hidden />
      </div>
      <p className="band-label" style={{ height: bandHeight }} title={`Group ${group}`}>
        {group}
      </p>
      <div className="rows" ref={scroller} style={{ bottom: axisHeight, top: bandHeight }}>
        <PartitionLabels rows={rows} rowHeight={rowHeight} scroller={scroller} />
      </div>
    </div>
  );
}

/** A partition, or the first of a topic, that is selected elsewhere comes into view. */
function useScrollToSelected(
  scroller: React.RefObject<HTMLDivElement | null>,
  rows: readonly PartitionSpans[],
  rowHeight: number,
): void {
  const selection = usePlayground((state) => state.selection);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const row = rows.findIndex((one) => selectsPartition(selection, one.topic, one.partition));
    if (row < 0) return;
    const top = row * rowHeight;
    const lowest = top + rowHeight - element.clientHeight;
    const { scrollTop } = element;
    if (top < scrollTop) element.scrollTo({ top });
    else if (lowest > scrollTop) element.scrollTo({ top: lowest });
  }, [scroller, selection, rows, rowHeight]);
}
