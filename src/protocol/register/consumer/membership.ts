/** Becoming part of the group, losing its coordinator, stopping (HB-0, HB-4, HB-5, HB-8). */
import type { Us } from '../../../lib/time.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { closeConnection } from './connection.ts';
import { askNextBroker, backOff } from './discovery.ts';
import { release } from './holdings.ts';
import { askForOffsets, commit, startCommit } from './offsets.ts';
import { registerForOtherTopics, wantsOtherTopics } from './registration.ts';
import type { ConsumerState } from './state.ts';
import { transition } from './states.ts';
import { startCoordinatorFailed, startHeartbeat, stopCoordinatorTimers } from './timers.ts';
import { askForTopics } from './topics.ts';

/** In the group, and about to fetch what it owns. */
export function joinGroup(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  reason: string,
  rules: readonly RuleId[],
): void {
  const { settings, state: previous } = state;
  state.fetching = true;
  // [DISC-2] The backoff starts again.
  state.backoffUs = settings.backoffMinUs;
  transition(state, out, 'PartOfGroup', reason, rules);
  if (wantsOtherTopics(state)) return registerForOtherTopics(state, out, nowUs, []);
  // [HB-1] In Rediscovering they have begun already, with the one that was accepted.
  if (previous === 'Registering') startHeartbeat(state, out);
  // [HB-0] Its side of failure detection starts.
  startCoordinatorFailed(state, out);
  startCommit(state, out);
  askForOffsets(state, out);
  // [WILD-2] It fell due before, or what was asked then was not answered.
  if (state.topicsDue) askForTopics(state, out);
}

export interface Loss {
  readonly reason: string;
  readonly rules: readonly RuleId[];
  /** [DISC-2] Whether the next broker is asked at once or after a backoff. */
  readonly next: 'at once' | 'backoff';
}

/** The coordinator is lost: looks for it again, with or without an id. Goes on reading if it did. */
export function loseCoordinator(
  state: ConsumerState,
  out: Effects,
  { reason, rules, next }: Loss,
): void {
  stopCoordinatorTimers(state, out);
  closeConnection(state, out);
  const looking = state.member === null ? 'Discovering' : 'Rediscovering';
  if (state.state !== looking) transition(state, out, looking, reason, rules);
  if (next === 'backoff') return backOff(state, out, ['DISC-2', ...rules]);
  askNextBroker(state, out);
}

/** [REG-2] A refusal that no retry can mend: it stops and says why. */
export function fail(state: ConsumerState, out: Effects, error: ErrorName, text: string): void {
  stopCoordinatorTimers(state, out);
  out.report({ kind: 'consumer-failed', error, text }, ['REG-2']);
  transition(state, out, 'Down', `refused: ${error}`, ['REG-2']);
  // [HB-8] It gives up its coordinator for good.
  closeConnection(state, out);
  out.exit('fatal-error');
}

/** The design has no leave request: it commits and closes, and the group finds out by HB-3. */
export function stop(state: ConsumerState, out: Effects, nowUs: Us): void {
  const { connection } = state;
  release(state, out, nowUs, { reason: 'stopped', rules: [] });
  if (connection?.purpose === 'coordinator' && connection.isOpen)
    commit(state, out, nowUs, ['OFF-1']);
  transition(state, out, 'Down', 'stopped', ['HB-6']);
  closeConnection(state, out);
  out.exit('stop');
}
