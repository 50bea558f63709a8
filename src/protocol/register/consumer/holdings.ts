/**
 * The partitions of a consumer: which it was given, and which of them it reads. They are taken and
 * given up through here; how far it has read them is in positions.ts.
 */
import type { Us } from '../../../lib/time.ts';
import type { TopicLog } from '../../logs.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { anchor, keyOf, logsByTopic, offsetAt, reportConsumedOf } from './positions.ts';
import type { ConsumerState, OwnedPartition } from './state.ts';

/** Takes what it was given in a new generation, in place of all that it had. */
export function takeOwnership(
  { owned, logs }: ConsumerState,
  partitions: readonly { readonly topic: string; readonly partition: number }[],
): void {
  const byTopic = logsByTopic(partitions.length > 0 ? logs : []);
  owned.clear();
  for (const { topic, partition } of partitions) {
    owned.set(keyOf({ topic, partition }), {
      topic,
      partition,
      log: byTopic.get(topic) ?? null,
      isGone: false,
      position: null,
      reported: { offset: 0, atUs: 0 },
      held: false,
    });
  }
}

export interface Cause {
  readonly reason: string;
  readonly rules: readonly RuleId[];
}

/** Reads each partition from now on whose position is known. */
export function acquire(state: ConsumerState, out: Effects, nowUs: Us, cause: Cause): void {
  const taken = [...state.owned.values()].filter(({ held, position }) => !held && position);
  if (taken.length === 0) return;
  anchor(state, nowUs, nowUs);
  state.reading += taken.length;
  for (const partition of taken) {
    partition.held = true;
    partition.position = { offset: partition.position?.offset ?? 0, atUs: nowUs };
    partition.reported = partition.position;
    report(state, out, nowUs, 'partition-acquired', partition, cause);
  }
}

/** Reads nothing any more. */
export function release(state: ConsumerState, out: Effects, nowUs: Us, cause: Cause): void {
  state.fetching = false;
  giveUp(state, out, nowUs, () => true, cause);
}

function giveUp(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  isIt: (partition: OwnedPartition) => boolean,
  cause: Cause,
): void {
  const given = [...state.owned.values()].filter((partition) => partition.held && isIt(partition));
  if (given.length === 0) return;
  anchor(state, nowUs, nowUs);
  for (const partition of given) {
    reportConsumedOf(state, out, nowUs, partition);
    report(state, out, nowUs, 'partition-released', partition, cause);
    partition.held = false;
  }
  state.reading -= given.length;
}

function report(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  kind: 'partition-acquired' | 'partition-released',
  partition: OwnedPartition,
  { reason, rules }: Cause,
): void {
  const { member, generation, settings } = state;
  const { topic, partition: number } = partition;
  const who = { group: settings.group, member: member ?? '', topic, partition: number, generation };
  const offset = offsetAt(state, partition, nowUs) ?? 0;
  out.report({ kind, ...who, offset, reason }, rules);
}

/** The topics have changed: other rates, other sizes, topics that are gone or made anew. */
export function takeLogs(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  logs: readonly TopicLog[],
): void {
  state.logs = logs;
  if (state.owned.size === 0) return;
  const byTopic = logsByTopic(logs);
  const partitions = [...state.owned.values()];
  const next = ({ topic }: OwnedPartition) => byTopic.get(topic) ?? null;
  // As long as it was, it was read from the log that it was.
  if (partitions.some((one) => one.held && hasOtherRate(one.log, next(one)))) {
    anchor(state, nowUs, nowUs);
  }
  const isLost = (one: OwnedPartition) => !isSameTopic(one.log, next(one));
  giveUp(state, out, nowUs, isLost, { reason: 'the topic is gone', rules: ['TOP-2'] });
  for (const one of partitions) {
    if (isLost(one)) loseTopic(one);
    one.log = next(one);
  }
}

function hasOtherRate(before: TopicLog | null, after: TopicLog | null): boolean {
  return before?.recordsPerSecond !== after?.recordsPerSecond;
}

/** [TOP-2] Deleted and created again it is another topic, though it has the same name. */
function isSameTopic(before: TopicLog | null, after: TopicLog | null): boolean {
  return before?.ranges[0]?.sinceUs === after?.ranges[0]?.sinceUs;
}

/** [TOP-2] Its position is known no more, and not asked for, until it is given the partition anew. */
function loseTopic(partition: OwnedPartition): void {
  partition.isGone = true;
  partition.position = null;
}
