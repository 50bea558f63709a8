/** The experiment that the page opens on, and the smallest ones. */
import type { Builtin } from './builtin.ts';

/** Slow enough, at half speed, to see a message travel. */
const slowNetwork = { latencyMs: [60, 120] };

const three = [
  { name: 'c-1', topics: ['orders'] },
  { name: 'c-2', topics: ['orders'] },
  { name: 'c-3', topics: ['orders'] },
];

export const first: readonly Builtin[] = [
  {
    id: 'first-minute',
    sentence: 'Three consumers share six partitions. Freeze one and watch.',
    experiment: {
      title: 'A group at work',
      seed: 7,
      scenario: {
        topics: [{ name: 'orders', partitions: 6 }],
        network: slowNetwork,
        groups: [{ id: 'billing', sessionTimeoutMs: 3000, consumers: three }],
      },
    },
  },
  {
    id: 'one-heartbeat',
    sentence: 'One consumer, one broker: the smallest group there is.',
    experiment: {
      title: 'One consumer, one heartbeat',
      scenario: {
        brokers: 1,
        topics: [{ name: 'orders', partitions: 1 }],
        network: slowNetwork,
        groups: [
          {
            id: 'my-group',
            sessionTimeoutMs: 1000,
            consumers: [{ name: 'c-1', topics: ['orders'] }],
          },
        ],
      },
    },
  },
  {
    id: 'more-consumers-than-partitions',
    sentence: 'Five consumers for three partitions: two stay members and own nothing.',
    experiment: {
      title: 'More consumers than partitions',
      scenario: {
        topics: [{ name: 'orders', partitions: 3 }],
        groups: [
          {
            id: 'orders',
            sessionTimeoutMs: 1000,
            consumers: ['c-1', 'c-2', 'c-3', 'c-4', 'c-5'].map((name) => ({
              name,
              topics: ['orders'],
            })),
          },
        ],
      },
    },
  },
];
