/** Settings that a user changes while everything runs. */
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../trace/events.ts';
import { linkKey } from '../../trace/world.ts';
import { WorldReader } from '../../trace/world-reader.ts';
import { eventsOf, experimentOf, groupOf, run } from '../testing.ts';

function play(commands: readonly object[], untilMs: number, scenario: object = groupOf(2)) {
  return run(experimentOf({ scenario, commands }), untilMs);
}

const configure = (atMs: number, more: object) => ({ atMs, do: 'configure', ...more });
const group = (atMs: number, settings: object) => configure(atMs, { group: 'billing', settings });

/** `c-1 2: S 1000, range` for each start of a consumer after `afterUs`. */
function startsAfter({ trace }: ReturnType<typeof play>, afterUs: number): string[] {
  return eventsOf(trace, 'process-started')
    .filter(({ atUs, role }) => atUs >= afterUs && role === 'consumer')
    .map(
      ({ process, incarnation, sessionTimeoutMs, strategy }) =>
        `${process} ${incarnation}: S ${sessionTimeoutMs}, ${strategy}`,
    );
}

const kindsAt = ({ trace }: ReturnType<typeof play>, atUs: number, ...kinds: NewEvent['kind'][]) =>
  kinds.flatMap((kind) =>
    eventsOf(trace, kind)
      .filter((event) => event.atUs === atUs)
      .map(({ process }) => `${kind} ${process}`),
  );

describe('configure a consumer', () => {
  const settings = { sessionTimeoutMs: 2000 };

  it('restarts it with the new settings, and nobody else', () => {
    const simulation = play([configure(4000, { target: 'c-1', settings })], 5000);
    expect(startsAfter(simulation, 1)).toEqual(['c-1 2: S 2000, range']);
    expect(kindsAt(simulation, 4_000_000, 'process-crashed')).toEqual(['process-crashed c-1']);
  });

  it('that is down has them at its next start', () => {
    const commands = [
      { atMs: 4000, do: 'kill', target: 'c-1' },
      configure(4100, { target: 'c-1', settings }),
      { atMs: 4200, do: 'restart', target: 'c-1' },
    ];
    const simulation = play(commands, 5000);
    expect(startsAfter(simulation, 1)).toEqual(['c-1 2: S 2000, range']);
    expect(eventsOf(simulation.trace, 'process-started').at(-1)?.atUs).toBe(4_200_000);
  });

  it('with the settings that it has has no effect', () => {
    const same = { sessionTimeoutMs: 1000, heartbeatFrequency: 3 };
    const simulation = play([configure(4000, { target: 'c-1', settings: same })], 5000);
    expect(eventsOf(simulation.trace, 'command').map(({ targets }) => targets)).toEqual([[]]);
    expect(startsAfter(simulation, 1)).toEqual([]);
  });
});

describe('configure a group', () => {
  it('[CFG-1] restarts all its consumers; those that start later have the settings too', () => {
    const start = { atMs: 4500, do: 'start-consumer', group: 'billing', name: 'c-3' };
    const simulation = play([group(4000, { sessionTimeoutMs: 2000 }), start], 5000);
    expect(startsAfter(simulation, 1)).toEqual([
      'c-1 2: S 2000, range',
      'c-2 2: S 2000, range',
      'c-3 1: S 2000, range',
    ]);
    const stated = eventsOf(simulation.trace, 'group-configured').at(-1);
    expect(stated).toMatchObject({ atUs: 4_000_000, sessionTimeoutMs: 2000, strategy: 'range' });
  });

  it('[ASG-2] the strategy: all stop, and start when the record has no members', () => {
    const commands = [
      { atMs: 3900, do: 'freeze', target: 'c-2' },
      group(4000, { strategy: 'roundrobin' }),
      { atMs: 4100, do: 'start-consumer', group: 'billing', name: 'c-3' },
    ];
    const simulation = play(commands, 9000);
    expect(kindsAt(simulation, 4_000_000, 'process-stopped', 'process-crashed')).toEqual([
      'process-stopped c-1',
      'process-crashed c-2',
    ]);
    const emptied = eventsOf(simulation.trace, 'metadata-written').find(
      ({ assignment, atUs }) => assignment?.length === 0 && atUs > 4_000_000,
    );
    const starts = ['c-1 2', 'c-2 2', 'c-3 1'].map((name) => `${name}: S 1000, roundrobin`);
    expect(startsAfter(simulation, 1)).toEqual(starts);
    expect(startsAfter(simulation, emptied?.atUs ?? Infinity)).toEqual(starts);
    expect(eventsOf(simulation.trace, 'consumer-failed')).toEqual([]);
    const rules = eventsOf(simulation.trace, 'rebalance-completed').at(-1)?.rules;
    expect(rules).toContain('ASG-2');
  });

  it('the strategy of a group without a record changes at once', () => {
    const simulation = play([group(1, { strategy: 'roundrobin' })], 3000);
    expect(startsAfter(simulation, 1)).toEqual([
      'c-1 2: S 1000, roundrobin',
      'c-2 2: S 1000, roundrobin',
    ]);
    expect(eventsOf(simulation.trace, 'consumer-failed')).toEqual([]);
  });
});

describe('configure the strategy while the first generation is under way', () => {
  it('[REG-2] nobody is refused, whatever the moment', () => {
    const scenario = groupOf(2, {}, { brokers: 1, network: { latencyMs: [5, 5] } });
    for (let atMs = 100; atMs <= 220; atMs += 2.5) {
      const change = { atMs, do: 'configure', group: 'billing' };
      const commands = [{ ...change, settings: { strategy: 'roundrobin' } }];
      const { trace } = run(experimentOf({ scenario, commands }), 8000);
      expect(eventsOf(trace, 'consumer-failed'), `at ${atMs} ms`).toEqual([]);
      const last = eventsOf(trace, 'rebalance-completed').at(-1);
      expect(last?.assignment, `at ${atMs} ms`).toHaveLength(2);
      expect(last?.rules).toContain('ASG-2');
    }
  });
});

describe('configure the network', () => {
  const network = (settings: object) => configure(4000, { network: true, settings });

  it('gives it to a link again that was slowed and is as the others since', () => {
    const slow = { do: 'slow-link', target: ['broker-1', 'c-1'] };
    const commands = [
      { atMs: 3000, ...slow, latencyMs: [90, 95] },
      { atMs: 3500, ...slow, latencyMs: [5, 15] },
      network({ latencyMs: [20, 30] }),
    ];
    const { trace } = play(commands, 5000);
    const last = eventsOf(trace, 'link-changed').findLast(({ peers }) => peers.includes('c-1'));
    expect(last?.latencyMs).toEqual([20, 30]);
  });

  it('gives every link its latency but those that were slowed by themselves', () => {
    const slow = { do: 'slow-link', target: ['broker-1', 'c-1'], latencyMs: [90, 95] };
    const simulation = play([{ atMs: 3000, ...slow }, network({ latencyMs: [20, 30] })], 5000);
    const world = new WorldReader(simulation.trace).worldAt(simulation.trace.length - 1);
    for (const link of world.links.values()) {
      const isOwn = linkKey(...link.peers) === linkKey('broker-1', 'c-1');
      expect(link.latencyMs).toEqual(isOwn ? [90, 95] : [20, 30]);
      expect(link.slowed).toBe(isOwn);
    }
  });

  it('[LINK-1] gives up connections after another time', () => {
    const cut = { atMs: 5000, do: 'cut-link', target: ['c-1', '@billing'] };
    const simulation = play(
      [network({ transportTimeoutMs: 3000 }), cut],
      9000,
      groupOf(2, { sessionTimeoutMs: 6000 }),
    );
    const closed = eventsOf(simulation.trace, 'connection-closed').filter(
      ({ reason }) => reason === 'timeout',
    );
    expect(closed[0]?.atUs).toBe(8_000_000);
  });

  it('as it is has no effect', () => {
    const simulation = play([network({ latencyMs: [5, 15] })], 5000);
    expect(eventsOf(simulation.trace, 'command').map(({ targets }) => targets)).toEqual([[]]);
  });
});

describe('a key', () => {
  it('stands for whom a command hit, whoever has the role by then', () => {
    const commands = [
      { atMs: 4000, do: 'cut-link', target: ['@billing', 'zookeeper'], key: 'k' },
      {
        atMs: 12_000,
        do: 'restore-link',
        target: ['@billing', 'zookeeper'],
        key: 'k',
        recall: true,
      },
    ];
    const { trace } = play(commands, 13_000);
    const [cut, restored] = eventsOf(trace, 'command').map(({ targets }) => targets);
    expect(restored).toEqual(cut);
    const elected = eventsOf(trace, 'coordinator-elected').filter(
      ({ groups }) => groups.length > 0,
    );
    expect(elected.at(-1)?.broker).not.toBe(cut?.[0]);
  });

  it('that nobody was hit under has no effect', () => {
    const commands = [
      { atMs: 1000, do: 'restore-link', target: ['c-1', 'broker-1'], key: 'k', recall: true },
      { atMs: 4000, do: 'cut-link', target: ['c-1', 'broker-1'], key: 'k' },
    ];
    const { trace } = play(commands, 5000);
    expect(eventsOf(trace, 'command').map(({ targets }) => targets)).toEqual([
      [],
      ['c-1', 'broker-1'],
    ]);
  });
});
