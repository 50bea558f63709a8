/** Stretches that touch a window: as many blocks as it takes, open ends, and all corners. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IntervalIndex } from './interval-index.ts';

interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Ended in an order of their own, as messages are; those that last stay open. */
function indexOf(stretches: readonly Stretch[]): IntervalIndex {
  const index = new IntervalIndex();
  for (const { fromUs } of stretches) index.begin(fromUs);
  const byEnd = stretches.map(({ toUs }, row) => ({ toUs, row }));
  for (const { toUs, row } of byEnd.toSorted((a, b) => a.toUs - b.toUs)) {
    if (toUs < Infinity) index.end(row, toUs);
  }
  return index;
}

function touching(index: IntervalIndex, fromUs: number, toUs: number): number[] {
  return [...index.touching(fromUs, toUs)];
}

const gap = fc.integer({ min: 0, max: 3 });
const length = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 5000 }) },
  { weight: 1, arbitrary: fc.constant(Infinity) },
);
const stretchesOf = fc
  .array(fc.tuple(gap, length), { maxLength: 3000, size: 'max' })
  .map((list) => {
    let atUs = 0;
    return list.map(([gapUs, lengthUs]) => {
      atUs += gapUs;
      return { fromUs: atUs, toUs: atUs + lengthUs };
    });
  });

test('it finds what a look at every stretch finds', () => {
  const moment = fc.integer({ min: -5, max: 5000 });
  const run = (stretches: Stretch[], fromUs: number, lengthUs: number) => {
    const toUs = fromUs + lengthUs;
    const all = [...stretches.keys()].filter((row) => {
      const stretch = stretches[row]!;
      return stretch.fromUs <= toUs && stretch.toUs >= fromUs;
    });
    expect(touching(indexOf(stretches), fromUs, toUs)).toEqual(all);
  };
  const lengths = fc.integer({ min: 0, max: 400 });
  fc.assert(fc.property(stretchesOf, moment, lengths, run), { numRuns: 200, seed: 5 });
});

test('it passes over what is over, however much there is of it', () => {
  const stretches = Array.from({ length: 100_000 }, (_, n) => ({ fromUs: n, toUs: n + 3 }));
  stretches[70] = { fromUs: 70, toUs: Infinity };
  const index = indexOf(stretches);
  expect(touching(index, 90_000, 90_000)).toEqual([70, 89_997, 89_998, 89_999, 90_000]);
  expect(touching(index, 1e6, Infinity)).toEqual([70]);
  expect(touching(index, -9, -1)).toEqual([]);
});

test('a window between two microseconds', () => {
  const index = indexOf([
    { fromUs: 1, toUs: 2 },
    { fromUs: 3, toUs: 4 },
  ]);
  expect(touching(index, 2.2, 2.8)).toEqual([]);
  expect(touching(index, 1.5, 2.9)).toEqual([0]);
  expect(touching(index, 2.5, 3.5)).toEqual([1]);
});

test('a whole block that ends as the window begins touches it', () => {
  const block = Array.from({ length: 32 }, (_, n) => ({ fromUs: n, toUs: 50 }));
  const index = indexOf([...block, { fromUs: 60, toUs: 70 }]);
  expect(touching(index, 50, 55)).toHaveLength(32);
  expect(touching(index, 51, 59)).toEqual([]);
  expect(touching(index, 70, 80)).toEqual([32]);
});

test('stretches come in order, and end once', () => {
  const index = indexOf([{ fromUs: 5, toUs: 6 }]);
  expect(() => index.begin(4)).toThrow('stretches come in order of time');
  expect(() => index.end(0, 7)).toThrow('a stretch ends once');
});
