/** Requests that come to nothing: refused for good, sent to the wrong place, too late, or forgotten. */
import { watchable } from './builtin.ts';
import type { Builtin } from './builtin.ts';

export const refusals: readonly Builtin[] = [
  {
    id: 'refused-for-good',
    sentence: 'A consumer wants a strategy that no broker knows: it is told so, and stops.',
    experiment: {
      title: 'Refused for good',
      seed: 7,
      scenario: watchable(2),
      commands: [
        { atMs: 6000, do: 'start-consumer', group: 'billing', name: 'c-3', strategy: 'sticky' },
      ],
      untilMs: 10_000,
    },
  },
  {
    id: 'newcomer-gone',
    sentence:
      'A newcomer waits for a frozen member and is killed meanwhile: its registration ends with its ' +
      'connection.',
    experiment: {
      title: 'A newcomer that does not wait',
      seed: 7,
      scenario: watchable(2),
      commands: [
        { atMs: 8000, do: 'freeze', target: 'c-2' },
        { atMs: 8200, do: 'start-consumer', group: 'billing', name: 'c-3' },
        { atMs: 9500, do: 'kill', target: 'c-3' },
        { atMs: 10_000, do: 'thaw', target: 'c-2' },
      ],
      untilMs: 18_000,
    },
  },
  {
    id: 'broker-behind',
    sentence:
      'A broker that is cut off from the controller names a coordinator of the past: whoever knows ' +
      'better asks the next one.',
    experiment: {
      title: 'A broker that is behind',
      seed: 7,
      scenario: { ...watchable(3), brokers: 4 },
      commands: [
        { atMs: 7000, do: 'cut-link', target: ['@controller', 'broker-4'] },
        { atMs: 8000, do: 'kill', target: '@billing' },
        { atMs: 16_000, do: 'freeze', target: '@billing' },
      ],
      untilMs: 30_000,
    },
  },
  {
    id: 'late-commit',
    sentence:
      'A commit is slow and its sender has long given up the connection: when it comes it is ignored.',
    experiment: {
      title: 'A commit from the past',
      seed: 7,
      scenario: { ...watchable(2, { failedHeartbeatThreshold: 30 }), brokers: 1 },
      commands: [
        { atMs: 8000, do: 'slow-link', target: ['c-1', 'broker-1'], latencyMs: [6000, 6000] },
        { atMs: 9500, do: 'slow-link', target: ['c-1', 'broker-1'], latencyMs: [60, 120] },
      ],
      untilMs: 25_000,
    },
  },
  {
    id: 'forgotten-member',
    sentence:
      'A frozen member is declared dead by a coordinator that had just taken over; it registers with ' +
      'an id that nobody knows.',
    experiment: {
      title: 'A member that was forgotten',
      seed: 7,
      scenario: { ...watchable(2), brokers: 1 },
      commands: [
        { atMs: 8000, do: 'freeze', target: 'c-2' },
        { atMs: 8100, do: 'subscribe', target: 'c-2', topics: ['orders', 'payments'] },
        { atMs: 8200, do: 'cut-link', target: ['broker-1', 'zookeeper'] },
        { atMs: 12_000, do: 'restore-link', target: ['broker-1', 'zookeeper'] },
        { atMs: 24_000, do: 'thaw', target: 'c-2' },
      ],
      untilMs: 32_000,
    },
  },
  {
    id: 'nothing-to-read-yet',
    sentence:
      'A pattern matches no topic yet: its consumer is a member with no partitions, until one appears.',
    experiment: {
      title: 'A pattern that matches nothing yet',
      seed: 7,
      scenario: watchable(1, {
        consumers: [
          { name: 'c-1', topics: ['orders'] },
          { name: 'c-2', allow: ['clicks-.*'] },
        ],
      }),
      commands: [{ atMs: 8000, do: 'create-topic', topic: { name: 'clicks-eu', partitions: 2 } }],
      untilMs: 18_000,
    },
  },
];
