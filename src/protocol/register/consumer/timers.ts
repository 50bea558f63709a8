/** Which timers a consumer has, and in which states each may run: data, asserted and tested. */
import { assert } from '../../../lib/assert.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { Effects, TimerName } from '../../step.ts';
import { coordinatorFailedUs, deadAfterUs, heartbeatIntervalUs } from '../timing.ts';
import type { ConsumerState } from './state.ts';

export const timerStates: Readonly<Partial<Record<TimerName, readonly ConsumerStateName[]>>> = {
  backoff: ['Discovering', 'Rediscovering'],
  /** Of a step of discovery (DISC-2), or of asking for offsets (OFF-4). */
  request: ['Discovering', 'PartOfGroup', 'Rediscovering'],
  registration: ['Registering'],
  heartbeat: ['PartOfGroup', 'Rediscovering'],
  'coordinator-failed': ['PartOfGroup', 'Rediscovering'],
  commit: ['PartOfGroup'],
  /** From the first question on, while it has patterns (WILD-2). */
  'metadata-refresh': ['Discovering', 'Registering', 'PartOfGroup', 'Rediscovering'],
};

/** A timer that fires where it may not run has not been cancelled: a defect. */
export function assertMayRun({ state }: ConsumerState, timer: TimerName): void {
  assert(timerStates[timer]?.includes(state), `timer ${timer} does not run in ${state}`);
}

/** [HB-1] Every S / F, answered or not. */
export function startHeartbeat({ settings }: ConsumerState, out: Effects): void {
  // An F beyond all bounds must not make time stand still.
  const intervalUs = Math.max(1, heartbeatIntervalUs(settings));
  out.startTimer('heartbeat', '', intervalUs, ['HB-1']);
}

/** [HB-4] Counts from now on how long the coordinator is silent. */
export function startCoordinatorFailed(state: ConsumerState, out: Effects): void {
  const { coordinator, settings } = state;
  out.startTimer('coordinator-failed', coordinator ?? '', coordinatorFailedUs(settings), ['HB-4']);
}

/** [HB-8] The limit of the first heartbeat to a coordinator that was found again. */
export function startProbeLimit({ coordinator, settings }: ConsumerState, out: Effects): void {
  const limitUs = Math.max(coordinatorFailedUs(settings), settings.requestTimeoutUs);
  out.startTimer('coordinator-failed', coordinator ?? '', limitUs, ['HB-8']);
}

/** [REG-7] The longest that the others can keep it waiting, and the limit of a request. */
export function startRegistrationLimit({ settings }: ConsumerState, out: Effects): void {
  const waitUs = Math.max(coordinatorFailedUs(settings), deadAfterUs(settings));
  out.startTimer('registration', '', waitUs + settings.requestTimeoutUs, ['REG-7']);
}

/** [WILD-2] Every metadata refresh interval, answered or not. */
export function startRefresh({ settings }: ConsumerState, out: Effects): void {
  out.startTimer('metadata-refresh', '', settings.metadataRefreshUs, ['WILD-2']);
}

/** It wants topics by name. */
export function stopRefresh(out: Effects): void {
  out.cancelTimer('metadata-refresh', '');
}

/** Timers that run only while it is in touch with its coordinator. */
export function stopCoordinatorTimers({ coordinator }: ConsumerState, out: Effects): void {
  out.cancelTimer('registration', '');
  out.cancelTimer('heartbeat', '');
  out.cancelTimer('coordinator-failed', coordinator ?? '');
  out.cancelTimer('commit', '');
  out.cancelTimer('request', '');
}
