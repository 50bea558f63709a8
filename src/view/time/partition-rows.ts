/** The rows of pictures that have one for each partition: which, how high, named how. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { oncePer } from '../../lib/once-per.ts';
import { activeRun } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import type { PartitionKey } from '../../trace/world.ts';
import { selectsPartition } from '../../store/selection.ts';
import type { Selection } from '../../store/selection.ts';
import { useFrame, usePlayground, usePlaygroundStore } from '../context.tsx';
import type { ScrolledPlot } from './axis/plot-now.ts';
import type { RowLabel } from './axis/row-labels.tsx';
import type { Pen } from './axis/use-canvas.ts';
import { timeIndexOf } from './index-of.ts';

/** Partitions of the group that are known at the furthest moment seen. */
export function rowsSeen(state: Playground): readonly PartitionSpans[] {
  const { trace, seenUs } = activeRun(state);
  const rows = timeIndexOf(trace).ownership.partitionsOf(state.group);
  if (newestOf(rows) <= seenUs) return rows;
  return rows.filter(({ sinceUs }) => sinceUs <= seenUs);
}

/** When the last of them became known; asked for in every frame, and the same for the same list. */
const newestOf = oncePer((rows: readonly PartitionSpans[]) =>
  rows.reduce((latest, { sinceUs }) => Math.max(latest, sinceUs), 0),
);

/** The rows seen, as a list that is another only where they are others. */
export function usePartitionRows(): readonly PartitionSpans[] {
  const store = usePlaygroundStore();
  const [rows, setRows] = useState<readonly PartitionSpans[]>([]);
  useFrame(() => {
    const now = rowsSeen(store.getState());
    if (now.length !== rows.length || now[0] !== rows[0]) setRows(now);
  });
  return rows;
}

/** As high as there is room for, within limits; more rows than fit scroll. */
export function rowHeightFor(
  height: number,
  rows: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  return Math.min(most, Math.max(least, Math.floor(height / Math.max(1, rows))));
}

/** Their names; the same list for the same rows. */
export const labelsOf = oncePer((rows: readonly PartitionSpans[]): readonly RowLabel[] =>
  rows.map(({ key, topic, partition }) => {
    const selection: Selection = { kind: 'partition', topic, partition };
    return { key, name: topic, number: partition, selection };
  }),
);

/** What all pictures with a row for each partition draw from. */
export interface PartitionPicture extends ScrolledPlot {
  readonly rows: readonly PartitionSpans[];
  readonly rowHeight: number;
  /** Whether a row is selected, by itself or with its topic. */
  readonly isSelected: (row: PartitionSpans) => boolean;
  /** The partitions that are lit; null: all of them are. */
  readonly chain: ReadonlySet<PartitionKey> | null;
}

/** The ground of the rows that are selected. */
export function drawSelectedRows({ context, ink }: Pen, picture: PartitionPicture): void {
  const { rows, rowHeight, scrollTop, height, width, isSelected } = picture;
  const first = Math.floor(scrollTop / rowHeight);
  const seen = rows.slice(first, Math.ceil((scrollTop + height) / rowHeight));
  context.fillStyle = ink.raised;
  for (const [index, row] of seen.entries()) {
    if (!isSelected(row)) continue;
    context.fillRect(0, (first + index) * rowHeight - scrollTop, width, rowHeight);
  }
}

/** Of a selection: whether it is a row's partition, or the topic of that. */
export function selectedRows(selection: Selection | null) {
  return ({ topic, partition }: PartitionSpans) => selectsPartition(selection, topic, partition);
}

/** A partition, or the first of a topic, that is selected elsewhere comes into view. */
export function useScrollTo(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly PartitionSpans[],
  rowHeight: number,
): void {
  const selection = usePlayground((state) => state.selection);
  useScrollToRow(scroller, rows.findIndex(selectedRows(selection)), rowHeight);
}

/** A row comes into view when it becomes another; -1: none does. */
export function useScrollToRow(
  scroller: RefObject<HTMLElement | null>,
  row: number,
  rowHeight: number,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (row < 0 || !element) return;
    const top = row * rowHeight;
    const lowest = top + rowHeight - element.clientHeight;
    const { scrollTop } = element;
    if (top < scrollTop) element.scrollTo({ top });
    else if (lowest > scrollTop) element.scrollTo({ top: lowest });
  }, [scroller, row, rowHeight]);
}
