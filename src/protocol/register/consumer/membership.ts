/** Becoming part of the group, and losing the coordinator (HB-0, HB-4, HB-5, HB-8). */
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { coordinatorFailedUs, heartbeatIntervalUs } from '../timing.ts';
import { backOff, lookAtOnce } from './discovery.ts';
import { askForOffsets, offsetsTimer, takeUp } from './offsets.ts';
import { registerAgain } from './registration.ts';
import { enter } from './states.ts';
import type { ConsumerState } from './state.ts';

/** In the group: heartbeats, reading, commits; the failure detection starts (HB-0). */
export function enterGroup(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  const { settings } = state;
  const wasProbing = state.state === 'Rediscovering';
  state.fetching = true;
  state.discovery.backoffUs = settings.backoffMinUs;
  enter(state, out, 'PartOfGroup', reason, rules);
  // [HB-1] In Rediscovering the first went out at once and the others follow from that one.
  if (!wasProbing) out.startTimer('heartbeat', '', heartbeatIntervalUs(settings), ['HB-1']);
  restartCoordinatorFailed(state, out);
  out.startTimer('commit', '', settings.commitIntervalUs, ['OFF-1']);
  if (wantsOtherTopics(state)) {
    return registerAgain(state, out, 'other topics wanted', ['REG-8', 'TRIG-5']);
  }
  takeUp(state, out);
  askForOffsets(state, out);
}

/** [REG-8] The list of the last answered registration is no longer the one that is wanted. */
export function wantsOtherTopics({ answeredTopics, wantedTopics }: ConsumerState): boolean {
  const wanted = new Set(wantedTopics);
  const answered = new Set(answeredTopics);
  return wanted.size !== answered.size || wantedTopics.some((topic) => !answered.has(topic));
}

/** [HB-4] Counts from now on how long the coordinator is silent. */
export function restartCoordinatorFailed(state: ConsumerState, out: Effects): void {
  const { coordinator, settings } = state;
  out.startTimer('coordinator-failed', coordinator ?? '', coordinatorFailedUs(settings), ['HB-4']);
}

/** Timers that run only while it is in touch with its coordinator as a member. */
export function stopGroupTimers(state: ConsumerState, out: Effects): void {
  out.cancelTimer('heartbeat', '');
  out.cancelTimer('coordinator-failed', state.coordinator ?? '');
  out.cancelTimer('commit', '');
  out.cancelTimer('request', offsetsTimer);
  state.offsetFetch = null;
}

export interface GivingUp {
  /** Wait before the next broker is asked, or ask it at once. */
  readonly backOff: boolean;
  readonly rules: readonly RuleId[];
}

/** The coordinator is lost: looks for it again, with or without an id. Goes on reading if it did. */
export function giveUp(
  state: ConsumerState,
  out: Effects,
  reason: string,
  { backOff: waits, rules }: GivingUp,
): void {
  stopGroupTimers(state, out);
  out.cancelTimer('registration', '');
  state.registration = null;
  const next = state.member === null ? 'Discovering' : 'Rediscovering';
  if (state.state !== 'Discovering') enter(state, out, next, reason, rules);
  if (waits) backOff(state, out);
  else lookAtOnce(state, out);
}
