/** Offsets: accepted only from current members (OFF-1), answered when ZooKeeper has them (OFF-3). */
import { decodeFields, encodeFields } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ConnectionId } from '../../step.ts';
import { offsetNode, paths } from '../../zookeeper/nodes.ts';
import { offsetCommitResponse, offsetFetchResponse } from '../messages.ts';
import type { OffsetCommitRequest, OffsetFetchRequest } from '../messages.ts';
import type { CoordinatorContext, ReadChild } from './context.ts';
import { check, fence, setGuarded } from './fence.ts';
import { refusalReason } from './heartbeat.ts';
import { refuse } from './replies.ts';
import type { Asked } from './replies.ts';
import type { Group, PendingCommit, PendingFetch } from './state.ts';

export function handleCommit(
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
  request: OffsetCommitRequest,
): void {
  const asked = commitAsked(group.id, connection, request);
  const member = group.members.get(request.consumerId);
  if (!member) {
    const refusal = { error: 'UnknownConsumer', reason: 'unknown-member' } as const;
    return refuse(context, asked, { ...refusal, rules: ['OFF-1'] });
  }
  // [REG-10] Late, from a connection given up since.
  if (request.correlationId < member.highestCorrelationId) return;
  member.highestCorrelationId = request.correlationId;
  const reason = refusalReason(group, request.groupGenerationId);
  // [OFF-1] While a rebalance is prepared the old generation still is current.
  if (reason && !(reason === 'rebalance-pending' && group.state === 'PreparingRebalance')) {
    return refuseGeneration(context, group, asked, reason);
  }
  const { correlationId, offsets, groupGenerationId: generation } = request;
  const { id, epoch } = group;
  const commit = {
    group: id,
    epoch,
    generation,
    member: member.id,
    connection,
    correlationId,
    offsets,
  };
  context.multi(commitOperations(context, group, commit), { for: 'commit', commit });
}

function commitAsked(
  group: string,
  connection: ConnectionId,
  request: Pick<OffsetCommitRequest, 'correlationId' | 'consumerId' | 'groupGenerationId'>,
): Asked {
  return {
    api: 'OffsetCommit',
    connection,
    correlationId: request.correlationId,
    group,
    member: request.consumerId,
    version: 1,
    generation: request.groupGenerationId,
  };
}

function refuseGeneration(
  context: CoordinatorContext,
  group: Group,
  asked: Asked,
  reason: string,
): void {
  const currentGeneration = group.generation;
  const refusal = { error: 'IllegalGeneration', reason, currentGeneration } as const;
  refuse(context, asked, { ...refusal, rules: ['OFF-1'] });
}

/** [COORD-7] The fence, the stored generation, then the offsets of topics that are still the same. */
function commitOperations(context: CoordinatorContext, group: Group, commit: PendingCommit) {
  const author = String(group.recordEpoch ?? group.epoch);
  const writes = commit.offsets.flatMap(({ topic, partition, offset }) => {
    const assigned = group.topics.get(topic);
    if (!assigned) return [];
    const path = paths.offset(group.id, topic, partition);
    const data = encodeFields(offsetNode, { offset });
    const write = { path, stamp: assigned.creation, author: commit.member, data };
    return [setGuarded(write, paths.topic(topic))];
  });
  return [
    fence(context, group),
    check(paths.group(group.id), commit.generation, author),
    ...writes,
  ];
}

/** ZooKeeper has answered a commit; `failedAt` 0 is the fence, 1 the generation. */
export function commitWritten(
  context: CoordinatorContext,
  group: Group,
  commit: PendingCommit,
  failedAt: number,
): void {
  const asked = commitAsked(group.id, commit.connection, {
    correlationId: commit.correlationId,
    consumerId: commit.member,
    groupGenerationId: commit.generation,
  });
  if (failedAt >= 0) return refuseGeneration(context, group, asked, 'stale');
  for (const { topic, partition, offset } of commit.offsets) {
    group.offsets.set(`${topic}/${partition}`, offset);
    const { group: id, member, generation } = commit;
    context.out.report(
      { kind: 'offset-committed', group: id, member, generation, topic, partition, offset },
      ['OFF-1', 'OFF-3'],
    );
  }
  const { connection, correlationId } = commit;
  const value = { correlationId, errorCode: errorCodes.None };
  const about = { correlationId, group: group.id, generation: commit.generation };
  context.reply(connection, offsetCommitResponse, value, about, ['OFF-3']);
}

/** [OFF-4] Neither id nor generation is checked. */
export function handleFetch(
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
  request: OffsetFetchRequest,
): void {
  const { correlationId, consumerId: member, partitions } = request;
  readNextTopic(context, group, {
    group: group.id,
    member,
    connection,
    correlationId,
    partitions,
    topic: '',
  });
}

/** Reads the committed offsets of each topic once; then they are known here (META-1). */
function readNextTopic(context: CoordinatorContext, group: Group, fetch: PendingFetch): void {
  const unread = fetch.partitions.find(({ topic }) => !group.offsetsRead.has(topic));
  if (!unread) return answerFetch(context, group, fetch);
  const { topic } = unread;
  context.children(paths.offsetsOf(group.id, topic), {
    for: 'offsets',
    fetch: { ...fetch, topic },
  });
}

export function offsetsRead(
  context: CoordinatorContext,
  group: Group,
  fetch: PendingFetch,
  nodes: readonly ReadChild[],
): void {
  group.offsetsRead.add(fetch.topic);
  for (const { name, data } of nodes) {
    const key = `${fetch.topic}/${name}`;
    const node = decodeFields(offsetNode, data);
    // A commit that was acknowledged meanwhile is newer than what was read.
    if (node && !group.offsets.has(key)) group.offsets.set(key, node.offset);
  }
  readNextTopic(context, group, fetch);
}

function answerFetch(context: CoordinatorContext, group: Group, fetch: PendingFetch): void {
  const { correlationId, connection, partitions } = fetch;
  const offsets = partitions.map(({ topic, partition }) => ({
    topic,
    partition,
    offset: group.offsets.get(`${topic}/${partition}`) ?? -1,
  }));
  const value = { correlationId, errorCode: errorCodes.None, offsets };
  context.reply(connection, offsetFetchResponse, value, { correlationId, group: group.id }, [
    'OFF-4',
  ]);
}
