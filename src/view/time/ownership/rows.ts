/** The rows of the ownership view. */
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { PartitionSpans } from '../../../trace/queries/ownership.ts';
import { timeIndexOf } from '../index-of.ts';

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
