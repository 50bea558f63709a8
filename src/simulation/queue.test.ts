import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyQueue, nextTimeUs, pop, push, take } from './queue.ts';
import type { Key } from './queue.ts';

const entry: fc.Arbitrary<Key> = fc.record({
  atUs: fc.nat(20),
  class: fc.nat(2),
  source: fc.constantFrom('broker-1', 'c-1', 'c-10', 'c-2', 'user', 'Z'),
  number: fc.nat(1000),
});

const entries = fc.uniqueArray(entry, {
  selector: ({ source, number }) => `${source} ${number}`,
  maxLength: 80,
});

/** The order as the text says it: time, class, source by code units, number in that source. */
function inOrder(a: Key, b: Key): number {
  if (a.atUs !== b.atUs) return a.atUs - b.atUs;
  if (a.class !== b.class) return a.class - b.class;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.number - b.number;
}

function queueOf(keys: readonly Key[]) {
  const queue = emptyQueue();
  for (const key of keys) push(queue, key);
  return queue;
}

describe('the event queue', () => {
  it('gives entries out in their full order, whoever inserted first', () => {
    fc.assert(
      fc.property(entries, (keys) => {
        const queue = queueOf(keys);
        expect(keys.map(() => pop(queue))).toEqual(keys.toSorted(inOrder));
        expect(pop(queue)).toBeUndefined();
        expect(nextTimeUs(queue)).toBe(Infinity);
      }),
    );
  });

  it('keeps the order while entries come and go', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.boolean()), (keys, pops) => {
        const queue = emptyQueue();
        const out: (Key | undefined)[] = [];
        const expected: (Key | undefined)[] = [];
        let model: Key[] = [];
        keys.forEach((key, index) => {
          push(queue, key);
          model = [...model, key].toSorted(inOrder);
          if (!pops[index]) return;
          out.push(pop(queue));
          expected.push(model.shift());
        });
        expect(out).toEqual(expected);
        expect(nextTimeUs(queue)).toBe(model[0]?.atUs ?? Infinity);
      }),
    );
  });

  it('takes out what matches, in order, and leaves the rest in order', () => {
    fc.assert(
      fc.property(entries, (keys) => {
        const queue = queueOf(keys);
        const sorted = keys.toSorted(inOrder);
        const isTimer = (key: Key) => key.class === 2;
        expect(take(queue, isTimer)).toEqual(sorted.filter(isTimer));
        const rest = sorted.filter((key) => !isTimer(key));
        expect(rest.map(() => pop(queue))).toEqual(rest);
      }),
    );
  });
});
