/** Corners where two faults meet, each of which once went wrong; whole runs of small experiments. */
import { describe, expect, it } from 'vitest';
import { emptyWorld } from '../trace/fold/empty.ts';
import { applyEvent } from '../trace/fold/fold.ts';
import type { TraceReader } from '../trace/reader.ts';
import type { World } from '../trace/world.ts';
import { eventsOf, experimentOf, firstOf, run } from './testing.ts';

interface Words {
  readonly brokers?: number;
  readonly consumers: object[];
  readonly commands: object[];
  readonly more?: object;
}

/** Everything takes a millisecond; one group `g` on topic `t`. */
function traceOf({ brokers = 1, consumers, commands, more = {} }: Words, untilMs: number) {
  const scenario = {
    brokers,
    topics: [{ name: 't', partitions: 2 }, { name: 'u' }],
    network: { latencyMs: [1, 1] },
    groups: [{ id: 'g', consumers }],
    ...more,
  };
  return run(experimentOf({ scenario, commands }), untilMs).trace;
}

function worldOf(trace: TraceReader): World {
  const world = emptyWorld();
  for (let seq = 0; seq < trace.length; seq++) applyEvent(world, trace.event(seq));
  return world;
}

const c1 = { name: 'c-1', topics: ['t'] };
const link = ['c-1', 'broker-1'];

describe('a restored link', () => {
  it('[LINK-1] holds nothing back: what is sent afterwards takes the latency of then', () => {
    const commands = [
      { atMs: 3000, do: 'slow-link', target: link, latencyMs: [8000, 8000] },
      { atMs: 3200, do: 'cut-link', target: link },
      { atMs: 3300, do: 'slow-link', target: link, latencyMs: [1, 1] },
      { atMs: 3400, do: 'restore-link', target: link },
    ];
    const trace = traceOf({ consumers: [c1], commands }, 15_000);
    const later = eventsOf(trace, 'message-sent').filter(({ atUs }) => atUs > 3_400_000);
    expect(new Set(later.map(({ atUs, arrivesAtUs }) => arrivesAtUs - atUs))).toEqual(
      new Set([1000]),
    );
    expect(eventsOf(trace, 'member-removed')).toEqual([]);
  });

  it('[LINK-2] leaves no connection open to a process that was killed meanwhile', () => {
    const commands = [
      { atMs: 2900, do: 'slow-link', target: link, latencyMs: [1, 900] },
      { atMs: 2950, do: 'cut-link', target: link },
      { atMs: 3010, do: 'kill', target: 'c-1' },
      { atMs: 6000, do: 'restore-link', target: link },
    ];
    for (let seed = 1; seed <= 12; seed++) {
      const scenario = {
        brokers: 1,
        topics: [{ name: 't' }],
        network: { latencyMs: [1, 1] },
        groups: [{ id: 'g', consumers: [{ ...c1, startAtMs: 3000 }] }],
      };
      const { trace } = run(experimentOf({ seed, scenario, commands }), 10_000);
      const idsOf = (kind: 'connection-opened' | 'connection-closed') =>
        eventsOf(trace, kind).flatMap(({ process, peer, connection }) =>
          process === 'broker-1' && peer === 'c-1' ? [connection] : [],
        );
      expect(idsOf('connection-closed')).toEqual(idsOf('connection-opened'));
    }
  });
});

describe('a connection that closes at the instant at which the lease ends', () => {
  it('[COORD-8] [COORD-11] a parked newcomer’s is not answered on', () => {
    const commands = [
      { atMs: 3500, do: 'freeze', target: 'c-1' },
      { atMs: 4500, do: 'cut-link', target: ['broker-1', 'zookeeper'] },
      { atMs: 6003.002, do: 'kill', target: 'c-2' },
    ];
    const consumers = [c1, { name: 'c-2', topics: ['t'], startAtMs: 4000 }];
    const trace = traceOf({ consumers, commands }, 12_000);
    const lost = firstOf(eventsOf(trace, 'coordinator-lost'), () => true);
    const closed = eventsOf(trace, 'connection-closed').filter(
      ({ atUs, reason }) => atUs === lost.atUs && reason === 'reset',
    );
    expect([lost.reason, closed.length]).toEqual(['lease', 1]);
  });

  it('[COORD-8] [LINK-1] ZooKeeper’s is not told that the session ends', () => {
    const commands = [{ atMs: 3500, do: 'cut-link', target: ['broker-1', 'zookeeper'] }];
    const more = {
      network: { latencyMs: [1, 1], transportTimeoutMs: 837.33 },
      zookeeper: { sessionTimeoutMs: 1000 },
    };
    const trace = traceOf({ consumers: [c1], commands, more }, 12_000);
    const lost = firstOf(eventsOf(trace, 'coordinator-lost'), () => true);
    const told = eventsOf(trace, 'message-sent').filter(({ api }) => api === 'ZooKeeperClose');
    expect([lost.reason, told]).toEqual(['lease', []]);
  });
});

describe('who holds a role', () => {
  it('[COORD-9] an elected broker that has another session by then says that it does not act', () => {
    const commands = [
      { atMs: 0, do: 'cut-link', target: ['broker-2', 'zookeeper'] },
      { atMs: 1000, do: 'restart', target: 'broker-3' },
    ];
    const trace = traceOf(
      {
        brokers: 3,
        consumers: [],
        commands,
        more: { groups: [{ id: 'orders', consumers: [c1] }] },
      },
      15_000,
    );
    const lost = firstOf(eventsOf(trace, 'coordinator-lost'), ({ groups }) => groups.length > 0);
    expect([lost.broker, lost.reason, lost.rules]).toEqual(['broker-3', 'session', ['COORD-9']]);
    // Elected anew, to whoever it is: then it acts.
    expect(worldOf(trace).groups.get('orders')?.coordinated).toBe(true);
  });

  it('`@controller` and `@g` mean those who held the roles last where nobody does', () => {
    const commands = [
      { atMs: 0.1, do: 'freeze', target: '@controller' },
      { atMs: 0.2, do: 'freeze', target: '@g' },
      { atMs: 3000, do: 'cut-link', target: ['broker-1', 'zookeeper'] },
      { atMs: 8000, do: 'freeze', target: '@controller' },
      { atMs: 8100, do: 'kill', target: '@g' },
      { atMs: 9000, do: 'restart', target: '@g' },
    ];
    const trace = traceOf({ consumers: [c1], commands }, 9500);
    const targets = eventsOf(trace, 'command').map((command) => command.targets);
    const one = ['broker-1'];
    expect(targets).toEqual([[], [], [...one, 'zookeeper'], one, one, one]);
  });

  it('[COORD-2] the controller waits for the brokers of the scenario, not for as many others', () => {
    const commands = [
      { atMs: 0.1, do: 'kill', target: 'broker-2' },
      { atMs: 1, do: 'start-broker', name: 'broker-9' },
    ];
    const trace = traceOf({ brokers: 2, consumers: [c1], commands }, 6000);
    const controller = firstOf(eventsOf(trace, 'controller-elected'), () => true);
    const placed = firstOf(eventsOf(trace, 'coordinator-elected'), () => true);
    expect(placed.atUs - controller.atUs).toBeGreaterThanOrEqual(2_000_000);
  });
});

describe('strategies', () => {
  it('[REG-2] while the first members are being written their strategy is the group’s', () => {
    const consumers = [
      { name: 'c-1', topics: ['t', 'u'], startAtMs: 2000 },
      { name: 'c-2', topics: ['t', 'u'], startAtMs: 2027, strategy: 'roundrobin' },
    ];
    const more = { network: { latencyMs: [10, 10] } };
    const commands = [{ atMs: 2065, do: 'kill', target: 'c-1' }];
    const trace = traceOf({ consumers, commands, more }, 12_000);
    const completed = eventsOf(trace, 'rebalance-completed');
    const [first] = completed;
    expect(first?.assignment.map(({ consumer }) => consumer)).toEqual(['c-1']);
    expect(first?.rules).toContain('ASG-1');
    const failed = firstOf(eventsOf(trace, 'consumer-failed'), () => true);
    expect([failed.process, failed.error]).toEqual([
      'c-2',
      'InconsistentPartitionAssignmentStrategy',
    ]);
  });
});

describe('start-consumer', () => {
  it('starts one of the scenario before its time with its own settings', () => {
    const own = { host: 'special', sessionTimeoutMs: 900, startAtMs: 9000 };
    const consumers = [c1, { name: 'c-2', topics: ['u'], ...own }];
    const commands = [{ atMs: 3000, do: 'start-consumer', group: 'g', name: 'c-2' }];
    const trace = traceOf({ consumers, commands }, 10_000);
    const started = eventsOf(trace, 'process-started').filter(({ process }) => process === 'c-2');
    expect(started.map(({ atUs }) => atUs)).toEqual([3_000_000]);
    expect(started[0]).toMatchObject({ topics: ['u'], host: 'special', sessionTimeoutMs: 900 });
  });
});

describe('a notice that is lost with its connection', () => {
  const scenario = {
    brokers: 1,
    topics: [{ name: 't-1' }, { name: 't-3' }],
    network: { latencyMs: [200, 200] },
    groups: [{ id: 'orders', consumers: [{ name: 'c-1', topics: ['t-1', 't-3'] }] }],
  };

  it('[TOP-1] nothing is assigned by what was known before: everything watched is read first', () => {
    const commands = [
      { atMs: 11_258, do: 'add-partitions', topic: 't-1', partitions: 3 },
      { atMs: 11_833, do: 'corrupt-message', target: ['zookeeper', '@orders'] },
      { atMs: 11_932, do: 'add-partitions', topic: 't-3', partitions: 4 },
    ];
    const { trace } = run(experimentOf({ scenario, commands }), 20_000);
    const damaged = firstOf(eventsOf(trace, 'message-corrupted'), () => true);
    const sent = firstOf(eventsOf(trace, 'message-sent'), ({ message }) => {
      return message === damaged.message;
    });
    expect(sent.api).toBe('ZooKeeperWatch');
    const after = eventsOf(trace, 'rebalance-completed').filter(({ atUs }) => atUs > sent.atUs);
    expect(after.map(({ assignment }) => assignment[0]?.partitions)).toEqual([
      [
        { topic: 't-1', partitions: [0, 1, 2] },
        { topic: 't-3', partitions: [0, 1, 2, 3] },
      ],
    ]);
  });
});
