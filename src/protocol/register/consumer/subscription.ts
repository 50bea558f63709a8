/** What a consumer wants to read. Which partitions it gets of that is the coordinator's business. */
import type { Subscription } from '../../settings.ts';

/** The topics to register for. Patterns match none while the topics there are are not known. */
export function topicsOf(subscription: Subscription): readonly string[] {
  return 'topics' in subscription ? subscription.topics : [];
}

/** Whether both lists name the same topics, in whatever order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  const topics = new Set(a);
  return topics.size === new Set(b).size && b.every((topic) => topics.has(topic));
}
