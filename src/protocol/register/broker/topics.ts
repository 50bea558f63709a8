/** [WILD-1] TopicMetadata: any broker reads the topics from ZooKeeper, at each request. */
import type { Us } from '../../../lib/time.ts';
import { decodeFields } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { ConnectionId, Effects } from '../../step.ts';
import { zooKeeperChildrenRequest } from '../../zookeeper/messages.ts';
import { paths, topicNode } from '../../zookeeper/nodes.ts';
import type { ReadChild } from '../coordinator/context.ts';
import { topicMetadataResponse } from '../messages.ts';
import type { topicMetadataRequest } from '../messages.ts';
import { reply } from './context.ts';
import { ask } from './session.ts';
import type { BrokerState, PendingTopics } from './state.ts';

export function handleTopicMetadata(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  { correlationId, topics }: MessageOf<typeof topicMetadataRequest>,
): void {
  const request = { connection, correlationId, topics };
  if (state.zookeeper.session === '') return refuseTopics(state, out, request);
  const value = { path: paths.topics, watch: false };
  ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'topics', request });
}

/** Without a session it cannot know the topics. */
export function refuseTopics(state: BrokerState, out: Effects, request: PendingTopics): void {
  answer(state, out, request, 'CoordinatorNotAvailable', []);
}

/** ZooKeeper's list: all of it, or what was asked for. */
export function topicsRead(
  state: BrokerState,
  out: Effects,
  request: PendingTopics,
  nodes: readonly ReadChild[],
): void {
  const sizes = new Map<string, number>();
  for (const { name, data } of nodes) {
    sizes.set(name, decodeFields(topicNode, data)?.partitions ?? 0);
  }
  const names = request.topics.length > 0 ? request.topics : [...sizes.keys()];
  const error = names.every((name) => sizes.has(name)) ? 'None' : 'UnknownTopic';
  const topics = names.map((topic) => ({ topic, partitions: sizes.get(topic) ?? 0 }));
  answer(state, out, request, error, topics);
}

function answer(
  state: BrokerState,
  out: Effects,
  { connection, correlationId }: PendingTopics,
  error: ErrorName,
  topics: MessageOf<typeof topicMetadataResponse>['topics'],
): void {
  const value = { correlationId, errorCode: errorCodes[error], topics };
  const about = { correlationId, ...(error === 'None' ? {} : { error }) };
  reply(state, out, connection, topicMetadataResponse, value, about, ['WILD-1']);
}
