/** What a consumer wants to read. Which partitions it gets of that is the coordinator's business. */
import { known } from '../../../lib/assert.ts';
import { compilePattern } from '../../../lib/pattern.ts';
import { compareText } from '../../assignors/members.ts';
import type { Subscription } from '../../settings.ts';

type ByName = Extract<Subscription, { readonly topics: readonly string[] }>;
type ByPattern = Exclude<Subscription, ByName>;

/** [WILD-1] Whether it has to know which topics there are. */
export function isByPattern(subscription: Subscription): subscription is ByPattern {
  return !('topics' in subscription);
}

/** [WILD-1] Those of the names that it wants, each once and sorted: allowed by any, denied by none. */
export function matchingTopics(
  { allow, deny = [] }: ByPattern,
  names: readonly string[],
): readonly string[] {
  const allowed = allow?.map(matcherOf) ?? [() => true];
  const denied = deny.map(matcherOf);
  const matching = names.filter(
    (name) => allowed.some((matches) => matches(name)) && !denied.some((matches) => matches(name)),
  );
  return [...new Set(matching)].toSorted(compareText);
}

/** A text that is no pattern is refused before anything runs. */
function matcherOf(text: string): (name: string) => boolean {
  const pattern = compilePattern(text);
  return known(pattern.ok ? pattern.matches : null, `pattern ${text}`);
}

/** Whether both lists name the same topics, in whatever order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  const topics = new Set(a);
  return topics.size === new Set(b).size && b.every((topic) => topics.has(topic));
}
