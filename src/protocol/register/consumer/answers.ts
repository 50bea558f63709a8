/** What the coordinator's answers mean to a consumer: accepted, refused, refused for good. */
import type { Us } from '../../../lib/time.ts';
import { errorName } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import type {
  heartbeatResponse,
  offsetFetchResponse,
  registerConsumerResponse,
  topicMetadataResponse,
} from '../messages.ts';
import { backOff, registerAsNewcomer } from './discovery.ts';
import { acquire, takeOwnership } from './holdings.ts';
import { fail, joinGroup, loseCoordinator } from './membership.ts';
import { takePositions, withoutPosition } from './positions.ts';
import {
  registerAgain,
  registerAsNew,
  registerForOtherTopics,
  wantsOtherTopics,
} from './registration.ts';
import type { ConsumerState } from './state.ts';
import { startCoordinatorFailed } from './timers.ts';
import { takeTopics } from './topics.ts';

/** [REG-2] Refusals of a registration that are fatal, in words. */
const fatal: Readonly<Partial<Record<ErrorName, string>>> = {
  InvalidSessionTimeout: "its session timeout is outside the broker's bounds",
  HeartbeatFrequencyTooHigh: "its heartbeat interval is below the broker's minimum",
  InvalidRequest: 'its heartbeat frequency or its failed heartbeat threshold is below 1',
  UnknownPartitionAssignmentStrategy: 'the broker does not know its assignment strategy',
  InconsistentPartitionAssignmentStrategy: "its assignment strategy is not its group's",
};

/** Refusals that are no fault of the consumer's: it asked the wrong broker, or asked too early. */
const elsewhere: Readonly<Partial<Record<ErrorName, { reason: string; rule: RuleId }>>> = {
  NotCoordinatorForGroup: { reason: 'refused: not the coordinator', rule: 'COORD-6' },
  CoordinatorStartupNotComplete: { reason: 'refused: coordinator is loading', rule: 'COORD-5' },
};

export function handleRegistered(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  response: MessageOf<typeof registerConsumerResponse>,
): void {
  const error = errorName(response.errorCode);
  if (error !== 'None') return handleRegistrationRefused(state, out, nowUs, error);
  out.cancelTimer('registration', '');
  state.answeredTopics = state.sentTopics;
  // [RB-7] Every later request carries both.
  state.member = response.consumerId;
  state.generation = response.groupGenerationId;
  takeOwnership(state, response.partitionsToOwn);
  joinGroup(state, out, nowUs, 'registration answered', ['RB-7', 'HB-0']);
}

function handleRegistrationRefused(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  error: ErrorName,
): void {
  const text = fatal[error];
  if (text !== undefined) return fail(state, out, error, text);
  // [REG-3] Only an id can be unknown: a newcomer that hears this is as good as not answered.
  if (error === 'UnknownConsumer' && state.member !== null) {
    return registerAsNew(state, out, nowUs, ['REG-3']);
  }
  refusedElsewhere(state, out, error);
}

export function handleHeartbeat(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  { errorCode }: MessageOf<typeof heartbeatResponse>,
): void {
  const error = errorName(errorCode);
  if (error !== 'None') return handleMemberRefused(state, out, nowUs, error);
  // [HB-4] The coordinator has answered: its silence is counted anew.
  if (state.state === 'PartOfGroup') return startCoordinatorFailed(state, out);
  joinGroup(state, out, nowUs, 'heartbeat accepted', ['HB-8']);
}

/** [OFF-4] It fetches each partition from now on whose position it has learned. */
export function handleOffsets(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  { errorCode, offsets }: MessageOf<typeof offsetFetchResponse>,
): void {
  const error = errorName(errorCode);
  if (error !== 'None') return handleMemberRefused(state, out, nowUs, error);
  takePositions(state, offsets, nowUs);
  if (withoutPosition(state).length === 0) out.cancelTimer('request', '');
  acquire(state, out, nowUs, { reason: 'committed offset known', rules: ['OFF-4', 'RB-7'] });
}

/** [WILD-1] [WILD-2] All topics, or why the broker does not know them. */
export function handleTopics(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  response: MessageOf<typeof topicMetadataResponse>,
): void {
  const isKnown = errorName(response.errorCode) === 'None';
  if (isKnown) takeTopics(state, response);
  if (state.state === 'Discovering') {
    if (!isKnown) return backOff(state, out, ['DISC-2']);
    out.cancelTimer('request', '');
    return registerAsNewcomer(state, out);
  }
  // A member keeps the list that it has while it hears of no other, and asks again in its time.
  if (wantsOtherTopics(state)) registerForOtherTopics(state, out, nowUs, ['WILD-2']);
}

/** A refusal of what a member sends; IllegalGeneration is how it hears of a rebalance. */
function handleMemberRefused(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  error: ErrorName,
): void {
  if (error === 'IllegalGeneration') {
    return registerAgain(state, out, nowUs, 'generation refused', ['RB-2', 'RB-3']);
  }
  if (error === 'UnknownConsumer') {
    return registerAsNew(state, out, nowUs, state.state === 'Rediscovering' ? ['HB-5'] : ['HB-2']);
  }
  refusedElsewhere(state, out, error);
}

/** Acts like a closed connection, with backoff. */
function refusedElsewhere(state: ConsumerState, out: Effects, error: ErrorName): void {
  const { reason, rule } = elsewhere[error] ?? { reason: `refused: ${error}`, rule: 'DISC-2' };
  loseCoordinator(state, out, { reason, rules: ['HB-8', rule], next: 'backoff' });
}
