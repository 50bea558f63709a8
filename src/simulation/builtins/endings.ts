/** The ways to vanish, each of which the protocol finds out differently. */
import { watchable } from './builtin.ts';
import type { Builtin } from './builtin.ts';

export const endings: readonly Builtin[] = [
  {
    id: 'kill',
    sentence: 'A killed consumer is noticed only by its silence, though its connection is reset.',
    experiment: {
      title: 'A consumer is killed',
      seed: 7,
      scenario: watchable(3),
      commands: [{ atMs: 8000, do: 'kill', target: 'c-2' }],
    },
  },
  {
    id: 'power-off',
    sentence: 'Nothing tells the peers: the connection stays open until the transport gives up.',
    experiment: {
      title: 'A consumer loses power',
      seed: 7,
      scenario: watchable(3),
      commands: [{ atMs: 8000, do: 'power-off', target: 'c-2' }],
      untilMs: 30_000,
    },
  },
  {
    id: 'zombie',
    sentence:
      'A frozen consumer believes that it owns partitions which somebody else reads by then.',
    experiment: {
      title: 'A consumer freezes and comes back',
      seed: 7,
      scenario: watchable(3),
      commands: [
        { atMs: 8000, do: 'freeze', target: 'c-2' },
        { atMs: 14_000, do: 'thaw', target: 'c-2' },
      ],
    },
  },
  {
    id: 'stop',
    sentence: 'Stopping in good order commits, but there is no leave request: the group waits too.',
    experiment: {
      title: 'A consumer stops in good order',
      seed: 7,
      scenario: watchable(3),
      commands: [{ atMs: 8000, do: 'stop', target: 'c-2' }],
    },
  },
  {
    id: 'quick-restart',
    sentence: 'A consumer that restarts is a new one; the rebalance waits for the old to be dead.',
    experiment: {
      title: 'A quick restart that hurts',
      seed: 7,
      scenario: watchable(3),
      commands: [{ atMs: 8000, do: 'restart', target: 'c-2' }],
    },
  },
];
