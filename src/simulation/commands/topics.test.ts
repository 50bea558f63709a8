/** Topics and subscriptions as a user changes them, and what the protocol makes of it. */
import { describe, expect, it } from 'vitest';
import { whyChain } from '../../trace/why.ts';
import { eventsOf, experimentOf, firstOf, groupOf, run } from '../testing.ts';

const orders = { name: 'orders', partitions: 4 };
const payments = { name: 'payments', partitions: 2 };

function play(
  commands: readonly object[],
  untilMs: number,
  subscription: object = { topics: ['orders'] },
) {
  const consumers = ['c-1', 'c-2'].map((name) => ({ name, ...subscription }));
  const scenario = groupOf(0, { consumers }, { topics: [orders, payments] });
  return run(experimentOf({ scenario, commands }), untilMs);
}

const targetsOf = ({ trace }: ReturnType<typeof play>) =>
  eventsOf(trace, 'command').map(({ targets }) => targets);

describe('a topic', () => {
  it('[TOP-1] [TRIG-3] grows: ZooKeeper says so, and a rebalance follows that leads back to the user', () => {
    const { trace } = play(
      [{ atMs: 4000, do: 'add-partitions', topic: 'orders', partitions: 6 }],
      8000,
    );
    const changed = firstOf(eventsOf(trace, 'topic-changed'), ({ atUs }) => atUs > 0);
    expect(changed).toMatchObject({ topic: 'orders', partitions: 6, recordsPerSecond: 10 });
    const started = firstOf(eventsOf(trace, 'rebalance-started'), ({ atUs }) => atUs > 4_000_000);
    expect(started).toMatchObject({ trigger: 'TRIG-3', because: changed.seq });
    expect(whyChain(trace, started.seq).map(({ kind }) => kind)).toEqual([
      'rebalance-started',
      'topic-changed',
      'command',
    ]);
    const last = eventsOf(trace, 'rebalance-completed').at(-1);
    const owned = last?.assignment.flatMap(({ partitions }) => partitions[0]?.partitions ?? []);
    expect(owned?.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('[TRIG-4] that was subscribed to before it existed appears', () => {
    const create = { atMs: 4000, do: 'create-topic', topic: 'x', partitions: 2 };
    const { trace } = play([create], 8000, { topics: ['orders', 'x'] });
    const started = firstOf(eventsOf(trace, 'rebalance-started'), ({ atUs }) => atUs > 4_000_000);
    expect(started).toMatchObject({ trigger: 'TRIG-4', subject: 'x' });
    const acquired = eventsOf(trace, 'partition-acquired').filter(({ topic }) => topic === 'x');
    expect(acquired.map(({ partition }) => partition).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(acquired.map(({ offset }) => offset)).toEqual([0, 0]);
  });

  it('[TOP-2] deleted and made again begins at offset 0', () => {
    const { trace } = play(
      [
        { atMs: 5000, do: 'delete-topic', topic: 'orders' },
        { atMs: 8000, do: 'create-topic', topic: { name: 'orders', partitions: 1 } },
      ],
      11_000,
    );
    const acquired = eventsOf(trace, 'partition-acquired').filter(({ atUs }) => atUs > 8_000_000);
    expect(acquired.map(({ offset }) => offset)).toEqual([0]);
    expect(eventsOf(trace, 'records-consumed').at(-1)?.duplicates).toBe(0);
  });

  it.each([
    ['create-topic', { topic: 'orders', partitions: 9 }],
    ['add-partitions', { topic: 'orders', partitions: 4 }],
    ['add-partitions', { topic: 'orders', partitions: 3 }],
  ])('[TOP-2] %s has no effect where there is nothing to change: %j', (verb, more) => {
    const simulation = play([{ atMs: 4000, do: verb, ...more }], 6000);
    expect(targetsOf(simulation)).toEqual([[]]);
    expect(eventsOf(simulation.trace, 'topic-changed').every(({ atUs }) => atUs === 0)).toBe(true);
  });

  it('that is gone cannot be deleted or grown', () => {
    const simulation = play(
      [
        { atMs: 4000, do: 'delete-topic', topic: 'payments' },
        { atMs: 4000, do: 'delete-topic', topic: 'payments' },
        { atMs: 4000, do: 'add-partitions', topic: 'payments', partitions: 9 },
      ],
      6000,
    );
    expect(targetsOf(simulation)).toEqual([['payments'], [], []]);
  });
});

describe('subscribe', () => {
  const subscribe = (atMs: number) => ({
    atMs,
    do: 'subscribe',
    target: 'c-1',
    topics: ['orders', 'payments'],
  });

  it('[REG-8] [TRIG-5] makes a member register again; the rebalance leads back to the user', () => {
    const { trace } = play([subscribe(4000)], 8000);
    const started = firstOf(eventsOf(trace, 'rebalance-started'), ({ atUs }) => atUs > 4_000_000);
    expect(started.trigger).toBe('TRIG-5');
    expect(whyChain(trace, started.seq).at(-1)?.kind).toBe('command');
    const acquired = eventsOf(trace, 'partition-acquired');
    const owners = acquired
      .filter(({ topic }) => topic === 'payments')
      .map(({ process }) => process);
    expect(owners).toEqual(['c-1', 'c-1']);
  });

  it('waits on the pile of a frozen consumer', () => {
    const { trace } = play(
      [
        { atMs: 4000, do: 'freeze', target: 'c-1' },
        subscribe(4200),
        { atMs: 4400, do: 'thaw', target: 'c-1' },
      ],
      6000,
    );
    expect(eventsOf(trace, 'subscription-changed').map(({ atUs }) => atUs)).toEqual([4_400_000]);
  });

  it('of one that is down is what it starts with next', () => {
    const { trace } = play(
      [
        { atMs: 4000, do: 'kill', target: 'c-1' },
        subscribe(4200),
        { atMs: 4400, do: 'start-consumer', group: 'billing', name: 'c-1' },
      ],
      6000,
    );
    expect(eventsOf(trace, 'subscription-changed')).toEqual([]);
    expect(eventsOf(trace, 'process-started').at(-1)?.topics).toEqual(['orders', 'payments']);
  });

  it('is kept by the next life', () => {
    const { trace } = play([subscribe(4000), { atMs: 6000, do: 'restart', target: 'c-1' }], 7000);
    expect(eventsOf(trace, 'process-started').at(-1)?.topics).toEqual(['orders', 'payments']);
  });
});

describe('a wildcard', () => {
  it('[WILD-2] finds a new topic at its next refresh', () => {
    const create = { atMs: 4000, do: 'create-topic', topic: { name: 'x-1', partitions: 1 } };
    const { trace } = play([create], 14_000, { allow: ['x.*'] });
    const acquired = eventsOf(trace, 'partition-acquired');
    expect(acquired.map(({ topic }) => topic)).toContain('x-1');
    const started = firstOf(eventsOf(trace, 'rebalance-started'), ({ atUs }) => atUs > 4_000_000);
    expect(started.trigger).toBe('TRIG-5');
    expect(whyChain(trace, started.seq).at(-1)?.kind).toBe('command');
  });
});
