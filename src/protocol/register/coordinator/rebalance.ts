/**
 * The way of a rebalance: wait for all live members (RB-4), know the topics, send the next generation
 * to ZooKeeper (RB-6), and afterwards go on to the next attempt or to rest.
 */
import { assert, known } from '../../../lib/assert.ts';
import { proposalOf } from './assigning.ts';
import type { CoordinatorContext } from './context.ts';
import { park } from './parking.ts';
import { generationWrite } from './record.ts';
import type { Attempt, CoordinatorState, Group, Registration, Trigger } from './state.ts';
import { enter } from './states.ts';
import { isSameTopic, knownTopic, needTopics } from './topics.ts';
import {
  newcomerTrigger,
  reportAbandoned,
  resubscribedTrigger,
  topicTrigger,
  trigger,
} from './trigger.ts';

const nobodyLeft = 'nobody is left';

/** [RB-4] When all live members have registered, or nobody is left, the attempt goes on. */
export function proceedWhenAllIn(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
): void {
  const { attempt } = group;
  if (group.state !== 'PreparingRebalance' || !attempt || attempt.waitingFor.size > 0) return;
  if (isVain(group, attempt)) return abandon(state, context, group);
  const reason = attempt.parked.size === 0 ? nobodyLeft : 'all live members have registered';
  enter(context, group, 'Rebalancing', reason, ['RB-4']);
  proposeWhenKnown(state, context, group);
}

/** [META-3] The generation of nobody is written only over a record. */
function isVain({ recordEpoch }: Group, { parked }: Attempt): boolean {
  return parked.size === 0 && recordEpoch === null;
}

function abandon(state: CoordinatorState, context: CoordinatorContext, group: Group): void {
  reportAbandoned(context, group, nobodyLeft, 'RB-4');
  finish(state, context, group, nobodyLeft);
}

/**
 * [RB-6] Sends the next generation to ZooKeeper; it is in force when that is acknowledged. [TOP-1] A
 * topic that nobody watched yet is read first; one that is being read again is waited for.
 */
export function proposeWhenKnown(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
): void {
  const { attempt, id, epoch } = group;
  if (!attempt || attempt.proposal) return;
  if (isVain(group, attempt)) return abandon(state, context, group);
  const wanted = [...attempt.parked.values()].flatMap(({ topics }) => topics);
  if (!needTopics(state, context, wanted)) return;
  const sizes = [...new Set(wanted)].map((topic) => {
    return [topic, known(knownTopic(state, topic), topic)] as const;
  });
  const proposal = proposalOf(group, attempt, new Map(sizes));
  // [OWN-3]
  assert(proposal.generation > group.generation, 'the generation grows');
  attempt.proposal = proposal;
  const purpose = { for: 'rebalance', group: id, epoch, rebalance: attempt.rebalance } as const;
  context.multi(generationWrite(context, group, proposal), purpose);
}

/** Leaves the attempt behind: on to the next one, or to rest. */
export function finish(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  reason: string,
): void {
  group.attempt = null;
  const changes = topicChanges(state, group);
  if (group.next.size > 0 || changes.length > 0) return startNext(state, context, group, changes);
  if (group.members.size === 0) return enter(context, group, 'Ready', reason, ['META-3']);
  enter(context, group, 'Steady', reason, ['RB-6']);
}

/** [TRIG-3] [TRIG-4] What has changed while the assignment was being written. */
function topicChanges(state: CoordinatorState, { topics }: Group): Trigger[] {
  return [...topics].flatMap(([topic, was]) => {
    const is = knownTopic(state, topic);
    return is && !isSameTopic(was, is) ? [topicTrigger(topic, was, is)] : [];
  });
}

/** What came in Rebalancing starts the next attempt right after it. */
function startNext(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  changes: readonly Trigger[],
): void {
  const late = [...group.next.values()];
  group.next.clear();
  for (const registration of late) {
    const attempt = trigger(context, group, triggerOf(registration));
    park(context, group, attempt, registration);
  }
  for (const change of changes) trigger(context, group, change);
  proceedWhenAllIn(state, context, group);
}

function triggerOf({ member, consumer }: Registration): Trigger {
  return member === null ? newcomerTrigger(consumer) : resubscribedTrigger(member);
}
