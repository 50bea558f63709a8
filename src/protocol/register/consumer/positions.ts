/**
 * How far a consumer has read its partitions (OFF-2). It reads each that it holds at its rate divided
 * by their number, from an anchor: an offset at a moment. All anchors are set anew when that number
 * changes, at a thaw, and when a log that it reads changes its rate; at no other time, so that whoever
 * computes positions from the events of a trace gets the same ones.
 */
import { endOffset, positionAt } from '../../logs.ts';
import type { TopicLog } from '../../logs.ts';
import type { Us } from '../../../lib/time.ts';
import type { Effects } from '../../step.ts';
import type { ConsumerState, OwnedPartition } from './state.ts';

interface TopicAndPartition {
  readonly topic: string;
  readonly partition: number;
}

export const keyOf = ({ topic, partition }: TopicAndPartition) => `${topic}/${partition}`;

/** The next record to read of a partition whose position is known, else null. */
export function offsetAt(
  { settings, reading }: ConsumerState,
  { position, held, log, partition }: OwnedPartition,
  nowUs: Us,
): number | null {
  if (position === null || !held) return position?.offset ?? null;
  const end = endOffset(log ?? undefined, partition, nowUs);
  return positionAt(position, settings.recordsPerSecond, reading, end, nowUs);
}

/** Sets all anchors anew: it has read up to `readUntilUs`, and reads on from now. */
export function anchor(state: ConsumerState, readUntilUs: Us, nowUs: Us): void {
  for (const partition of state.owned.values()) {
    if (!partition.held) continue;
    const offset = offsetAt(state, partition, readUntilUs) ?? 0;
    partition.position = { offset, atUs: nowUs };
  }
}

/** [OFF-4] Where to begin, for those whose position is not known; 0 where nothing was committed. */
export function takePositions(
  { owned }: ConsumerState,
  offsets: readonly (TopicAndPartition & { readonly offset: number })[],
  nowUs: Us,
): void {
  for (const { offset, ...where } of offsets) {
    const partition = owned.get(keyOf(where));
    if (!partition || !lacksPosition(partition)) continue;
    partition.position = { offset: Math.max(0, offset), atUs: nowUs };
  }
}

function lacksPosition({ position, isGone }: OwnedPartition): boolean {
  return position === null && !isGone;
}

/** [RB-7] They are asked for again, whoever owned the partitions meanwhile. */
export function forgetPositions({ owned }: ConsumerState): void {
  for (const partition of owned.values()) partition.position = null;
}

/** The partitions to ask for (OFF-4). */
export function withoutPosition({ owned }: ConsumerState): TopicAndPartition[] {
  return [...owned.values()]
    .filter(lacksPosition)
    .map(({ topic, partition }) => ({ topic, partition }));
}

/** What there is to commit (OFF-1): every position that it knows. */
export function positionsOf(state: ConsumerState, nowUs: Us) {
  return [...state.owned.values()].flatMap((owned) => {
    const offset = offsetAt(state, owned, nowUs);
    return offset === null ? [] : [{ topic: owned.topic, partition: owned.partition, offset }];
  });
}

/** [OFF-2] Says what it has read of each partition since it said so last. */
export function reportConsumed(state: ConsumerState, out: Effects, nowUs: Us): void {
  for (const partition of state.owned.values()) {
    if (partition.held) reportConsumedOf(state, out, nowUs, partition);
  }
}

export function reportConsumedOf(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  owned: OwnedPartition,
): void {
  const { topic, partition, reported } = owned;
  const toOffset = offsetAt(state, owned, nowUs) ?? reported.offset;
  if (toOffset === reported.offset) return;
  const { group } = state.settings;
  const { offset: fromOffset, atUs: sinceUs } = reported;
  const what = { group, topic, partition, fromOffset, toOffset, sinceUs };
  // What others have read of it before is not known here: the simulation puts the number in.
  out.report({ kind: 'records-consumed', ...what, duplicates: 0 }, ['OFF-2']);
  owned.reported = { offset: toOffset, atUs: nowUs };
}

/** The log of each topic, as far as there is one. */
export function logsByTopic(logs: readonly TopicLog[]): ReadonlyMap<string, TopicLog> {
  return new Map(logs.map((log) => [log.topic, log]));
}
