/** What follows when a topic has been read: who waited for it goes on, who is hit by it rebalances. */
import { known } from '../../../lib/assert.ts';
import type { CoordinatorState, Group, Trigger } from './state.ts';
import type { CoordinatorContext, ReadNode } from './context.ts';
import { proceedWhenAllIn, proposeWhenKnown } from './rebalance.ts';
import { finishLoading } from './roles.ts';
import { isSameTopic, noteTopic } from './topics.ts';
import type { TopicNews } from './topics.ts';
import { topicTrigger, trigger } from './trigger.ts';

/** ZooKeeper has told what a topic is now; null where it does not exist. */
export function topicRead(
  state: CoordinatorState,
  context: CoordinatorContext,
  topic: string,
  node: ReadNode | null,
): void {
  const news = noteTopic(state, topic, node);
  if (!news) return;
  finishLoading(state, context);
  // [META-2]
  for (const id of Array.from(state.subscribers.get(topic) ?? [])) {
    const group = known(state.groups.get(id), `group ${id}`);
    // [TOP-2] Offsets belong to a creation number.
    if (news.before?.creation !== news.now.creation) group.offsets.committed.delete(topic);
    notice(state, context, group, topicChange(group, topic, news));
  }
  for (const group of state.groups.values()) {
    if (group.state === 'Rebalancing') proposeWhenKnown(state, context, group);
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

/**
 * In PreparingRebalance each further change joins; else what counts is the assignment in force. What
 * changes in Rebalancing is looked at when that ends.
 */
function topicChange(
  { state, topics }: Group,
  topic: string,
  { before, now }: TopicNews,
): Trigger | null {
  const assigned = topics.get(topic);
  if (!assigned || state === 'CatchUp' || state === 'Rebalancing') return null;
  const last = state === 'PreparingRebalance' ? before : assigned;
  return !last || isSameTopic(last, now) ? null : topicTrigger(topic, last, now);
}
