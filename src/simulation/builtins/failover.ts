/**
 * Coordinators come and go. Those about a failover differ only in the moment at which the coordinator
 * dies (FO-4 to FO-9); the moments are those of this seed.
 */
import { watchable } from './builtin.ts';
import type { Builtin } from './builtin.ts';

const seed = 7;
const killCoordinator = (atMs: number) => ({ atMs, do: 'kill', target: '@billing' });
/** Two members, and a third consumer that comes at 8 s. */
const newcomer = { atMs: 8000, do: 'start-consumer', group: 'billing', name: 'c-3' };
const freeze = { atMs: 8000, do: 'freeze', target: 'c-3' };
/** So that c-2 hears of everything a little after c-1. */
const slow = { atMs: 7000, do: 'slow-link', target: ['c-2', '@billing'], latencyMs: [240, 280] };

function slowZooKeeper(broker: string) {
  return { atMs: 7000, do: 'slow-link', target: [broker, 'zookeeper'], latencyMs: [400, 500] };
}

export const failovers: readonly Builtin[] = [
  {
    id: 'coordinator-killed',
    sentence:
      'The coordinator is killed. Another broker takes over and, since everybody finds it in time, ' +
      'nothing is rebalanced.',
    experiment: {
      title: 'The coordinator is killed',
      seed,
      scenario: watchable(3),
      commands: [killCoordinator(8000)],
    },
  },
  {
    id: 'failover-too-early',
    sentence: 'The new coordinator loads slowly: members that find it meanwhile are sent away.',
    experiment: {
      title: 'Found before it is ready',
      seed,
      scenario: watchable(3),
      commands: [slowZooKeeper('broker-2'), slowZooKeeper('broker-3'), killCoordinator(8000)],
    },
  },
  {
    id: 'failover-too-late',
    sentence: 'A member sleeps through the failover: the new coordinator has declared it dead.',
    experiment: {
      title: 'Found too late',
      seed,
      scenario: watchable(3),
      commands: [killCoordinator(8000), freeze, { atMs: 18_000, do: 'thaw', target: 'c-3' }],
      untilMs: 26_000,
    },
  },
  {
    id: 'failover-trigger-seen',
    sentence:
      'The coordinator dies with a newcomer in its hand. What is stored knows nothing of it, so it ' +
      'registers once more.',
    experiment: {
      title: 'It dies when it has seen a trigger',
      seed,
      scenario: watchable(2),
      commands: [newcomer, killCoordinator(8500)],
    },
  },
  {
    id: 'failover-some-told',
    sentence:
      'A member is dead and one other has been told when the coordinator dies. Both old members go ' +
      'on; the dead one is found dead a second time.',
    experiment: {
      title: 'It dies when some have been told',
      seed,
      scenario: watchable(3),
      commands: [slow, freeze, killCoordinator(10_790)],
      untilMs: 26_000,
    },
  },
  {
    id: 'failover-back-in-time',
    sentence: 'The same, but the dead one is back in time: as if nothing had happened.',
    experiment: {
      title: 'Declared dead, and back in time',
      seed,
      scenario: watchable(3),
      commands: [
        slow,
        freeze,
        killCoordinator(10_790),
        { atMs: 12_000, do: 'thaw', target: 'c-3' },
      ],
      untilMs: 26_000,
    },
  },
  {
    id: 'failover-some-registered',
    sentence:
      'One of two members has registered again when the coordinator dies. Heartbeats and ' +
      'registrations reach the new one mixed.',
    experiment: {
      title: 'It dies when some have registered',
      seed,
      scenario: watchable(2),
      commands: [newcomer, killCoordinator(8860)],
    },
  },
  {
    id: 'failover-written',
    sentence:
      'The new generation is written and nobody has been told: all come with the old one and ' +
      'register again.',
    experiment: {
      title: 'It dies when the generation is written',
      seed,
      scenario: watchable(3),
      commands: [freeze, killCoordinator(11_050)],
    },
  },
  {
    id: 'failover-some-answered',
    sentence:
      'One member has its answer, the others do not: it is accepted, they register again, and all ' +
      'have to.',
    experiment: {
      title: 'It dies when some have been answered',
      seed,
      scenario: watchable(2),
      commands: [newcomer, killCoordinator(9112)],
      untilMs: 30_000,
    },
  },
  {
    id: 'failover-ghost',
    sentence:
      'A newcomer was named in the generation that was written, and never heard its name: the name ' +
      'keeps its partitions until its window ends.',
    experiment: {
      title: 'A ghost keeps partitions',
      seed,
      scenario: watchable(2),
      commands: [newcomer, killCoordinator(9050)],
      untilMs: 30_000,
    },
  },
  {
    id: 'coordinator-cut-off',
    sentence:
      'Cut off from ZooKeeper the coordinator gives its groups up when its lease ends, before anybody ' +
      'else is elected. Later it is back as a new broker.',
    experiment: {
      title: 'The coordinator loses ZooKeeper',
      seed,
      scenario: watchable(3),
      commands: [
        { atMs: 8000, do: 'cut-link', target: ['broker-1', 'zookeeper'] },
        { atMs: 14_000, do: 'restore-link', target: ['broker-1', 'zookeeper'] },
      ],
      untilMs: 26_000,
    },
  },
  {
    id: 'coordinator-frozen',
    sentence:
      'A coordinator that was frozen wakes up with requests in its hands, but its lease is over: it ' +
      'answers none of them as coordinator.',
    experiment: {
      title: 'The coordinator freezes and comes back',
      seed,
      scenario: watchable(3),
      commands: [
        { atMs: 8000, do: 'freeze', target: '@billing' },
        { atMs: 14_000, do: 'thaw', target: 'broker-1' },
      ],
      untilMs: 26_000,
    },
  },
  {
    id: 'coordinator-restarts',
    sentence:
      'It is back at once, but under another session: it waits until the old one is over, and its ' +
      'groups are given out anew.',
    experiment: {
      title: 'The coordinator restarts',
      seed,
      scenario: watchable(3),
      commands: [{ atMs: 8000, do: 'restart', target: '@billing' }],
    },
  },
  {
    id: 'controller-killed',
    sentence: 'The controller dies: another broker takes its place and leaves the rest as it is.',
    experiment: {
      title: 'The controller is killed',
      seed,
      scenario: { ...watchable(3), brokers: 4 },
      commands: [{ atMs: 8000, do: 'kill', target: '@controller' }],
    },
  },
  {
    id: 'broker-joins',
    sentence:
      'Brokers join and take over some of the groups: a coordinator loses its role though it lives.',
    experiment: {
      title: 'Brokers join',
      seed,
      scenario: { ...watchable(3, { id: 'orders' }), brokers: 1 },
      commands: [
        { atMs: 8000, do: 'start-broker', name: 'broker-2' },
        { atMs: 12_000, do: 'start-broker', name: 'broker-3' },
      ],
      untilMs: 26_000,
    },
  },
  {
    id: 'old-map',
    sentence:
      'The controller cannot reach a broker, which still names the old coordinator. The map is sent ' +
      'until it is answered.',
    experiment: {
      title: 'A broker with an old map',
      seed,
      scenario: { ...watchable(3), brokers: 4 },
      commands: [
        { atMs: 7000, do: 'cut-link', target: ['@controller', 'broker-4'] },
        { atMs: 8000, do: 'kill', target: '@billing' },
        { atMs: 16_000, do: 'restore-link', target: ['@controller', 'broker-4'] },
      ],
      untilMs: 26_000,
    },
  },
];
