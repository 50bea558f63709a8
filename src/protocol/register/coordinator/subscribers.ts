/**
 * [META-2] Per topic, the groups that subscribe to it: the index for whoever hears that a topic has
 * changed. It follows the stored generations, and holds no topic without a group.
 */
import type { AssignedTopic, CoordinatorState, Group } from './state.ts';

type Topics = ReadonlyMap<string, AssignedTopic>;

const none: Topics = new Map();

/** The group's topics are no longer those of `before`. */
export function indexTopics(
  { subscribers }: CoordinatorState,
  { id, topics }: Pick<Group, 'id' | 'topics'>,
  before: Topics = none,
): void {
  for (const topic of before.keys()) {
    const groups = topics.has(topic) ? undefined : subscribers.get(topic);
    if (groups?.delete(id) && groups.size === 0) subscribers.delete(topic);
  }
  for (const topic of topics.keys()) {
    const groups = subscribers.get(topic);
    if (groups) groups.add(id);
    else subscribers.set(topic, new Set([id]));
  }
}

/** The group is forgotten. */
export function unindexTopics(state: CoordinatorState, { id, topics }: Group): void {
  indexTopics(state, { id, topics: new Map() }, topics);
}
