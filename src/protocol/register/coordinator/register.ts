/** RegisterConsumer: refusals, answers at once, parking (REG-1 to REG-5, REG-10, REG-11). */
import { assignors } from '../../assignors/index.ts';
import type { TriggerId } from '../../facts.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { RegisterConsumerRequest } from '../messages.ts';
import type { CoordinatorContext } from './context.ts';
import { nextKey, park, restartDeadAfter } from './members.ts';
import { completeIfAllIn, trigger } from './rebalance.ts';
import { answerRegistration, refuse } from './replies.ts';
import type { Asked } from './replies.ts';
import type { CoordinatorState, Group, Member, Parked } from './state.ts';

export function handleRegistration(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
  request: RegisterConsumerRequest,
): void {
  const asked = askedOf(connection, request);
  const isNew = request.consumerId === '';
  const member = group.members.get(request.consumerId);
  if (!isNew && !member) {
    // [REG-3] It disturbs nobody: the group does not even hear of it.
    const refusal = { error: 'UnknownConsumer', reason: 'unknown-member' } as const;
    return refuse(context, asked, { ...refusal, rules: ['REG-3'] });
  }
  // [REG-10] Late, from a connection given up since.
  if (member && request.correlationId < member.highestCorrelationId) return;
  const refusal = fatalRefusal(context, group, request);
  if (refusal) return refuse(context, asked, { ...refusal, rules: ['REG-2'] });
  const parked = parkedOf(context, connection, request);
  if (member) return registerAgain(state, context, group, member, parked);
  if (group.parked.size === 0 && group.members.size === 0) group.strategy = request.strategy;
  admit(state, context, group, parked, 'TRIG-1', parked.consumer);
}

function askedOf(connection: ConnectionId, request: RegisterConsumerRequest): Asked {
  return {
    api: 'RegisterConsumer',
    connection,
    correlationId: request.correlationId,
    group: request.groupId,
    member: request.consumerId,
    version: request.version === 0 ? 0 : 1,
    generation: -1,
  };
}

interface FatalRefusal {
  readonly error: ErrorName;
  readonly reason: string;
}

/** [REG-2] What a registration may not say; the consumer stops at such an answer. */
function fatalRefusal(
  { settings }: CoordinatorContext,
  group: Group,
  request: RegisterConsumerRequest,
): FatalRefusal | null {
  const { sessionTimeout, heartbeatFrequency, failedHeartbeatThreshold, strategy } = request;
  const { minSessionTimeoutMs, maxSessionTimeoutMs, minHeartbeatIntervalMs } = settings;
  if (sessionTimeout < minSessionTimeoutMs || sessionTimeout > maxSessionTimeoutMs) {
    const reason = `session timeout ${sessionTimeout} ms is not in ${minSessionTimeoutMs}..${maxSessionTimeoutMs}`;
    return { error: 'InvalidSessionTimeout', reason };
  }
  if (heartbeatFrequency < 1 || failedHeartbeatThreshold < 1) {
    return { error: 'InvalidRequest', reason: 'heartbeat frequency and threshold are at least 1' };
  }
  if (sessionTimeout / heartbeatFrequency < minHeartbeatIntervalMs) {
    const reason = `a heartbeat interval below ${minHeartbeatIntervalMs} ms`;
    return { error: 'HeartbeatFrequencyTooHigh', reason };
  }
  if (!assignors.has(strategy)) {
    const reason = `the broker knows no strategy ${strategy}`;
    return { error: 'UnknownPartitionAssignmentStrategy', reason };
  }
  const isFree = group.members.size === 0 && group.parked.size === 0;
  if (isFree || strategy === group.strategy) return null;
  const reason = `the group assigns by ${group.strategy}, not by ${strategy}`;
  return { error: 'InconsistentPartitionAssignmentStrategy', reason };
}

function parkedOf(
  context: CoordinatorContext,
  connection: ConnectionId,
  request: RegisterConsumerRequest,
): Parked {
  const isNew = request.consumerId === '';
  return {
    // [REG-11] A second nameless registration on a connection replaces the first.
    key: isNew ? connection : request.consumerId,
    member: isNew ? null : request.consumerId,
    consumer: context.peerOf(connection),
    host: request.consumerHost,
    topics: request.topics,
    strategy: request.strategy,
    sessionTimeoutMs: request.sessionTimeout,
    heartbeatFrequency: request.heartbeatFrequency,
    failedHeartbeatThreshold: request.failedHeartbeatThreshold,
    connection,
    correlationId: request.correlationId,
    version: request.version === 0 ? 0 : 1,
    forNext: false,
  };
}

function sameTopics(a: readonly string[], b: readonly string[]): boolean {
  const wanted = new Set(a);
  return wanted.size === new Set(b).size && b.every((topic) => wanted.has(topic));
}

/** A known member registers: in a rebalance, after a lost answer, or with other topics. */
function registerAgain(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  member: Member,
  parked: Parked,
): void {
  member.highestCorrelationId = parked.correlationId;
  member.connection = parked.connection;
  const isSame = sameTopics(member.topics, parked.topics);
  if (group.state === 'Steady' && isSame) {
    // [REG-5] A lost answer must not cost a rebalance.
    restartDeadAfter(context, group, member, ['HB-3']);
    return answerRegistration(context, group, parked, member.id, ['REG-5']);
  }
  admit(state, context, group, parked, isSame ? 'TRIG-6' : 'TRIG-5', member.id);
}

/** Parks a registration and lets it trigger what it has to. */
function admit(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  parked: Parked,
  triggerId: TriggerId,
  subject: string,
): void {
  const rules: readonly RuleId[] = [triggerId];
  if (group.state === 'Rebalancing') {
    const running = parked.member === null ? undefined : group.parked.get(parked.member);
    if (running && sameTopics(running.topics, parked.topics)) {
      return park(context, state, group, parked);
    }
    // Beside the one that is in this attempt, which still gets its result.
    const key = nextKey(parked.key);
    return park(context, state, group, { ...parked, key, forNext: true });
  }
  const isExpected = group.state === 'PreparingRebalance' && triggerId === 'TRIG-6';
  park(context, state, group, parked);
  if (!isExpected) trigger(context, group, { trigger: triggerId, subject, rules });
  completeIfAllIn(context, group);
}
