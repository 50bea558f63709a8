/** What starts a rebalance, or joins the one that is being prepared (TRIG-1 to TRIG-6, RB-1). */
import { assert } from '../../../lib/assert.ts';
import type { RuleId } from '../../rules.ts';
import type { CoordinatorContext } from './context.ts';
import type { AssignedTopic, Attempt, Group, Trigger } from './state.ts';
import { enter } from './states.ts';

/** [TRIG-1] */
export function newcomerTrigger(consumer: string): Trigger {
  return { trigger: 'TRIG-1', subject: consumer, reason: 'a new consumer registers' };
}

/** [TRIG-2] */
export function deathTrigger(member: string): Trigger {
  return { trigger: 'TRIG-2', subject: member, reason: 'a member is dead' };
}

/** [TRIG-3] [TRIG-4] A topic is no longer what it was. */
export function topicTrigger(topic: string, was: AssignedTopic, is: AssignedTopic): Trigger {
  if (was.creation === is.creation) {
    const reason = `topic ${topic} has grown from ${was.partitions} to ${is.partitions} partitions`;
    return { trigger: 'TRIG-3', subject: topic, reason };
  }
  return { trigger: 'TRIG-4', subject: topic, reason: `topic ${topic} ${fateOf(was, is)}` };
}

/** [TOP-2] Another creation number: it was deleted and made again between two looks. */
function fateOf(was: AssignedTopic, is: AssignedTopic): string {
  if (was.creation === -1) return 'has appeared';
  return is.creation === -1 ? 'was deleted' : 'was deleted and created again';
}

/** [TRIG-5] */
export function resubscribedTrigger(member: string): Trigger {
  return { trigger: 'TRIG-5', subject: member, reason: 'a member registers with other topics' };
}

/** [TRIG-6] A member registers while the group is Ready. */
export function registeredInReady(member: string): Trigger {
  return { trigger: 'TRIG-6', subject: member, reason: `${member} registers after a failover` };
}

/** [TRIG-6] A topic is not what it was when the loaded assignment was made. */
export function loadedOtherwise(topic: string, was: AssignedTopic, is: AssignedTopic): Trigger {
  const { reason } = topicTrigger(topic, was, is);
  return { trigger: 'TRIG-6', subject: topic, reason: `since the stored assignment ${reason}` };
}

/** Starts an attempt, or joins the one that is being prepared; returns it. */
export function trigger(context: CoordinatorContext, group: Group, what: Trigger): Attempt {
  const running = group.state === 'PreparingRebalance' ? group.attempt : null;
  const attempt = running ?? newAttempt(group, what);
  const { rebalance } = attempt;
  const { reason } = what;
  const kind = running ? 'rebalance-joined' : 'rebalance-started';
  const { id, generation } = group;
  context.out.report({ kind, group: id, rebalance, ...what, generation, reason }, [what.trigger]);
  // [RB-1] The generation stays as it is until the rebalance ends.
  if (!running) enter(context, group, 'PreparingRebalance', reason, ['RB-1', what.trigger]);
  return attempt;
}

function newAttempt(group: Group, what: Trigger): Attempt {
  assert(!group.attempt, 'a group has one attempt at a time');
  group.rebalances += 1;
  group.attempt = {
    ...what,
    rebalance: group.rebalances,
    parked: new Map(),
    waitingFor: new Set(group.members.keys()),
    proposal: null,
  };
  return group.attempt;
}

/** The running attempt comes to nothing. */
export function reportAbandoned(
  { out }: CoordinatorContext,
  group: Group,
  reason: string,
  rule: RuleId,
): void {
  if (!group.attempt) return;
  const { rebalance, trigger: triggerId, subject } = group.attempt;
  const { id, generation } = group;
  const what = { rebalance, trigger: triggerId, subject };
  out.report({ kind: 'rebalance-abandoned', group: id, ...what, generation, reason }, [rule]);
}
