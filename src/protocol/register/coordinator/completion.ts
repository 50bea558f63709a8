/** After the write: the answers, the timers, and what has come for the next attempt (RB-6, RB-8). */
import { known } from '../../../lib/assert.ts';
import type { CoordinatorContext } from './context.ts';
import { park, restartDeadAfter, stopDeadAfter, unpark } from './members.ts';
import { completeIfAllIn, install, trigger } from './rebalance.ts';
import { answerRegistration } from './replies.ts';
import type { Attempt, CoordinatorState, Group, Parked, Write } from './state.ts';
import { enter } from './states.ts';

/** ZooKeeper has taken the record: the generation is in force. */
export function completeRebalance(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
): void {
  const attempt = known(group.attempt, 'attempt');
  const write = known(attempt.write, 'write');
  const { left } = install(group, write, attempt);
  reportCompletion(context, group, attempt, write, left);
  answerAll(state, context, group, write);
  for (const member of group.members.values())
    restartDeadAfter(context, group, member, ['HB-0', 'RB-6']);
  const waiting = [...group.parked.values()];
  if (waiting.length > 0) return startNext(state, context, group, waiting);
  if (group.members.size === 0)
    enter(context, group, 'Ready', 'written; there are no members', ['META-3']);
  else enter(context, group, 'Steady', 'written to ZooKeeper', ['RB-6']);
}

function reportCompletion(
  { out }: CoordinatorContext,
  group: Group,
  { rebalance }: Attempt,
  write: Write,
  left: readonly string[],
): void {
  const { generation, assignment, joined } = write;
  out.report(
    {
      kind: 'rebalance-completed',
      group: group.id,
      rebalance,
      generation,
      assignment,
      joined,
      left,
    },
    ['RB-5', 'RB-6', 'META-3', group.strategy === 'range' ? 'ASG-1' : 'ASG-2'],
  );
  for (const id of joined) {
    const member = known(group.members.get(id), `member ${id}`);
    out.report(
      {
        kind: 'member-added',
        group: group.id,
        member: id,
        consumer: member.consumer,
        topics: member.topics,
        sessionTimeoutMs: member.sessionTimeoutMs,
        heartbeatFrequency: member.heartbeatFrequency,
        failedHeartbeatThreshold: member.failedHeartbeatThreshold,
      },
      ['REG-4'],
    );
  }
}

/** Everybody whose registration is still there; the others will find out (REG-5, FO-9). */
function answerAll(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  write: Write,
): void {
  for (const [key, id] of write.answers) {
    const parked = unpark(state, group, key);
    if (parked) answerRegistration(context, group, parked, id, ['RB-6', 'COORD-3']);
  }
}

/** What came while the record was written starts the next attempt at once. */
function startNext(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  waiting: readonly Parked[],
): void {
  for (const parked of waiting) {
    unpark(state, group, parked.key);
    const key = parked.member ?? parked.connection;
    if (parked.member !== null) stopDeadAfter(context, group, parked.member);
    park(context, state, group, { ...parked, key, forNext: false });
    const triggerId = parked.member === null ? 'TRIG-1' : 'TRIG-5';
    const subject = parked.member ?? parked.consumer;
    trigger(context, group, { trigger: triggerId, subject, rules: [triggerId] });
  }
  completeIfAllIn(context, group);
}
