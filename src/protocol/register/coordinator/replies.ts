/** Answers to consumers, and the facts that go with refusals. */
import { errorCodes } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import {
  heartbeatResponse,
  offsetCommitResponse,
  offsetFetchResponse,
  registerConsumerResponse,
} from '../messages.ts';
import type { CoordinatorContext } from './context.ts';
import type { Group, Parked } from './state.ts';

/** The parts of a request that its answer needs. */
export interface Asked {
  readonly api: 'RegisterConsumer' | 'Heartbeat' | 'OffsetCommit' | 'OffsetFetch';
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly group: string;
  /** Empty for a newcomer. */
  readonly member: string;
  readonly version: 0 | 1;
  /** -1 where the request carries none. */
  readonly generation: number;
}

interface Refusal {
  readonly error: ErrorName;
  readonly reason: string;
  readonly rules: readonly RuleId[];
  readonly currentGeneration?: number;
}

/** Refuses a request, in bytes to the sender and as a fact in the trace. */
export function refuse(context: CoordinatorContext, asked: Asked, refusal: Refusal): void {
  const { error, reason, rules, currentGeneration } = refusal;
  context.out.report(
    {
      kind: 'request-refused',
      to: context.peerOf(asked.connection),
      api: asked.api,
      group: asked.group,
      member: asked.member === '' ? null : asked.member,
      error,
      reason,
      ...(asked.generation < 0 ? {} : { givenGeneration: asked.generation }),
      ...(currentGeneration === undefined ? {} : { currentGeneration }),
    },
    rules,
  );
  answerWithError(context, asked, error, currentGeneration ?? -1, rules);
}

function answerWithError(
  context: CoordinatorContext,
  asked: Asked,
  error: ErrorName,
  generation: number,
  rules: readonly RuleId[],
): void {
  const { api, connection, correlationId, group: groupId, member: consumerId, version } = asked;
  const errorCode = errorCodes[error];
  const about = { correlationId, group: groupId, generation, error };
  const groupGenerationId = generation;
  switch (api) {
    case 'Heartbeat': {
      const value = { correlationId, groupId, groupGenerationId, consumerId, errorCode };
      return context.reply(connection, heartbeatResponse, value, about, rules);
    }
    case 'RegisterConsumer': {
      const empty = { groupGenerationId, groupId, consumerId, partitionsToOwn: [] };
      const value = { version, correlationId, errorCode, ...empty };
      return context.reply(connection, registerConsumerResponse, value, about, rules);
    }
    case 'OffsetCommit':
      return context.reply(
        connection,
        offsetCommitResponse,
        { correlationId, errorCode },
        about,
        rules,
      );
    case 'OffsetFetch': {
      const value = { correlationId, errorCode, offsets: [] };
      return context.reply(connection, offsetFetchResponse, value, about, rules);
    }
  }
}

/** A parked registration as a request that can be refused. */
export function askedBy(group: Group, parked: Parked): Asked {
  return {
    api: 'RegisterConsumer',
    connection: parked.connection,
    correlationId: parked.correlationId,
    group: group.id,
    member: parked.member ?? '',
    version: parked.version,
    generation: -1,
  };
}

/** The end of a registration: id, generation, partitions (RB-6). */
export function answerRegistration(
  context: CoordinatorContext,
  group: Group,
  { connection, correlationId, version }: Pick<Parked, 'connection' | 'correlationId' | 'version'>,
  memberId: string,
  rules: readonly RuleId[],
): void {
  const member = group.members.get(memberId);
  if (!member) return;
  const partitionsToOwn = member.partitions.flatMap(({ topic, partitions }) =>
    partitions.map((partition) => ({ topic, partition })),
  );
  const value = {
    version,
    correlationId,
    errorCode: errorCodes.None,
    groupGenerationId: group.generation,
    groupId: group.id,
    consumerId: memberId,
    partitionsToOwn,
  };
  const about = { correlationId, group: group.id, generation: group.generation };
  context.reply(connection, registerConsumerResponse, value, about, rules);
}
