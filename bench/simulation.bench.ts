/**
 * How many virtual seconds a second a run takes, headless, with bytes and trace. A measured group has
 * settled first; each iteration simulates one more stretch of it.
 */
import { bench, describe } from 'vitest';
import { experimentOf, run } from '../src/simulation/testing.ts';

const stretchMs = { 10: 20_000, 100: 4000, 1000: 500 } as const;

function settled(consumers: number) {
  const scenario = {
    topics: [{ name: 'orders', partitions: consumers }],
    groups: [
      {
        id: 'billing',
        consumers: Array.from({ length: consumers }, (_, index) => ({
          name: `c-${index + 1}`,
          topics: ['orders'],
        })),
      },
    ],
  };
  return run(experimentOf({ scenario }), 15_000);
}

describe('virtual seconds a second = hz times the stretch', () => {
  for (const consumers of [10, 100, 1000] as const) {
    const simulation = settled(consumers);
    const ms = stretchMs[consumers];
    bench(`${consumers} consumers, ${ms} virtual ms`, () => {
      simulation.advance(simulation.handledUntilUs + ms * 1000);
    });
  }
});
