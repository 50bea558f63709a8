/** Commits: accepted only from current members (OFF-1), answered when ZooKeeper has them (OFF-3). */
import { encodeFields } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ConnectionId } from '../../step.ts';
import type { Operation } from '../../zookeeper/messages.ts';
import { offsetNode, paths } from '../../zookeeper/nodes.ts';
import { check, setGuarded } from '../../zookeeper/operations.ts';
import { offsetCommitResponse } from '../messages.ts';
import type { OffsetCommitRequest } from '../messages.ts';
import { askedOf, isLate, refuse } from './asked.ts';
import type { Refusal } from './asked.ts';
import type { CoordinatorContext } from './context.ts';
import { fence } from './fence.ts';
import { illegalGeneration } from './generation.ts';
import type { Group, PendingCommit } from './state.ts';

export function handleCommit(
  context: CoordinatorContext,
  group: Group | undefined,
  connection: ConnectionId,
  request: OffsetCommitRequest,
): void {
  const member = group?.members.get(request.consumerId);
  if (!group || !member) {
    const refusal = { error: 'UnknownConsumer', reason: 'unknown-member' } as const;
    const asked = askedOf(context, connection, 'OffsetCommit', request);
    return refuse(context, asked, { ...refusal, rules: ['OFF-1'] });
  }
  if (isLate(context, group, member, 'OffsetCommit', request)) return;
  // [HB-3] It is no sign of life: the window goes on.
  member.highestCorrelationId = request.correlationId;
  const refusal = refusalOf(group, request.groupGenerationId);
  if (refusal) {
    const asked = askedOf(context, connection, 'OffsetCommit', request);
    return refuse(context, asked, { ...refusal, rules: ['OFF-1'] });
  }
  const { id, epoch } = group;
  const commit: PendingCommit = {
    group: id,
    epoch,
    generation: request.groupGenerationId,
    member: member.id,
    consumer: member.consumer,
    connection,
    correlationId: request.correlationId,
    // [TOP-2] Others are dropped, and the commit succeeds.
    offsets: request.offsets.filter(({ topic }) => group.topics.has(topic)),
  };
  context.multi(commitWrite(context, group, commit), { for: 'commit', commit });
}

/** [OFF-1] While a rebalance is being prepared the old generation is still current. */
function refusalOf(group: Group, given: number): Refusal | null {
  const refusal = illegalGeneration(group, given);
  const isPreparing = group.state === 'PreparingRebalance';
  return refusal?.reason === 'rebalance-pending' && isPreparing ? null : refusal;
}

/** [COORD-7] The fence, the stored generation, then the offsets of topics that are still the same. */
function commitWrite(
  context: CoordinatorContext,
  group: Group,
  commit: PendingCommit,
): Operation[] {
  const writes = commit.offsets.map(({ topic, partition, offset }) => {
    const stamp = group.topics.get(topic)?.creation ?? -1;
    const path = paths.offset(group.id, topic, partition);
    const data = encodeFields(offsetNode, { offset });
    return setGuarded({ path, stamp, author: commit.member, data }, paths.topic(topic));
  });
  const recordEpoch = String(group.recordEpoch);
  return [
    fence(context, group),
    check(paths.group(group.id), commit.generation, recordEpoch),
    ...writes,
  ];
}

/** What stands before the offsets in the multi: the fence and the check of the generation. */
const checks = 2;

/** ZooKeeper has taken the offsets, but those of topics that are no longer the same (TOP-2). */
export function commitTaken(
  context: CoordinatorContext,
  group: Group,
  commit: PendingCommit,
  leftOut: readonly number[],
): void {
  const { connection, correlationId, member, generation } = commit;
  for (const [index, { topic, partition, offset }] of commit.offsets.entries()) {
    if (leftOut.includes(checks + index)) continue;
    group.offsets.committed.get(topic)?.set(partition, offset);
    const what = { topic, partition, offset };
    context.out.report({ kind: 'offset-committed', group: group.id, member, generation, ...what }, [
      'OFF-1',
      'OFF-3',
    ]);
  }
  const value = { correlationId, errorCode: errorCodes.None };
  const about = { correlationId, group: group.id, generation };
  context.reply(connection, offsetCommitResponse, value, about, ['OFF-1', 'OFF-3']);
}

/** ZooKeeper has refused them: the role or the generation had passed on (OWN-4). */
export function refuseCommit(
  context: CoordinatorContext,
  commit: PendingCommit,
  refusal: Pick<Refusal, 'error' | 'reason'>,
): void {
  const { consumer: to, generation: givenGeneration } = commit;
  const asked = { ...commit, to, givenGeneration, api: 'OffsetCommit', version: 1 } as const;
  refuse(context, asked, { ...refusal, rules: ['COORD-7'] });
}
