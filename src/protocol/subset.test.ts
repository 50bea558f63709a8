import { expect, test } from 'vitest';
import { javaStringHash, subsetOf } from './subset.ts';

test.each([
  ['my-group', 12],
  ['orders', 31],
  ['payments', 13],
  ['group-a', 47],
  ['group-b', 48],
  ['analytics', 10],
  ['demo', 1],
  ['billing', 9],
])('[COORD-1] group %s belongs to subset %d', (group, subset) => {
  expect(subsetOf(group)).toBe(subset);
});

test.each([
  ['', 0],
  ['hello', 99_162_322],
  ['polygenelubricants', -0x8000_0000],
  ['ä😀', 228 * 31 * 31 + 0xd83d * 31 + 0xde00],
])('[COORD-1] the hash is that of Java: %s', (text, hash) => {
  expect(javaStringHash(text)).toBe(hash);
});

test('[COORD-1] the hash that has no positive counterpart counts as 0', () => {
  expect(subsetOf('polygenelubricants')).toBe(0);
});
