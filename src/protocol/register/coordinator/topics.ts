/**
 * [TOP-1] What the coordinator knows of topics. Each is read with a watch, so that a change is told;
 * the notice comes once, and reading again sets the watch again. Who waits for a topic, or is to be
 * told of its change, is asked when its answer comes: groups that are loading, attempts that are
 * about to assign, and the groups of META-2.
 */
import { decodeFields } from '../../../wire/codec.ts';
import { paths, topicNode } from '../../zookeeper/nodes.ts';
import type { CoordinatorContext, ReadNode } from './context.ts';
import type { AssignedTopic, CoordinatorState } from './state.ts';

const noSuchTopic: AssignedTopic = { creation: -1, partitions: 0 };

/** What is known for sure: undefined while it has not been read, or is being read again. */
export function knownTopic(
  { topics }: Pick<CoordinatorState, 'topics'>,
  topic: string,
): AssignedTopic | undefined {
  const entry = topics.get(topic);
  return entry?.reads === 0 ? (entry.known ?? undefined) : undefined;
}

/** Asks for those that nobody watches yet; whether all are known for sure. */
export function needTopics(
  state: CoordinatorState,
  context: CoordinatorContext,
  topics: Iterable<string>,
): boolean {
  let areKnown = true;
  for (const topic of topics) {
    if (!state.topics.has(topic)) read(state, context, topic);
    areKnown &&= knownTopic(state, topic) !== undefined;
  }
  return areKnown;
}

function read(state: CoordinatorState, context: CoordinatorContext, topic: string): void {
  const entry = state.topics.get(topic) ?? { known: null, reads: 0 };
  state.topics.set(topic, entry);
  entry.reads += 1;
  context.watch(paths.topic(topic), { for: 'topic', topic });
}

export interface TopicNews {
  /** Null: it was not known. */
  readonly before: AssignedTopic | null;
  readonly now: AssignedTopic;
}

/**
 * A topic has been read. ZooKeeper answers in order, so of several reads the last answer is the
 * newest, and the only one that counts; null where it is still to come.
 */
export function noteTopic(
  state: CoordinatorState,
  topic: string,
  node: ReadNode | null,
): TopicNews | null {
  const entry = state.topics.get(topic);
  if (!entry) return null;
  entry.reads -= 1;
  if (entry.reads > 0) return null;
  const content = node && decodeFields(topicNode, node.data);
  const now = content ? { creation: node.stamp, partitions: content.partitions } : noSuchTopic;
  const before = entry.known;
  entry.known = now;
  return { before, now };
}

/** [TOP-1] A watch has fired. A topic that nobody needs any more is forgotten instead. */
export function handleTopicNotice(
  state: CoordinatorState,
  context: CoordinatorContext,
  topic: string,
): void {
  if (!state.topics.has(topic)) return;
  if (isNeeded(state, topic)) read(state, context, topic);
  else state.topics.delete(topic);
}

/**
 * [TOP-1] The connection is lost, and notices with it: everything watched is to be read again, and
 * nothing is known for sure until it has been. What is being read is asked again anyhow (COORD-7).
 */
export function readTopicsAgain(state: CoordinatorState, context: CoordinatorContext): void {
  for (const [topic, { reads }] of state.topics) {
    if (!isNeeded(state, topic)) state.topics.delete(topic);
    else if (reads === 0) read(state, context, topic);
  }
}

/** Subscribed to by a stored generation, being read, or dealt by one that is being written. */
function isNeeded({ subscribers, topics, groups }: CoordinatorState, topic: string): boolean {
  if (subscribers.has(topic) || (topics.get(topic)?.reads ?? 0) > 0) return true;
  return [...groups.values()].some(({ attempt }) => attempt?.proposal?.topics.has(topic));
}

/** Whether a topic is what it was at an assignment (TOP-2: another creation number is another topic). */
export function isSameTopic(a: AssignedTopic, b: AssignedTopic): boolean {
  return a.creation === b.creation && a.partitions === b.partitions;
}
