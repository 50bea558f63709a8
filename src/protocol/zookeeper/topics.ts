/** Topics: they are made by the scenario and changed by a user, never by a client. */
import { decodeFields, encodeFields } from '../../wire/codec.ts';
import type { Effects, Input } from '../step.ts';
import { paths, topicNode } from './nodes.ts';
import type { ZooKeeperState } from './state.ts';
import { childNames, putNode, removeNode } from './tree.ts';
import { fireWatches } from './watches.ts';

/** Makes a topic, under a creation number that no other had (TOP-2), or grows it. */
export function putTopic(state: ZooKeeperState, topic: string, partitions: number): boolean {
  const path = paths.topic(topic);
  const stamp = state.nodes.get(path)?.stamp ?? state.nextCreation++;
  const data = encodeFields(topicNode, { partitions });
  return putNode(state, path, { stamp, author: 'zookeeper', owner: '', data });
}

export type TopicChange = Omit<Extract<Input, { kind: 'change-topic' }>, 'kind'>;

/** A user creates, grows or (0 partitions) deletes a topic. What changes nothing has no effect. */
export function changeTopic(
  state: ZooKeeperState,
  out: Effects,
  { topic, partitions, recordsPerSecond }: TopicChange,
): void {
  const path = paths.topic(topic);
  const node = state.nodes.get(path);
  const before = node ? (decodeFields(topicNode, node.data)?.partitions ?? 0) : 0;
  const isDeletion = partitions === 0;
  // [TOP-2] Creating a topic that exists has no effect; no topic ever shrinks.
  if (isDeletion ? !node : partitions <= before) return;
  if (isDeletion) dropTopic(state, topic);
  else putTopic(state, topic, partitions);
  out.report({ kind: 'topic-changed', topic, partitions, recordsPerSecond }, ['TOP-1', 'TOP-2']);
  fireWatches(state, out, path, isDeletion || !node);
}

/** [TOP-2] Its committed offsets go with it. */
function dropTopic(state: ZooKeeperState, topic: string): void {
  removeNode(state, paths.topic(topic));
  for (const group of childNames(state, paths.groups)) {
    const parent = paths.offsetsOf(group, topic);
    for (const partition of childNames(state, parent)) removeNode(state, `${parent}/${partition}`);
  }
}
