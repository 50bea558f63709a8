/** [REG-8] [WILD-1] A wrong subscription is told in the words of the field that it is typed into. */
import { expect, it } from 'vitest';
import { readAction } from '../../trace/read-action.ts';
import { subscriptionErrors } from './subscription-errors.ts';
import type { Wanted } from './subscription-errors.ts';

function wordsFor(wanted: Wanted) {
  const read = readAction({ do: 'subscribe', target: 'c-1', ...wanted });
  return read.ok ? {} : subscriptionErrors(read.errors, wanted);
}

it('says nothing of what is fine', () => {
  expect(wordsFor({ topics: ['orders'] })).toEqual({});
  expect(wordsFor({ deny: ['log.*'] })).toEqual({});
});

it('names what is typed, not its place in a list', () => {
  expect(wordsFor({ topics: ['orders', 'a b'] })).toEqual({
    topics:
      '“a b” is no name of a topic: it has 1 to 64 letters from A to Z, digits, dots, underscores and hyphens.',
  });
  expect(wordsFor({ topics: ['orders', 'orders'] })).toEqual({
    topics: '“orders” is ticked already.',
  });
});

it('asks for what is missing', () => {
  expect(wordsFor({ topics: [] }).topics).toBe(
    'Tick a topic, or name one: it has to read something.',
  );
  expect(wordsFor({})).toEqual({ allow: 'Give a pattern, here or under deny.' });
});

it('counts what is too much', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  expect(wordsFor({ topics: many(1001) }).topics).toBe(
    'These are 1001 topics: one consumer may name 1000.',
  );
  expect(wordsFor({ deny: many(101) }).deny).toBe('These are 101 patterns: a list may have 100.');
  expect(wordsFor({ allow: ['a', 'x'.repeat(201)] }).allow).toBe(
    'Line 2 has 201 characters: a pattern may have 200.',
  );
});

it('says which line is no pattern, and why', () => {
  expect(wordsFor({ allow: ['log.*', '('], deny: [')'] })).toEqual({
    allow: expect.stringMatching(/^Line 2 is no pattern: "\(": missing closing \)/) as string,
    deny: expect.stringMatching(/^It is no pattern: "\)": /) as string,
  });
});
