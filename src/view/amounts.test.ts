/** Every amount has one form. */
import { expect, it } from 'vitest';
import { inSeconds, ms, msRange, roundSeconds, seconds, secondsNumber } from './amounts.ts';

it('writes moments to the millisecond, or as short as there is room', () => {
  expect(inSeconds(4_321_000)).toBe('4.321 s');
  expect(inSeconds(4_321_000, 1)).toBe('4.3 s');
  expect(secondsNumber(4_321_000)).toBe('4.321');
});

it('writes a time that runs with fewer decimals as it grows', () => {
  expect([-1, 0, 9_994_000, 9_996_000, 61_234_000].map(seconds)).toEqual([
    '0.00 s',
    '0.00 s',
    '9.99 s',
    '10.0 s',
    '61.2 s',
  ]);
});

it('writes a time that was set with the decimals that it has', () => {
  expect([3_000_000, 1_333_333].map(roundSeconds)).toEqual(['3 s', '1.33 s']);
});

it('writes milliseconds as one types them', () => {
  expect([1_000_000, 333_333, 333_333.4].map(ms)).toEqual(['1000 ms', '333.333 ms', '333.333 ms']);
});

it('writes a range of one value as that value', () => {
  expect(msRange([5, 15])).toBe('5 to 15 ms');
  expect(msRange([5, 5])).toBe('5 ms');
});
