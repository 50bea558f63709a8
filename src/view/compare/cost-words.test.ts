import { expect, test } from 'vitest';
import type { CostLine } from '../../trace/queries/compare.ts';
import { amountWords, differenceWords, toneOf } from './cost-words.ts';

const line = (unit: CostLine['unit'], first: number, second: number): CostLine => {
  return { id: 'x', title: 'X', unit, first, second, difference: second - first };
};

test.each([
  [line('', 3, 1), '−2 fewer', 'better'],
  [line('', 1, 1501), '+1,500 more', 'worse'],
  [line('', 4, 4), 'the same', 'same'],
  [line('partition-seconds', 9_040_000, 1_000_000), '−8.0 less', 'better'],
  [line('partition-seconds', 0, 1_250_000), '+1.3 more', 'worse'],
  // Neither has a decimal more in the table.
  [line('partition-seconds', 0, 40_000), 'the same', 'same'],
] as const)('%o', (cost, words, tone) => {
  expect(differenceWords(cost)).toBe(words);
  expect(toneOf(cost)).toBe(tone);
});

test('partition-seconds are written in seconds', () => {
  expect(amountWords(line('partition-seconds', 0, 0), 9_040_000)).toBe('9.0');
  expect(amountWords(line('', 0, 0), 12_345)).toBe('12,345');
});
