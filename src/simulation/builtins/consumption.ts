/** What is read, what is read again, what is not read yet; and messages that make no sense. */
import { consumersOf, watchable } from './builtin.ts';
import type { Builtin } from './builtin.ts';

const network = { latencyMs: [60, 120] };

export const consumption: readonly Builtin[] = [
  {
    id: 'lag',
    sentence:
      'Two consumers read 200 of the 240 records that come in a second: the lag grows until a third joins.',
    experiment: {
      title: 'Lag builds up, and drains',
      seed: 7,
      scenario: {
        topics: [{ name: 'orders', partitions: 6, recordsPerSecond: 40 }],
        network,
        groups: [{ id: 'billing', sessionTimeoutMs: 3000, consumers: consumersOf(['orders'], 2) }],
      },
      commands: [{ atMs: 10_000, do: 'start-consumer', group: 'billing', name: 'c-3' }],
      untilMs: 30_000,
    },
  },
  {
    id: 'read-twice',
    sentence:
      'A consumer is killed between two commits: whoever takes over reads again what it had read.',
    experiment: {
      title: 'Records are read twice after a crash',
      seed: 7,
      scenario: { ...watchable(3), client: { commitIntervalMs: 4000 } },
      commands: [{ atMs: 11_000, do: 'kill', target: 'c-2' }],
      untilMs: 20_000,
    },
  },
  {
    id: 'zombie-reads',
    sentence:
      'Cut off from its coordinator a consumer reads on, for nothing: its commits never arrive.',
    experiment: {
      title: 'A zombie reads what others read',
      seed: 7,
      scenario: watchable(3),
      commands: [
        { atMs: 8000, do: 'cut-link', target: ['c-2', '@billing'], key: 'cut' },
        {
          atMs: 16_000,
          do: 'restore-link',
          target: ['c-2', '@billing'],
          key: 'cut',
          recall: true,
        },
      ],
      untilMs: 24_000,
    },
  },
  {
    id: 'three-groups',
    sentence:
      'Three groups with settings of their own, on three brokers. One loses a member; the others do not notice.',
    experiment: {
      title: 'Three groups, three coordinators',
      seed: 7,
      scenario: {
        topics: [
          { name: 'orders', partitions: 4 },
          { name: 'payments', partitions: 2 },
        ],
        network,
        groups: [
          { id: 'billing', sessionTimeoutMs: 3000, consumers: consumersOf(['orders'], 2) },
          {
            id: 'analytics',
            sessionTimeoutMs: 6000,
            strategy: 'roundrobin',
            consumers: [
              { name: 'a-1', topics: ['orders', 'payments'] },
              { name: 'a-2', topics: ['orders', 'payments'] },
            ],
          },
          {
            id: 'emails',
            sessionTimeoutMs: 1000,
            consumers: [
              { name: 'e-1', topics: ['payments'] },
              { name: 'e-2', topics: ['payments'] },
            ],
          },
        ],
      },
      commands: [{ atMs: 7000, do: 'kill', target: 'e-2' }],
      untilMs: 15_000,
    },
  },
  {
    id: 'version-0',
    sentence:
      'The messages as the design prints them: a registration has no id, and only its connection says whose it is.',
    experiment: {
      title: 'Wire version 0',
      seed: 7,
      scenario: { ...watchable(3), wireVersion: 0 },
      commands: [
        { atMs: 8000, do: 'start-consumer', group: 'billing', name: 'c-4' },
        { atMs: 13_000, do: 'kill', target: 'c-2' },
      ],
      untilMs: 22_000,
    },
  },
  {
    id: 'corrupt',
    sentence:
      'Three messages arrive damaged. Each is refused or ends its connection; nobody stops.',
    experiment: {
      title: 'Damaged messages',
      seed: 7,
      scenario: watchable(3),
      commands: [
        { atMs: 7000, do: 'corrupt-message', target: ['c-2', '@billing'] },
        { atMs: 10_000, do: 'corrupt-message', target: ['@billing', 'c-3'] },
        { atMs: 13_000, do: 'corrupt-message', target: ['@billing', 'zookeeper'] },
      ],
      untilMs: 20_000,
    },
  },
];
