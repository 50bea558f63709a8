/** [REG-8] What is typed into the form of a subscription, and what it says. Pure. */
import { hasPatterns } from '../../trace/world.ts';
import type { ConsumerWorld } from '../../trace/world.ts';
import type { Patterns, Wanted } from './subscription-errors.ts';

export type Subscribed = Pick<ConsumerWorld, 'topics' | 'allow' | 'deny'>;

export interface SubscriptionTyped {
  readonly byPattern: boolean;
  /** Those that are ticked. */
  readonly topics: readonly string[];
  readonly other: string;
  /** One pattern a line. */
  readonly allow: string;
  readonly deny: string;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** In the shape of a command or a file: no list that is empty. */
function patternsOf(allow: readonly string[], deny: readonly string[]): Patterns {
  return { ...(allow.length > 0 ? { allow } : {}), ...(deny.length > 0 ? { deny } : {}) };
}

/** What is typed, as a command would say it. */
export function wantedBy({ byPattern, topics, other, allow, deny }: SubscriptionTyped): Wanted {
  if (byPattern) return patternsOf(linesOf(allow), linesOf(deny));
  return { topics: [...topics, ...linesOf(other.trim())] };
}

/** The form as it begins. What patterns match goes on changing (WILD-2); that is no part of it. */
export function typedOf(consumer: Subscribed): SubscriptionTyped {
  const { topics, allow, deny } = consumer;
  const byPattern = hasPatterns(consumer);
  return {
    byPattern,
    topics: byPattern ? [] : topics,
    other: '',
    allow: allow.join('\n'),
    deny: deny.join('\n'),
  };
}

/** What is in force, as a command would say it. */
export function presentOf({ topics, allow, deny }: Subscribed): Wanted {
  return hasPatterns({ allow, deny }) ? patternsOf(allow, deny) : { topics };
}
