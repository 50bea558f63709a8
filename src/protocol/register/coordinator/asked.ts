/** A group request as far as its answer needs it, and the refusal: in bytes and as a fact. */
import { errorCodes } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import {
  heartbeatResponse,
  offsetCommitResponse,
  offsetFetchResponse,
  registerConsumerResponse,
} from '../messages.ts';
import type { CoordinatorContext } from './context.ts';
import type { Group, Member } from './state.ts';

export type GroupApi = 'RegisterConsumer' | 'Heartbeat' | 'OffsetCommit' | 'OffsetFetch';

export interface Asked {
  readonly api: GroupApi;
  /** Name of the process that asks. */
  readonly to: string;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly group: string;
  /** Empty for a newcomer. */
  readonly member: string;
  readonly version: 0 | 1;
  /** Where the request carries one. */
  readonly givenGeneration?: number;
}

/** What every group request has. */
export interface GroupRequest {
  readonly version: number;
  readonly correlationId: number;
  readonly groupId: string;
  readonly consumerId: string;
  readonly groupGenerationId?: number;
}

export interface Refusal {
  readonly error: ErrorName;
  /** stale, future, rebalance-pending, unknown-member, not-coordinator, ... */
  readonly reason: string;
  readonly rules: readonly RuleId[];
  /** Where the coordinator knows the group. */
  readonly currentGeneration?: number;
}

export function askedOf(
  context: CoordinatorContext,
  connection: ConnectionId,
  api: GroupApi,
  request: GroupRequest,
): Asked {
  const { correlationId, groupId, consumerId, groupGenerationId } = request;
  const asked = {
    api,
    to: context.peerOf(connection),
    connection,
    correlationId,
    group: groupId,
    member: consumerId,
    version: versionOf(request),
  };
  if (groupGenerationId === undefined) return asked;
  return { ...asked, givenGeneration: groupGenerationId };
}

/** Version 0, or what every later one adds to it. */
export function versionOf({ version }: { readonly version: number }): 0 | 1 {
  return version === 0 ? 0 : 1;
}

/** Refuses a request: an answer to the sender and a fact for the trace. */
export function refuse(context: CoordinatorContext, asked: Asked, refusal: Refusal): void {
  const { api, to, connection, group, member, givenGeneration, correlationId } = asked;
  const { error, reason, rules, currentGeneration } = refusal;
  const generations = {
    ...(givenGeneration === undefined ? {} : { givenGeneration }),
    ...(currentGeneration === undefined ? {} : { currentGeneration }),
  };
  const who = { to, api, group, member: member === '' ? null : member };
  context.out.report({ kind: 'request-refused', ...who, error, reason, ...generations }, rules);
  const { schema, fields } = errorResponses[api];
  const value = { correlationId, errorCode: errorCodes[error], ...fields(asked, refusal) };
  const generation = currentGeneration === undefined ? {} : { generation: currentGeneration };
  context.reply(connection, schema, value, { correlationId, group, error, ...generation }, rules);
}

/** A request that will never be answered: nothing is sent, only the trace hears of it. */
export function ignore(
  { out }: CoordinatorContext,
  { id: group }: Group,
  request: { readonly api: GroupApi; readonly consumer: string; readonly member: string | null },
  reason: string,
  rules: readonly RuleId[],
): void {
  const { api, consumer, member } = request;
  out.report({ kind: 'request-ignored', consumer, api, group, member, reason }, rules);
}

/** [REG-10] Below the highest correlation id of its member: from a connection given up since. */
export function isLate(
  context: CoordinatorContext,
  group: Group,
  member: Member,
  api: GroupApi,
  { correlationId }: GroupRequest,
): boolean {
  if (correlationId >= member.highestCorrelationId) return false;
  const { id, consumer } = member;
  ignore(context, group, { api, consumer, member: id }, 'late', ['REG-10']);
  return true;
}

interface ErrorResponse {
  readonly schema: MessageSchema;
  /** The fields beside correlation id and error code. */
  readonly fields: (asked: Asked, refusal: Refusal) => Record<string, unknown>;
}

/** The generation in an answer about a group that the coordinator does not know. */
const unknownGeneration = -1;

function named({ group, member }: Asked, { currentGeneration }: Refusal) {
  const groupGenerationId = currentGeneration ?? unknownGeneration;
  return { groupId: group, consumerId: member, groupGenerationId };
}

const errorResponses: Readonly<Record<GroupApi, ErrorResponse>> = {
  RegisterConsumer: {
    schema: registerConsumerResponse as MessageSchema,
    fields: (asked, refusal) => ({
      ...named(asked, refusal),
      version: asked.version,
      partitionsToOwn: [],
    }),
  },
  Heartbeat: { schema: heartbeatResponse as MessageSchema, fields: named },
  OffsetCommit: { schema: offsetCommitResponse as MessageSchema, fields: () => ({}) },
  OffsetFetch: { schema: offsetFetchResponse as MessageSchema, fields: () => ({ offsets: [] }) },
};
