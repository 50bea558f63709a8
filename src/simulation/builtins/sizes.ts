/** Larger groups, and several of them. */
import { consumersOf } from './builtin.ts';
import type { Builtin } from './builtin.ts';

function group(consumers: number, partitions: number, brokers = 3) {
  return {
    brokers,
    topics: [{ name: 'orders', partitions }],
    groups: [{ id: 'billing', consumers: consumersOf(['orders'], consumers, 40) }],
  };
}

export const sizes: readonly Builtin[] = [
  {
    id: 'two-groups',
    sentence:
      'Two groups read the same topics; each has its own coordinator and its own generation.',
    experiment: {
      title: 'Two groups, two coordinators',
      seed: 2,
      scenario: {
        topics: [
          { name: 'orders', partitions: 4 },
          { name: 'payments', partitions: 2 },
        ],
        network: { latencyMs: [60, 120] },
        groups: [
          {
            id: 'billing',
            strategy: 'roundrobin',
            consumers: consumersOf(['orders', 'payments'], 2),
          },
          {
            id: 'analytics',
            consumers: [
              { name: 'a-1', topics: ['orders'] },
              { name: 'a-2', topics: ['orders'] },
            ],
          },
        ],
      },
    },
  },
  {
    id: 'twelve',
    sentence: 'Twelve consumers start one after the other.',
    experiment: { title: 'Twelve consumers', seed: 4, scenario: group(12, 24) },
  },
  {
    id: 'sixteen',
    sentence: 'Sixteen consumers share sixty partitions.',
    experiment: { title: 'Sixteen consumers, sixty partitions', seed: 4, scenario: group(16, 60) },
  },
  {
    id: 'sixty',
    sentence: 'Sixty consumers, five brokers.',
    experiment: { title: 'Sixty consumers', seed: 4, scenario: group(60, 120, 5) },
  },
];
