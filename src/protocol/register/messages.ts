/**
 * The messages of the register protocol (protocol.md, section 9). WIRE-1..6 are what the source
 * document prints, `since: 1` fields what its prose needs; the other formats are ours, in the same
 * style. The sentences are the inspector's.
 */
import { array, as, int16, int32, int64, message, string, struct } from '../../wire/schema.ts';
import type { MessageOf } from '../../wire/schema.ts';

const version = int16(
  'Version of this request: 0 is what the source document prints, 1 adds to it.',
);
const correlationId = int32('Counts up per sender; the response repeats it.');
const errorCode = int16('0, or why the request was refused.');
const groupId = string('The group that this is about.');
const consumerId = string('The id that the coordinator gave; empty for a newcomer.');
const groupGenerationId = int32('The generation that the sender believes is current.');

const broker = struct('Broker', {
  id: int32('Number of the broker.'),
  host: string('Where it listens; in this simulation the name of its process.'),
  port: int32('Port it listens on.'),
});

const topicAndPartition = struct('TopicAndPartition', {
  topic: string('Topic.'),
  partition: int32('Number of the partition, from 0.'),
});

export const consumerMetadataRequest = message({
  name: 'ConsumerMetadataRequest',
  api: 'ConsumerMetadata',
  apiKey: 10,
  direction: 'request',
  rule: 'WIRE-1',
  about: 'A consumer asks any broker who coordinates its group (DISC-1).',
  fields: {
    version,
    correlationId,
    clientId: string('Name that the client gives itself.'),
    groupId,
  },
});

export const consumerMetadataResponse = message({
  name: 'ConsumerMetadataResponse',
  api: 'ConsumerMetadata',
  apiKey: 10,
  direction: 'response',
  rule: 'WIRE-2',
  about: 'Who coordinates the group, as the answering broker knows it.',
  fields: {
    correlationId,
    errorCode,
    coordinatorId: as(broker, 'The coordinator; id -1 where the broker knows none.'),
    coordinatorEpoch: int32('Counts the elections of this subset (COORD-2); -1 where unknown.'),
    groupGenerationId: int32("The answering broker's own knowledge, else -1; nobody acts on it."),
  },
});

export const registerConsumerRequest = message({
  name: 'RegisterConsumerRequest',
  api: 'RegisterConsumer',
  apiKey: 11,
  direction: 'request',
  rule: 'WIRE-3',
  about: 'A consumer joins its group, or registers again in a rebalance (REG-1, RB-3).',
  fields: {
    version,
    correlationId,
    groupId,
    consumerHost: string('Host of the consumer; becomes part of its id.'),
    sessionTimeout: int32('S, in milliseconds.'),
    topics: array(string('Topic.'), 'Topics that it subscribes to; may be empty (REG-9).'),
    heartbeatFrequency: int16('F: heartbeats per session timeout, a count.', 1),
    failedHeartbeatThreshold: int16('T: heartbeats missed before it counts as dead.', 1),
    consumerId: string('Its id if it has one, else empty.', 1),
    strategy: string('Name of the assignment strategy it expects.', 1),
  },
});

export const registerConsumerResponse = message({
  name: 'RegisterConsumerResponse',
  api: 'RegisterConsumer',
  apiKey: 11,
  direction: 'response',
  rule: 'WIRE-4',
  about: 'The end of a rebalance for one consumer: its id, the generation, what it owns (RB-6).',
  fields: {
    version,
    correlationId,
    errorCode,
    groupGenerationId: int32('The new generation.'),
    groupId,
    consumerId: string('The id of this consumer from now on.'),
    partitionsToOwn: array(topicAndPartition, 'The partitions that it owns in this generation.'),
  },
});

export const heartbeatRequest = message({
  name: 'HeartbeatRequest',
  api: 'Heartbeat',
  apiKey: 12,
  direction: 'request',
  rule: 'WIRE-5',
  about: 'A member says that it lives, every S / F (HB-1).',
  fields: { version, correlationId, groupId, groupGenerationId, consumerId },
});

export const heartbeatResponse = message({
  name: 'HeartbeatResponse',
  api: 'Heartbeat',
  apiKey: 12,
  direction: 'response',
  rule: 'WIRE-6',
  about: 'The answer to a heartbeat; IllegalGeneration is the only rebalance signal (HB-2).',
  fields: {
    correlationId,
    groupId,
    groupGenerationId: int32('The generation that the coordinator holds current.'),
    consumerId,
    errorCode,
  },
});

export const offsetCommitRequest = message({
  name: 'OffsetCommitRequest',
  api: 'OffsetCommit',
  apiKey: 8,
  direction: 'request',
  about: 'A member stores how far it has read (OFF-1).',
  fields: {
    version,
    correlationId,
    groupId,
    consumerId,
    groupGenerationId,
    offsets: array(
      struct('OffsetToCommit', {
        topic: string('Topic.'),
        partition: int32('Number of the partition, from 0.'),
        offset: int64('The next record to read.'),
      }),
      'One entry a partition.',
    ),
  },
});

export const offsetCommitResponse = message({
  name: 'OffsetCommitResponse',
  api: 'OffsetCommit',
  apiKey: 8,
  direction: 'response',
  about: 'Sent when ZooKeeper has taken the offsets, not before (OFF-3).',
  fields: { correlationId, errorCode },
});

export const offsetFetchRequest = message({
  name: 'OffsetFetchRequest',
  api: 'OffsetFetch',
  apiKey: 9,
  direction: 'request',
  about: 'A member asks where to begin reading (OFF-4).',
  fields: {
    version,
    correlationId,
    groupId,
    consumerId,
    partitions: array(topicAndPartition, 'The partitions whose position it does not know.'),
  },
});

export const offsetFetchResponse = message({
  name: 'OffsetFetchResponse',
  api: 'OffsetFetch',
  apiKey: 9,
  direction: 'response',
  about: 'The committed offsets.',
  fields: {
    correlationId,
    errorCode,
    offsets: array(
      struct('CommittedOffset', {
        topic: string('Topic.'),
        partition: int32('Number of the partition, from 0.'),
        offset: int64('The committed offset; -1 where nothing was committed.'),
      }),
      'One entry for each partition asked for.',
    ),
  },
});

export const topicMetadataRequest = message({
  name: 'TopicMetadataRequest',
  api: 'TopicMetadata',
  apiKey: 3,
  direction: 'request',
  about: 'Asks any broker for topics; an empty list means all of them (WILD-1).',
  fields: { version, correlationId, topics: array(string('Topic.'), 'Empty: all topics.') },
});

export const topicMetadataResponse = message({
  name: 'TopicMetadataResponse',
  api: 'TopicMetadata',
  apiKey: 3,
  direction: 'response',
  about: 'The topics and how many partitions they have.',
  fields: {
    correlationId,
    errorCode,
    topics: array(
      struct('TopicMetadata', {
        topic: string('Topic.'),
        partitions: int32('How many partitions it has; 0 where it does not exist.'),
      }),
      'One entry a topic.',
    ),
  },
});

export const updateConsumerMetadataRequest = message({
  name: 'UpdateConsumerMetadataRequest',
  api: 'UpdateConsumerMetadata',
  apiKey: 100,
  direction: 'request',
  about: 'The controller tells a broker who coordinates which subset: the whole map (COORD-10).',
  fields: {
    correlationId,
    controllerId: int32('Number of the broker that sends it.'),
    coordinators: array(
      struct('SubsetCoordinator', {
        subset: int32('0 to 49 (COORD-1).'),
        coordinator: as(broker, 'Its coordinator.'),
        coordinatorEpoch: int32('Counts the elections of this subset.'),
        session: string("The coordinator's ZooKeeper session at its election."),
      }),
      'One entry for each subset that has a coordinator.',
    ),
  },
});

export const updateConsumerMetadataResponse = message({
  name: 'UpdateConsumerMetadataResponse',
  api: 'UpdateConsumerMetadata',
  apiKey: 100,
  direction: 'response',
  about: 'The broker has taken what is newer than what it had.',
  fields: { correlationId, errorCode },
});

export type BrokerAddress = MessageOf<typeof consumerMetadataResponse>['coordinatorId'];
export type RegisterConsumerRequest = MessageOf<typeof registerConsumerRequest>;
export type HeartbeatRequest = MessageOf<typeof heartbeatRequest>;
export type OffsetCommitRequest = MessageOf<typeof offsetCommitRequest>;
export type OffsetFetchRequest = MessageOf<typeof offsetFetchRequest>;

export const registerMessages = [
  consumerMetadataRequest,
  consumerMetadataResponse,
  registerConsumerRequest,
  registerConsumerResponse,
  heartbeatRequest,
  heartbeatResponse,
  offsetCommitRequest,
  offsetCommitResponse,
  offsetFetchRequest,
  offsetFetchResponse,
  topicMetadataRequest,
  topicMetadataResponse,
  updateConsumerMetadataRequest,
  updateConsumerMetadataResponse,
] as const;
