/** The rows of the ownership view. */
import { activeRun } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import { timeIndexOf } from './index-of.ts';

/** Partitions of the group that are known at the furthest moment seen. */
export function rowsSeen(state: Playground): readonly PartitionSpans[] {
  const { trace, seenUs } = activeRun(state);
  const rows = timeIndexOf(trace).ownership.partitionsOf(state.group);
  return rows.every(({ sinceUs }) => sinceUs <= seenUs)
    ? rows
    : rows.filter(({ sinceUs }) => sinceUs <= seenUs);
}
