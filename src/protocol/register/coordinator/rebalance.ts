/**
 * The way of a rebalance: wait for all live members (RB-4), read the topics, send the next generation
 * to ZooKeeper (RB-6), and afterwards go on to the next attempt or to rest.
 */
import { assert } from '../../../lib/assert.ts';
import { paths } from '../../zookeeper/nodes.ts';
import { proposalOf } from './assigning.ts';
import type { CoordinatorContext } from './context.ts';
import { park } from './parking.ts';
import { generationWrite } from './record.ts';
import type { AssignedTopic, Attempt, Group, Registration, Trigger } from './state.ts';
import { enter } from './states.ts';
import { reportAbandoned, trigger } from './trigger.ts';

const nobodyLeft = 'nobody is left';

/** [RB-4] When all live members have registered, or nobody is left, the attempt goes on. */
export function proceedWhenAllIn(context: CoordinatorContext, group: Group): void {
  const { attempt, state } = group;
  if (state !== 'PreparingRebalance' || !attempt || attempt.waitingFor.size > 0) return;
  if (isVain(group, attempt)) return abandon(context, group);
  const reason = attempt.parked.size === 0 ? nobodyLeft : 'all live members have registered';
  enter(context, group, 'Rebalancing', reason, ['RB-4']);
  readTopics(context, group, attempt);
}

/** [META-3] The generation of nobody is written only over a record. */
function isVain({ recordEpoch }: Group, { parked }: Attempt): boolean {
  return parked.size === 0 && recordEpoch === null;
}

function abandon(context: CoordinatorContext, group: Group): void {
  reportAbandoned(context, group, nobodyLeft);
  finish(context, group, nobodyLeft);
}

/** Sizes are read anew for every attempt; nobody watches the topics (TOP-1). */
function readTopics(context: CoordinatorContext, group: Group, attempt: Attempt): void {
  const { id, epoch } = group;
  const { parked, unread, rebalance } = attempt;
  for (const { topics } of parked.values()) for (const topic of topics) unread.add(topic);
  for (const topic of unread) {
    context.get(paths.topic(topic), { for: 'topic', group: id, epoch, rebalance, topic });
  }
  if (unread.size === 0) propose(context, group, attempt);
}

/** A topic has been read. */
export function topicRead(
  context: CoordinatorContext,
  group: Group,
  attempt: Attempt,
  topic: string,
  read: AssignedTopic,
): void {
  if (!attempt.unread.delete(topic)) return;
  attempt.topics.set(topic, read);
  if (attempt.unread.size === 0) propose(context, group, attempt);
}

/** [RB-6] Sends the next generation to ZooKeeper; it is in force when that is acknowledged. */
export function propose(context: CoordinatorContext, group: Group, attempt: Attempt): void {
  if (isVain(group, attempt)) return abandon(context, group);
  const proposal = proposalOf(group, attempt);
  // [OWN-3]
  assert(proposal.generation > group.generation, 'the generation grows');
  attempt.proposal = proposal;
  const { id, epoch } = group;
  const purpose = { for: 'rebalance', group: id, epoch, rebalance: attempt.rebalance } as const;
  context.multi(generationWrite(context, group, proposal), purpose);
}

/** Leaves the attempt behind: on to the next one, or to rest. */
export function finish(context: CoordinatorContext, group: Group, reason: string): void {
  group.attempt = null;
  if (group.next.size > 0) return startNext(context, group);
  if (group.members.size === 0) return enter(context, group, 'Ready', reason, ['META-3']);
  enter(context, group, 'Steady', reason, ['RB-6']);
}

/** What came in Rebalancing starts the next attempt right after it. */
function startNext(context: CoordinatorContext, group: Group): void {
  const late = [...group.next.values()];
  group.next.clear();
  for (const registration of late) {
    const attempt = trigger(context, group, triggerOf(registration));
    park(context, group, attempt, registration);
  }
  proceedWhenAllIn(context, group);
}

function triggerOf({ member, consumer }: Registration): Trigger {
  return member === null
    ? { trigger: 'TRIG-1', subject: consumer }
    : { trigger: 'TRIG-5', subject: member };
}
