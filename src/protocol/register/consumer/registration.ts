/** Registering: as new, again in a rebalance, and what the answers mean (REG-1 to REG-8, RB-3, RB-7). */
import { encodeFrame } from '../../../wire/codec.ts';
import { errorName } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { registerConsumerRequest } from '../messages.ts';
import type { registerConsumerResponse } from '../messages.ts';
import { deadAfterUs } from '../timing.ts';
import { enterGroup, giveUp, stopGroupTimers } from './membership.ts';
import { commit, forgetPositions, release } from './offsets.ts';
import { enter } from './states.ts';
import type { ConsumerState } from './state.ts';

/** Sends a registration on the present connection and waits for its answer. */
export function register(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  const { settings, connection } = state;
  if (connection === null) return;
  const correlationId = state.nextCorrelationId++;
  const { group, wireVersion: version, sessionTimeoutMs, requestTimeoutUs } = settings;
  state.registration = { correlationId, topics: state.wantedTopics };
  const value = {
    version,
    correlationId,
    groupId: group,
    consumerHost: settings.host,
    sessionTimeout: sessionTimeoutMs,
    topics: [...state.wantedTopics],
    heartbeatFrequency: settings.heartbeatFrequency,
    failedHeartbeatThreshold: settings.failedHeartbeatThreshold,
    consumerId: state.member ?? '',
    strategy: settings.strategy,
  };
  enter(state, out, 'Registering', reason, rules);
  const bytes = encodeFrame(registerConsumerRequest, value, version);
  const about = { api: 'RegisterConsumer', direction: 'request', correlationId, group } as const;
  const { generation } = state;
  out.send(connection, bytes, generation < 0 ? about : { ...about, generation }, [
    'REG-1',
    ...rules,
  ]);
  // [REG-7] The longest that the others can keep it waiting, and the limit of a request.
  const limitUs = Math.max(sessionTimeoutMs * 1000, deadAfterUs(settings)) + requestTimeoutUs;
  out.startTimer('registration', '', limitUs, ['REG-7']);
}

/** [RB-3] Stops reading, commits under the old generation, registers again on the same connection. */
export function registerAgain(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  stopGroupTimers(state, out);
  commit(state, out, ['RB-3', 'OFF-1']);
  release(state, out, reason, ['RB-3']);
  // [RB-7] A registration forgets all positions.
  forgetPositions(state);
  register(state, out, reason, rules);
}

/** [REG-3] The coordinator does not know its id: forgets it and what it owned, registers as new. */
export function registerAsNew(state: ConsumerState, out: Effects, rules: readonly RuleId[]): void {
  stopGroupTimers(state, out);
  release(state, out, 'id unknown', rules);
  state.owned.clear();
  state.member = null;
  state.generation = -1;
  register(state, out, 'id unknown: registers as new', rules);
}

export function handleRegistered(
  state: ConsumerState,
  out: Effects,
  response: MessageOf<typeof registerConsumerResponse>,
): void {
  const { registration } = state;
  if (state.state !== 'Registering' || response.correlationId !== registration?.correlationId)
    return;
  out.cancelTimer('registration', '');
  state.registration = null;
  const error = errorName(response.errorCode);
  if (error !== 'None') return handleRefusal(state, out, error);
  state.answeredTopics = registration.topics;
  state.member = response.consumerId;
  state.generation = response.groupGenerationId;
  state.owned.clear();
  for (const { topic, partition } of response.partitionsToOwn) {
    state.owned.set(`${topic}/${partition}`, { topic, partition, position: null, held: false });
  }
  enterGroup(state, out, 'registration answered', ['RB-7', 'HB-0']);
}

/** [REG-2] Refusals that no retry can mend, in words. */
const fatal: Partial<Record<ErrorName, string>> = {
  InvalidSessionTimeout: 'its session timeout is outside the bounds of the broker',
  HeartbeatFrequencyTooHigh: 'its heartbeat interval is below the minimum of the broker',
  InvalidRequest: 'its heartbeat frequency or failed heartbeat threshold is below 1',
  UnknownPartitionAssignmentStrategy: 'the broker does not know its assignment strategy',
  InconsistentPartitionAssignmentStrategy: 'its assignment strategy is not the one of its group',
};

function handleRefusal(state: ConsumerState, out: Effects, error: ErrorName): void {
  const text = fatal[error];
  if (text !== undefined) return fail(state, out, error, text);
  if (error === 'UnknownConsumer') return registerAsNew(state, out, ['REG-3']);
  giveUp(state, out, error, { backOff: true, rules: ['DISC-2', 'HB-8'] });
}

function fail(state: ConsumerState, out: Effects, error: ErrorName, text: string): void {
  out.report({ kind: 'consumer-failed', error, text }, ['REG-2']);
  enter(state, out, 'Down', error, ['REG-2']);
  out.exit('fatal-error');
}
