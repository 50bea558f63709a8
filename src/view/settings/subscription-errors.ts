/** What is wrong with a subscription, in the words of the fields that it is typed into. Pure. */
import type { InputError } from '../../lib/json-text.ts';
import { isName, limits } from '../../trace/experiment-fields.ts';

export interface Patterns {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export type Wanted = { readonly topics: readonly string[] } | Patterns;

type List = 'topics' | 'allow' | 'deny';

/** One sentence a field. */
export type SubscriptionErrors = { readonly [L in List]?: string };

/** `errors` are the schema's, about `wanted`; each field gets the first that is about it. */
export function subscriptionErrors(
  errors: readonly InputError[],
  wanted: Wanted,
): SubscriptionErrors {
  const lists: { readonly [L in List]?: readonly string[] } = wanted;
  const isByName = 'topics' in wanted;
  const words: { [L in List]?: string } = {};
  for (const { place, message } of errors) {
    const [, list, index] = /^(topics|allow|deny)(?:\[(\d+)\])?/.exec(place) ?? [];
    if (list === undefined) continue;
    // Neither list of patterns is there: the schema misses the topics.
    const field = list === 'topics' && !isByName ? 'allow' : (list as List);
    const items = lists[field] ?? [];
    words[field] ??=
      index === undefined
        ? aboutList(field, items.length)
        : aboutItem(field, items, Number(index), message);
  }
  return words;
}

function aboutList(field: List, count: number): string {
  if (field === 'topics') {
    if (count === 0) return 'Tick a topic, or name one: it has to read something.';
    return `These are ${count} topics: one consumer may name ${limits.subscribed}.`;
  }
  if (count === 0) return 'Give a pattern, here or under deny.';
  return `These are ${count} patterns: a list may have ${limits.patterns}.`;
}

function aboutItem(field: List, items: readonly string[], index: number, message: string): string {
  const item = items[index] ?? '';
  if (field === 'topics') {
    if (items.indexOf(item) < index) return `\u201c${shortOf(item)}\u201d is ticked already.`;
    return isName(item) ? message : `\u201c${shortOf(item)}\u201d is no name of a topic: ${names}`;
  }
  const line = items.length > 1 ? `Line ${index + 1}` : 'It';
  if (item.length > limits.patternCharacters) {
    return `${line} has ${item.length} characters: a pattern may have ${limits.patternCharacters}.`;
  }
  return `${line} ${message}.`;
}

const names = 'it has 1 to 64 letters from A to Z, digits, dots, underscores and hyphens.';

const shortOf = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}\u2026` : text);
