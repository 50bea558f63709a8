import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextInt, nextUint32, randomStream } from './random.ts';

const draws = (seed: number, low: number, high: number, count: number) => {
  const stream = randomStream(seed, 'test');
  return Array.from({ length: count }, () => nextInt(stream, low, high));
};

describe('nextInt', () => {
  it('stays within its bounds, however far they are apart', () => {
    const low = fc.integer({ min: -(2 ** 31), max: 2 ** 31 });
    const width = fc.oneof(fc.nat(), fc.integer({ min: 0, max: 2 ** 52 }));
    fc.assert(
      fc.property(fc.nat(), low, width, (seed, least, more) => {
        const most = least + more;
        expect(draws(seed, least, most, 5).every((n) => n >= least && n <= most)).toBe(true);
      }),
    );
  });

  it.each([2 ** 32, 2 ** 32 + 1, 604_800_000_000, 2 ** 53 - 1])(
    'reaches every quarter of 0..%d',
    (high) => {
      const quarters = new Set(draws(7, 0, high, 200).map((n) => Math.floor((4 * n) / (high + 1))));
      expect(quarters).toEqual(new Set([0, 1, 2, 3]));
    },
  );

  it('is bound to whole numbers also above 2^32, odd ones among them', () => {
    const drawn = draws(3, 0, 604_800_000_000, 50);
    expect(drawn.every((n) => Number.isInteger(n))).toBe(true);
    expect(new Set(drawn.map((n) => n % 2))).toEqual(new Set([0, 1]));
  });

  it('takes one word for up to 2^32 values: recorded runs stay as they are', () => {
    const [drawn, words] = [randomStream(5, 'a'), randomStream(5, 'a')];
    for (const high of [0, 1, 9, 999_999, 2 ** 32 - 1]) {
      const next = nextUint32(words);
      expect(nextInt(drawn, 0, high)).toBe(next % (high + 1));
    }
    expect(drawn).toEqual(words);
  });
});
