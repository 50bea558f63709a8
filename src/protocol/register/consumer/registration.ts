/**
 * Registering: as new, again with the id it has, as new in place of an id that nobody knows
 * (REG-1, REG-3, REG-8, RB-3). All on the connection to the coordinator that it has.
 */
import type { Us } from '../../../lib/time.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { registerConsumerRequest } from '../messages.ts';
import { sendRequest } from './connection.ts';
import { release } from './holdings.ts';
import { commit } from './offsets.ts';
import { forgetPositions } from './positions.ts';
import type { ConsumerState } from './state.ts';
import { transition } from './states.ts';
import { isSameList } from './subscription.ts';
import { startRegistrationLimit, stopCoordinatorTimers } from './timers.ts';

/** [REG-1] Sends a registration and waits for its answer; `rules` are those that led to it. */
export function register(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  const { settings, member, generation } = state;
  stopCoordinatorTimers(state, out);
  const empty = state.wantedTopics.length === 0;
  const all: RuleId[] = ['REG-1', ...rules, ...(empty ? (['REG-9'] as const) : [])];
  transition(state, out, 'Registering', reason, all);
  // Answers to heartbeats and commits come late now: they are not read.
  state.awaiting.clear();
  state.sentTopics = state.wantedTopics;
  const body = {
    groupId: settings.group,
    consumerHost: settings.host,
    sessionTimeout: settings.sessionTimeoutMs,
    topics: [...state.sentTopics],
    heartbeatFrequency: settings.heartbeatFrequency,
    failedHeartbeatThreshold: settings.failedHeartbeatThreshold,
    consumerId: member ?? '',
    strategy: settings.strategy,
  };
  const known = member === null ? {} : { generation };
  sendRequest(state, out, registerConsumerRequest, body, { rules: all, ...known });
  startRegistrationLimit(state, out);
}

/** [RB-3] Stops fetching, commits under the old generation, registers again with its id. */
export function registerAgain(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  reason: string,
  rules: readonly RuleId[],
): void {
  release(state, out, nowUs, { reason, rules });
  // It does not wait for the answer: the connection keeps the order.
  commit(state, out, nowUs, ['OFF-1', 'RB-3']);
  forgetPositions(state);
  register(state, out, reason, rules);
}

/** [REG-3] Nobody knows its id: drops it with its partitions, commits nothing, registers as new. */
export function registerAsNew(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  rules: readonly RuleId[],
): void {
  release(state, out, nowUs, { reason: 'id unknown', rules });
  state.owned.clear();
  state.member = null;
  state.generation = -1;
  register(state, out, 'id unknown: registers as new', rules);
}

/** [REG-8] Whether the list of the last answered registration is no longer the one it wants. */
export function wantsOtherTopics({ answeredTopics, wantedTopics }: ConsumerState): boolean {
  return !isSameList(answeredTopics, wantedTopics);
}

/** `rules` are those by which it has come to want them. */
export function registerForOtherTopics(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  rules: readonly RuleId[],
): void {
  registerAgain(state, out, nowUs, 'other topics wanted', [...rules, 'REG-8', 'TRIG-5']);
}
