import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyQueue, pop, push } from './queue.ts';
import type { Entry } from './queue.ts';

const entry = fc.record({
  atUs: fc.nat(20),
  class: fc.nat(2),
  source: fc.constantFrom('broker-1', 'c-1', 'c-10', 'c-2', 'user', 'Z'),
  number: fc.nat(1000),
  item: fc.constant('item'),
});

/** The order as the text says it: time, class, source by code units, number in that source. */
function inOrder(a: Entry<string>, b: Entry<string>): number {
  if (a.atUs !== b.atUs) return a.atUs - b.atUs;
  if (a.class !== b.class) return a.class - b.class;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.number - b.number;
}

describe('the event queue', () => {
  it('gives entries out in their full order, whoever inserted first', () => {
    const key = ({ source, number }: Entry<string>) => `${source} ${number}`;
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: key, maxLength: 60 }), (entries) => {
        const queue = emptyQueue<string>();
        for (const each of entries) push(queue, each);
        const out = entries.map(() => pop(queue));
        expect(out).toEqual(entries.toSorted(inOrder));
        expect(pop(queue)).toBeUndefined();
      }),
    );
  });
});
