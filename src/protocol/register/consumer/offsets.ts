/** Positions, commits, and the reading of partitions as far as it is simulated (OFF-1, OFF-4, RB-7). */
import { encodeFrame } from '../../../wire/codec.ts';
import { errorName } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { offsetCommitRequest, offsetFetchRequest } from '../messages.ts';
import type { offsetFetchResponse } from '../messages.ts';
import { handleRefusal } from './heartbeat.ts';
import type { ConsumerState, OwnedPartition } from './state.ts';

/** Subject of the request timer of an offset fetch. */
export const offsetsTimer = 'offsets';

/** [OFF-1] Commits every position that it knows; it need not wait for the answer. */
export function commit(state: ConsumerState, out: Effects, rules: readonly RuleId[]): void {
  const { settings, connection, member, generation } = state;
  if (connection === null || member === null) return;
  const offsets = [...state.owned.values()].flatMap(({ topic, partition, position }) =>
    position === null ? [] : [{ topic, partition, offset: position }],
  );
  if (offsets.length === 0) return;
  const correlationId = state.nextCorrelationId++;
  const { group, wireVersion: version } = settings;
  const value = {
    version,
    correlationId,
    groupId: group,
    consumerId: member,
    groupGenerationId: generation,
    offsets,
  };
  const about = { api: 'OffsetCommit', direction: 'request', correlationId, group } as const;
  const bytes = encodeFrame(offsetCommitRequest, value, version);
  out.send(connection, bytes, { ...about, generation }, rules);
}

/** The interval is over: commits and counts on. */
export function commitPeriodically(state: ConsumerState, out: Effects): void {
  commit(state, out, ['OFF-1']);
  out.startTimer('commit', '', state.settings.commitIntervalUs, ['OFF-1']);
}

function reportPartition(
  state: ConsumerState,
  out: Effects,
  kind: 'partition-acquired' | 'partition-released',
  { topic, partition, position }: OwnedPartition,
  reason: string,
  rules: readonly RuleId[],
): void {
  const { member, generation, settings } = state;
  const { group } = settings;
  const offset = position ?? 0;
  const who = { group, member: member ?? '', topic, partition, generation, offset };
  out.report({ kind, ...who, reason }, rules);
}

/** Stops reading all partitions. */
export function release(
  state: ConsumerState,
  out: Effects,
  reason: string,
  rules: readonly RuleId[],
): void {
  state.fetching = false;
  for (const owned of state.owned.values()) {
    if (!owned.held) continue;
    owned.held = false;
    reportPartition(state, out, 'partition-released', owned, reason, rules);
  }
}

/** [RB-7] They are asked for again, whoever owns the partitions next. */
export function forgetPositions(state: ConsumerState): void {
  for (const owned of state.owned.values()) owned.position = null;
}

/** Reads the partitions whose position is known; the others follow when it is (OFF-4). */
export function takeUp(state: ConsumerState, out: Effects): void {
  for (const owned of state.owned.values()) {
    if (owned.position === null || owned.held) continue;
    owned.held = true;
    reportPartition(state, out, 'partition-acquired', owned, 'position known', ['RB-7', 'OFF-4']);
  }
}

/** [OFF-4] Asks for the positions that it does not know; again every Q until it knows them all. */
export function askForOffsets(state: ConsumerState, out: Effects): void {
  const { settings, connection, member } = state;
  const partitions = [...state.owned.values()]
    .filter(({ position }) => position === null)
    .map(({ topic, partition }) => ({ topic, partition }));
  if (connection === null || partitions.length === 0) return;
  const correlationId = state.nextCorrelationId++;
  state.offsetFetch = correlationId;
  const { group, wireVersion: version } = settings;
  const value = { version, correlationId, groupId: group, consumerId: member ?? '', partitions };
  const about = { api: 'OffsetFetch', direction: 'request', correlationId, group } as const;
  out.send(connection, encodeFrame(offsetFetchRequest, value, version), about, ['OFF-4']);
  out.startTimer('request', offsetsTimer, settings.requestTimeoutUs, ['OFF-4']);
}

export function handleOffsets(
  state: ConsumerState,
  out: Effects,
  response: MessageOf<typeof offsetFetchResponse>,
): void {
  if (response.correlationId !== state.offsetFetch || state.state !== 'PartOfGroup') return;
  state.offsetFetch = null;
  out.cancelTimer('request', offsetsTimer);
  const error = errorName(response.errorCode);
  if (error !== 'None') return handleRefusal(state, out, error);
  for (const { topic, partition, offset } of response.offsets) {
    const owned = state.owned.get(`${topic}/${partition}`);
    if (owned?.position === null) owned.position = Math.max(0, offset);
  }
  takeUp(state, out);
}
