/** Committing positions, and asking for those committed before (OFF-1, OFF-4). */
import type { Us } from '../../../lib/time.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { offsetCommitRequest, offsetFetchRequest } from '../messages.ts';
import { sendRequest } from './connection.ts';
import { positionsOf, reportConsumed, withoutPosition } from './positions.ts';
import type { ConsumerState } from './state.ts';

/** [OFF-1] Commits every position that it knows. It acts on no answer: a refusal has no effect. */
export function commit(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  rules: readonly RuleId[],
): void {
  const { settings, member, generation } = state;
  const offsets = positionsOf(state, nowUs);
  if (member === null || offsets.length === 0) return;
  reportConsumed(state, out, nowUs);
  const body = {
    groupId: settings.group,
    consumerId: member,
    groupGenerationId: generation,
    offsets,
  };
  sendRequest(state, out, offsetCommitRequest, body, { rules, generation });
}

/** [OFF-1] Every commit interval. */
export function startCommit({ settings }: ConsumerState, out: Effects): void {
  out.startTimer('commit', '', settings.commitIntervalUs, ['OFF-1']);
}

/** The interval is over. */
export function commitPeriodically(state: ConsumerState, out: Effects, nowUs: Us): void {
  commit(state, out, nowUs, ['OFF-1']);
  startCommit(state, out);
}

/** [OFF-4] Asks for the positions that it does not know; again every Q until it knows them all. */
export function askForOffsets(state: ConsumerState, out: Effects): void {
  const { settings, member } = state;
  const partitions = withoutPosition(state);
  if (partitions.length === 0) return;
  const body = { groupId: settings.group, consumerId: member ?? '', partitions };
  sendRequest(state, out, offsetFetchRequest, body, { rules: ['OFF-4'] });
  out.startTimer('request', '', settings.requestTimeoutUs, ['OFF-4']);
}
