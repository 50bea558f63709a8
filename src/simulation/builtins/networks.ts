/** Faults of the network, and settings that disagree. */
import { consumersOf, watchable } from './builtin.ts';
import type { Builtin } from './builtin.ts';

function timed(heartbeatFrequency: number, failedHeartbeatThreshold: number) {
  return {
    brokers: 3,
    topics: [{ name: 'orders', partitions: 6 }],
    network: { latencyMs: [5, 15] },
    groups: [
      {
        id: 'billing',
        sessionTimeoutMs: 1000,
        heartbeatFrequency,
        failedHeartbeatThreshold,
        consumers: consumersOf(['orders'], 3),
      },
    ],
  };
}

export const networks: readonly Builtin[] = [
  {
    id: 'cut-link',
    sentence: 'A cut link silences both sides: each gives the other up, by its own window.',
    experiment: {
      title: 'A link is cut and restored',
      seed: 7,
      scenario: watchable(3),
      commands: [
        { atMs: 8000, do: 'cut-link', target: ['c-2', '@billing'] },
        { atMs: 14_000, do: 'restore-link', target: ['c-2', '@billing'] },
      ],
    },
  },
  {
    id: 'slow-link',
    sentence: 'A slow link delays heartbeats and answers, but nobody is given up.',
    experiment: {
      title: 'A link becomes slow',
      seed: 7,
      scenario: watchable(3),
      commands: [
        { atMs: 8000, do: 'slow-link', target: ['c-2', '@billing'], latencyMs: [400, 600] },
      ],
    },
  },
  {
    id: 'threshold-two',
    sentence: 'T = 2, F = 3: the coordinator gives up after 667 ms, the consumer only after 1000.',
    experiment: {
      title: 'The coordinator gives up first (T = 2)',
      seed: 3,
      scenario: timed(3, 2),
      commands: [
        { atMs: 6000, do: 'cut-link', target: ['c-2', '@billing'] },
        { atMs: 9000, do: 'restore-link', target: ['c-2', '@billing'] },
      ],
    },
  },
  {
    id: 'threshold-four',
    sentence: 'T = 4, F = 3: the consumer gives up after 1000 ms, the coordinator only after 1333.',
    experiment: {
      title: 'The consumer gives up first (T = 4)',
      seed: 3,
      scenario: timed(3, 4),
      commands: [
        { atMs: 6000, do: 'cut-link', target: ['c-2', '@billing'] },
        { atMs: 9000, do: 'restore-link', target: ['c-2', '@billing'] },
      ],
    },
  },
  {
    id: 'storm',
    sentence: 'Round trips longer than the windows allow: live members are declared dead for ever.',
    experiment: {
      title: 'A rebalance storm',
      seed: 5,
      scenario: {
        topics: [{ name: 'orders', partitions: 6 }],
        network: { latencyMs: [150, 400] },
        groups: [
          {
            id: 'billing',
            sessionTimeoutMs: 600,
            heartbeatFrequency: 3,
            failedHeartbeatThreshold: 2,
            consumers: consumersOf(['orders'], 4),
          },
        ],
      },
      untilMs: 30_000,
    },
  },
];
