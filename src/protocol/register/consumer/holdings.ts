/**
 * The partitions of a consumer: which it was given, which it reads, and up to where. Positions are
 * advanced, committed and given up through here; records are not simulated one by one.
 */
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import type { ConsumerState, OwnedPartition } from './state.ts';

interface TopicAndPartition {
  readonly topic: string;
  readonly partition: number;
}

const keyOf = ({ topic, partition }: TopicAndPartition) => `${topic}/${partition}`;

/** Takes what it was given in a new generation, in place of all that it had. */
export function takeOwnership(
  { owned }: ConsumerState,
  partitions: readonly TopicAndPartition[],
): void {
  owned.clear();
  for (const { topic, partition } of partitions) {
    owned.set(keyOf({ topic, partition }), { topic, partition, position: null, held: false });
  }
}

/** [OFF-4] Where to begin, for those whose position is not known; 0 where nothing was committed. */
export function takePositions(
  { owned }: ConsumerState,
  offsets: readonly (TopicAndPartition & { readonly offset: number })[],
): void {
  for (const { offset, ...where } of offsets) {
    const partition = owned.get(keyOf(where));
    if (partition?.position === null) partition.position = Math.max(0, offset);
  }
}

/** [RB-7] They are asked for again, whoever owned the partitions meanwhile. */
export function forgetPositions({ owned }: ConsumerState): void {
  for (const partition of owned.values()) partition.position = null;
}

/** The partitions to ask for (OFF-4). */
export function withoutPosition({ owned }: ConsumerState): TopicAndPartition[] {
  return [...owned.values()]
    .filter(({ position }) => position === null)
    .map(({ topic, partition }) => ({ topic, partition }));
}

/** What there is to commit (OFF-1): every position that it knows. */
export function positionsOf({ owned }: ConsumerState) {
  return [...owned.values()].flatMap(({ topic, partition, position }) =>
    position === null ? [] : [{ topic, partition, offset: position }],
  );
}

/** Reads each partition from now on whose position is known. */
export function acquire(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  for (const partition of state.owned.values()) {
    if (partition.held || partition.position === null) continue;
    partition.held = true;
    report(state, out, { kind: 'partition-acquired', partition, reason, rules });
  }
}

/** Stops reading. */
export function release(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  state.fetching = false;
  for (const partition of state.owned.values()) {
    if (!partition.held) continue;
    partition.held = false;
    report(state, out, { kind: 'partition-released', partition, reason, rules });
  }
}

interface Change {
  readonly kind: 'partition-acquired' | 'partition-released';
  readonly partition: OwnedPartition;
  readonly reason: string;
  readonly rules: readonly RuleId[];
}

function report(state: ConsumerState, out: Effects, change: Change): void {
  const { member, generation, settings } = state;
  const { kind, reason, rules } = change;
  const { topic, partition, position } = change.partition;
  const who = { group: settings.group, member: member ?? '', topic, partition, generation };
  out.report({ kind, ...who, offset: position ?? 0, reason }, rules);
}
