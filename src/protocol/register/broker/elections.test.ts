/** Whom the controller elects, for any brokers and any map. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subsetCount } from '../../subset.ts';
import { electionsFor } from './elections.ts';
import type { LiveBroker, SubsetCoordinator } from './state.ts';

const address = (id: number) => ({ id, host: `broker-${id}`, port: 9092 });

/** Brokers by number and the number of their session. */
const brokers = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 })), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: 9,
  })
  .map((list) => {
    const entries = list.map(([id, session]): [string, LiveBroker] => {
      return [`broker-${id}`, { address: address(id), session: `s-${id}-${session}` }];
    });
    return new Map(entries);
  });

const map = fc
  .array(fc.option(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 }))), {
    minLength: subsetCount,
    maxLength: subsetCount,
  })
  .map((list) => {
    const entries = new Map<number, SubsetCoordinator>();
    for (const [subset, held] of list.entries()) {
      if (!held) continue;
      const [id, session] = held;
      entries.set(subset, { coordinator: address(id), session: `s-${id}-${session}`, epoch: 5 });
    }
    return entries;
  });

/** The map as it is once these elections are stored. */
function after(
  before: ReadonlyMap<number, SubsetCoordinator>,
  elections: ReturnType<typeof electionsFor>,
): Map<number, SubsetCoordinator> {
  return new Map([...before, ...elections.map(({ subset, entry }) => [subset, entry] as const)]);
}

/** How many each live broker has. */
function loads(
  live: ReadonlyMap<string, LiveBroker>,
  entries: ReadonlyMap<number, SubsetCoordinator>,
): number[] {
  return [...live.values()].map(({ address: { host }, session }) => {
    const own = [...entries.values()].filter((entry) => {
      return entry.coordinator.host === host && entry.session === session;
    });
    return own.length;
  });
}

describe('electionsFor', () => {
  test('[COORD-2] [COORD-9] every subset has a living coordinator, evenly, one epoch higher', () => {
    fc.assert(
      fc.property(brokers, map, (live, before) => {
        const elections = electionsFor(live, before);
        const now = after(before, elections);
        const numbers = loads(live, now);
        expect(numbers.reduce((sum, n) => sum + n, 0)).toBe(subsetCount);
        expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(1);
        for (const { subset, entry } of elections) {
          expect(entry.epoch).toBe((before.get(subset)?.epoch ?? 0) + 1);
        }
      }),
    );
  });

  test('[COORD-2] as few move as can: none from a broker that has no more than its share', () => {
    fc.assert(
      fc.property(brokers, map, (live, before) => {
        const elections = electionsFor(live, before);
        const most = Math.ceil(subsetCount / live.size);
        const least = Math.floor(subsetCount / live.size);
        const kept = loads(live, before);
        const orphans = subsetCount - kept.reduce((sum, n) => sum + n, 0);
        const above = kept.reduce((sum, n) => sum + Math.max(0, n - most), 0);
        const below = kept.reduce((sum, n) => sum + Math.max(0, least - n), 0);
        const moved = elections.length - orphans;
        expect(moved).toBe(Math.max(above, below - orphans, 0));
      }),
    );
  });

  test('[COORD-2] once it is so, nothing more is due', () => {
    fc.assert(
      fc.property(brokers, map, (live, before) => {
        expect(electionsFor(live, after(before, electionsFor(live, before)))).toEqual([]);
      }),
    );
  });

  test('[COORD-2] the same list in another order gives the same elections', () => {
    fc.assert(
      fc.property(brokers, map, (live, before) => {
        const reversed = new Map([...live].toReversed());
        expect(electionsFor(reversed, before)).toEqual(electionsFor(live, before));
      }),
    );
  });
});
