/** What starts a rebalance, or joins the one that is being prepared (TRIG-1 to TRIG-6, RB-1). */
import { assert } from '../../../lib/assert.ts';
import type { TriggerId } from '../../facts.ts';
import type { CoordinatorContext } from './context.ts';
import type { Attempt, Group, Trigger } from './state.ts';
import { enter } from './states.ts';

/** What each trigger says of itself in the trace. */
const reasons: Readonly<Record<TriggerId, string>> = {
  'TRIG-1': 'a new consumer registers',
  'TRIG-2': 'a member is dead',
  'TRIG-3': "a topic's partition count changed",
  'TRIG-4': 'a topic appeared or was deleted',
  'TRIG-5': 'a member registers with other topics',
  'TRIG-6': 'a member registers after a failover',
};

/** Starts an attempt, or joins the one that is being prepared; returns it. */
export function trigger(context: CoordinatorContext, group: Group, what: Trigger): Attempt {
  const running = group.state === 'PreparingRebalance' ? group.attempt : null;
  const attempt = running ?? newAttempt(group, what);
  const { rebalance } = attempt;
  const reason = reasons[what.trigger];
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
    unread: new Set(),
    topics: new Map(),
    proposal: null,
  };
  return group.attempt;
}

/** The running attempt comes to nothing. */
export function reportAbandoned({ out }: CoordinatorContext, group: Group, reason: string): void {
  if (!group.attempt) return;
  const { rebalance, trigger: triggerId, subject } = group.attempt;
  const { id, generation } = group;
  const what = { rebalance, trigger: triggerId, subject };
  out.report({ kind: 'rebalance-abandoned', group: id, ...what, generation, reason }, ['RB-4']);
}
