/** The group's record in ZooKeeper (META-1, META-3): writing a generation, taking up a stored one. */
import { encodeFields } from '../../../wire/codec.ts';
import type { Operation } from '../../zookeeper/messages.ts';
import { groupRecord, paths } from '../../zookeeper/nodes.ts';
import type { GroupRecord } from '../../zookeeper/nodes.ts';
import { checkAdvance, set } from '../../zookeeper/operations.ts';
import type { CoordinatorContext } from './context.ts';
import { fence } from './fence.ts';
import type { Group, Proposal } from './state.ts';

/** [META-3] One atomic write. [COORD-7] The fence, and the stored generation is lower. */
export function generationWrite(
  context: CoordinatorContext,
  group: Group,
  proposal: Proposal,
): Operation[] {
  const path = paths.group(group.id);
  const author = String(group.epoch);
  const { generation } = proposal;
  const data = encodeFields(groupRecord, recordOf(group, proposal));
  return [
    fence(context, group),
    checkAdvance(path, generation, author),
    set(path, generation, author, data),
  ];
}

function recordOf(group: Group, proposal: Proposal): GroupRecord {
  return {
    strategy: group.strategy,
    generation: proposal.generation,
    nextMemberNumber: proposal.nextMemberNumber,
    topics: [...proposal.topics].map(([topic, assigned]) => ({ topic, ...assigned })),
    members: proposal.members.map((member) => ({
      id: member.id,
      host: member.host,
      consumer: member.consumer,
      topics: [...member.topics],
      sessionTimeoutMs: member.sessionTimeoutMs,
      heartbeatFrequency: member.heartbeatFrequency,
      failedHeartbeatThreshold: member.failedHeartbeatThreshold,
      partitions: member.partitions.map(({ topic, partitions }) => ({
        topic,
        partitions: [...partitions],
      })),
    })),
  };
}

/** Takes up a stored record: the members are known, but none has been heard yet. */
export function adoptRecord(group: Group, record: GroupRecord, recordEpoch: number): void {
  group.recordEpoch = recordEpoch;
  group.generation = record.generation;
  group.strategy = record.strategy;
  group.nextMemberNumber = record.nextMemberNumber;
  for (const { topic, creation, partitions } of record.topics) {
    group.topics.set(topic, { creation, partitions });
  }
  for (const stored of record.members) {
    // [REG-10] A loaded member starts at -1.
    const member = { ...stored, connection: null, highestCorrelationId: -1, wasHeard: true };
    group.members.set(stored.id, member);
    group.unconfirmed.add(stored.id);
  }
}
