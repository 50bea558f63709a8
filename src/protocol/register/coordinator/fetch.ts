/**
 * OffsetFetch (OFF-4): where to begin reading. It checks neither id nor generation. The offsets of a
 * topic are read from ZooKeeper when somebody first asks for them, once for all who ask.
 */
import { decodeFields } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ConnectionId } from '../../step.ts';
import { offsetNode, paths } from '../../zookeeper/nodes.ts';
import { offsetFetchResponse } from '../messages.ts';
import type { OffsetFetchRequest } from '../messages.ts';
import type { CoordinatorContext, ReadChild } from './context.ts';
import type { Group, Offsets, PendingFetch } from './state.ts';

export function handleFetch(
  context: CoordinatorContext,
  group: Group | undefined,
  connection: ConnectionId,
  { groupId, correlationId, partitions }: OffsetFetchRequest,
): void {
  const fetch = { connection, correlationId, partitions };
  // A group without a record has committed nothing.
  if (!group) return answer(context, groupId, nothingCommitted, fetch);
  const { offsets } = group;
  if (isRead(offsets, fetch)) return answer(context, groupId, offsets.committed, fetch);
  offsets.waiting.push(fetch);
  for (const { topic } of partitions) readTopic(context, group, topic);
}

type Committed = ReadonlyMap<string, ReadonlyMap<number, number>>;

const nothingCommitted: Committed = new Map();

function isRead({ committed }: Offsets, { partitions }: PendingFetch): boolean {
  return partitions.every(({ topic }) => committed.has(topic));
}

function readTopic(
  context: CoordinatorContext,
  { id, epoch, offsets }: Group,
  topic: string,
): void {
  if (offsets.committed.has(topic) || offsets.asked.has(topic)) return;
  offsets.asked.add(topic);
  context.children(paths.offsetsOf(id, topic), { for: 'offsets', group: id, epoch, topic });
}

/**
 * The offsets of a topic have been read. ZooKeeper answers in order, so a commit acknowledged before
 * is among them, and one acknowledged later is put in then.
 */
export function offsetsRead(
  context: CoordinatorContext,
  { id, offsets }: Group,
  topic: string,
  nodes: readonly ReadChild[],
): void {
  const committed = new Map<number, number>();
  for (const { name, data } of nodes) {
    const node = decodeFields(offsetNode, data);
    if (node) committed.set(Number(name), node.offset);
  }
  offsets.asked.delete(topic);
  offsets.committed.set(topic, committed);
  const waiting = offsets.waiting;
  offsets.waiting = waiting.filter((fetch) => !isRead(offsets, fetch));
  for (const fetch of waiting) {
    if (isRead(offsets, fetch)) answer(context, id, offsets.committed, fetch);
  }
}

function answer(
  context: CoordinatorContext,
  group: string,
  committed: Committed,
  { connection, correlationId, partitions }: PendingFetch,
): void {
  const offsets = partitions.map(({ topic, partition }) => ({
    topic,
    partition,
    offset: committed.get(topic)?.get(partition) ?? -1,
  }));
  const value = { correlationId, errorCode: errorCodes.None, offsets };
  context.reply(connection, offsetFetchResponse, value, { correlationId, group }, ['OFF-4']);
}
