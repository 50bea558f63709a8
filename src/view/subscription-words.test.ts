import { expect, it } from 'vitest';
import { subscriptionWords } from './subscription-words.ts';

it('[WILD-1] names topics, or what the patterns let through', () => {
  const of = (topics: string[], allow: string[], deny: string[]) =>
    subscriptionWords({ topics, allow, deny });
  expect(of([], [], [])).toBe('nothing');
  expect(of(['orders', 'payments'], [], [])).toBe('orders, payments');
  expect(of([], ['log.*', 'audit'], ['log-debug'])).toBe(
    'what matches log.* or audit, without log-debug',
  );
  expect(of([], [], ['log.*'])).toBe('every topic, without log.*');
});
