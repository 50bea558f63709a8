/** What a consumer subscribes to is said in exactly one of two ways: topics, or patterns. */
import type { InputError } from '../lib/json-text.ts';

interface Lists {
  readonly topics?: readonly string[];
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** What is wrong with the subscription that stands at `place`; it has to be there. */
export function checkSubscription(lists: Lists, place: string): InputError | null {
  const { topics } = lists;
  const patterns = (['allow', 'deny'] as const).find((key) => lists[key] !== undefined);
  if (!topics && !patterns) {
    const message =
      'is missing: a list of the topics that the consumer subscribes to, or patterns (allow, deny)';
    return { place: `${place}.topics`, message };
  }
  if (topics && patterns) {
    const message = 'stands beside topics: a consumer names topics or has patterns, not both';
    return { place: `${place}.${patterns}`, message };
  }
  return topics ? repeatedTopic(topics, `${place}.topics`) : null;
}

function repeatedTopic(topics: readonly string[], place: string): InputError | null {
  const index = topics.findIndex((topic, i) => topics.indexOf(topic) < i);
  if (index < 0) return null;
  return { place: `${place}[${index}]`, message: `"${topics[index]}" stands in the list twice` };
}
