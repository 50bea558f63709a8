/** The rows of pictures that have one for each partition: which, how high, named how. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { activeRun } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import type { Selection } from '../../store/selection.ts';
import { useFrame, usePlayground, usePlaygroundStore } from '../context.tsx';
import type { RowLabel } from './axis/row-labels.tsx';
import { timeIndexOf } from './index-of.ts';

/** Partitions of the group that are known at the furthest moment seen. */
export function rowsSeen(state: Playground): readonly PartitionSpans[] {
  const { trace, seenUs } = activeRun(state);
  const rows = timeIndexOf(trace).ownership.partitionsOf(state.group);
  if (newestOf(rows) <= seenUs) return rows;
  return rows.filter(({ sinceUs }) => sinceUs <= seenUs);
}

const newest = new WeakMap<readonly PartitionSpans[], number>();

/** When the last of them became known; asked for in every frame, and the same for the same list. */
function newestOf(rows: readonly PartitionSpans[]): number {
  const known = newest.get(rows);
  if (known !== undefined) return known;
  const atUs = rows.reduce((latest, { sinceUs }) => Math.max(latest, sinceUs), 0);
  newest.set(rows, atUs);
  return atUs;
}

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

const labels = new WeakMap<readonly PartitionSpans[], readonly RowLabel[]>();

/** Their names; the same list for the same rows. */
export function labelsOf(rows: readonly PartitionSpans[]): readonly RowLabel[] {
  let list = labels.get(rows);
  if (!list) {
    list = rows.map(({ key, topic, partition }) => {
      const selection: Selection = { kind: 'partition', topic, partition };
      return { key, name: topic, number: partition, selection };
    });
    labels.set(rows, list);
  }
  return list;
}

/** The place of the selected partition, -1 where none of them is. */
export function rowOf(rows: readonly PartitionSpans[], selection: Selection | null): number {
  if (selection?.kind !== 'partition') return -1;
  const { topic, partition } = selection;
  return rows.findIndex((row) => row.topic === topic && row.partition === partition);
}

/** A partition that is selected elsewhere comes into view. */
export function useScrollTo(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly PartitionSpans[],
  rowHeight: number,
): void {
  const selection = usePlayground((state) => state.selection);
  useEffect(() => {
    const row = rowOf(rows, selection);
    const element = scroller.current;
    if (row < 0 || !element) return;
    const top = row * rowHeight;
    const lowest = top + rowHeight - element.clientHeight;
    const { scrollTop } = element;
    if (top < scrollTop) element.scrollTo({ top });
    else if (lowest > scrollTop) element.scrollTo({ top: lowest });
  }, [scroller, selection, rows, rowHeight]);
}
