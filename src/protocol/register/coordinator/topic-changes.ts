/** What follows when a topic has been read: who waited for it goes on, who is hit by it rebalances. */
import type { AssignedTopic, CoordinatorState, Group, Trigger } from './state.ts';
import type { CoordinatorContext, ReadNode } from './context.ts';
import { proceedWhenAllIn, proposeWhenKnown } from './rebalance.ts';
import { finishLoading } from './roles.ts';
import { isSameTopic, knownTopic, noteTopic } from './topics.ts';
import { topicTrigger, trigger } from './trigger.ts';

/** ZooKeeper has told what a topic is now; null where it does not exist. */
export function topicRead(
  state: CoordinatorState,
  context: CoordinatorContext,
  topic: string,
  node: ReadNode | null,
): void {
  const before = state.topics.get(topic)?.known ?? null;
  noteTopic(state, topic, node);
  const now = knownTopic(state, topic);
  if (!now) return;
  finishLoading(state, context);
  for (const group of state.groups.values()) {
    // [TOP-2] Offsets belong to a creation number.
    if (before?.creation !== now.creation) group.offsets.committed.delete(topic);
    if (group.state === 'Rebalancing') proposeWhenKnown(state, context, group);
    else notice(state, context, group, topicChange(group, topic, before, now));
  }
}

function notice(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  change: Trigger | null,
): void {
  if (!change) return;
  trigger(context, group, change);
  proceedWhenAllIn(state, context, group);
}

/** In PreparingRebalance each further change joins; else what counts is the assignment in force. */
function topicChange(
  { state, topics }: Group,
  topic: string,
  before: AssignedTopic | null,
  now: AssignedTopic,
): Trigger | null {
  const assigned = topics.get(topic);
  if (!assigned || state === 'CatchUp') return null;
  const last = state === 'PreparingRebalance' ? before : assigned;
  return !last || isSameTopic(last, now) ? null : topicTrigger(topic, last, now);
}
