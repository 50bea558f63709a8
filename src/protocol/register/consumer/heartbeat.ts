/** Heartbeats of a consumer and what their answers mean (HB-1, HB-2, HB-4, HB-8). */
import { encodeFrame } from '../../../wire/codec.ts';
import { errorName } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { heartbeatRequest } from '../messages.ts';
import type { heartbeatResponse } from '../messages.ts';
import { coordinatorFailedUs, heartbeatIntervalUs } from '../timing.ts';
import { enterGroup, giveUp, restartCoordinatorFailed } from './membership.ts';
import { registerAgain, registerAsNew } from './registration.ts';
import type { ConsumerState } from './state.ts';

/** [HB-1] One heartbeat; the next one S / F later, answered or not. */
export function beat(
  state: ConsumerState,
  out: Effects,
  rules: readonly RuleId[] = ['HB-1'],
): void {
  const { settings, connection, member, generation } = state;
  if (connection === null || member === null) return;
  const correlationId = state.nextCorrelationId++;
  const { group, wireVersion: version } = settings;
  const value = {
    version,
    correlationId,
    groupId: group,
    groupGenerationId: generation,
    consumerId: member,
  };
  const about = {
    api: 'Heartbeat',
    direction: 'request',
    correlationId,
    group,
    generation,
  } as const;
  out.send(connection, encodeFrame(heartbeatRequest, value, version), about, rules);
  out.startTimer('heartbeat', '', heartbeatIntervalUs(settings), ['HB-1']);
}

/** [HB-8] The first heartbeat to a coordinator found again; it has a limit of its own. */
export function probe(state: ConsumerState, out: Effects): void {
  const { settings, coordinator } = state;
  beat(state, out, ['HB-1', 'HB-8']);
  const limitUs = Math.max(coordinatorFailedUs(settings), settings.requestTimeoutUs);
  out.startTimer('coordinator-failed', coordinator ?? '', limitUs, ['HB-8']);
}

export function handleHeartbeatResponse(
  state: ConsumerState,
  out: Effects,
  response: MessageOf<typeof heartbeatResponse>,
): void {
  // Late answers are ignored while it registers.
  if (state.state !== 'PartOfGroup' && state.state !== 'Rediscovering') return;
  const error = errorName(response.errorCode);
  if (error !== 'None') return handleRefusal(state, out, error);
  if (state.state === 'Rediscovering')
    enterGroup(state, out, 'heartbeat accepted', ['FO-1', 'HB-8']);
  else restartCoordinatorFailed(state, out);
}

/** What a refusal of a member's request means: IllegalGeneration is how it hears of a rebalance. */
export function handleRefusal(state: ConsumerState, out: Effects, error: ErrorName): void {
  if (error === 'IllegalGeneration') {
    return registerAgain(state, out, 'generation refused', ['RB-2', 'RB-3']);
  }
  if (error === 'UnknownConsumer') return registerAsNew(state, out, ['REG-3', 'HB-5']);
  giveUp(state, out, error, { backOff: true, rules: ['HB-8', 'COORD-6'] });
}
