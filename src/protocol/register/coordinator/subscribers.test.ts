/** The index from a topic to the groups that subscribe to it. */
import { describe, expect, test } from 'vitest';
import type { Bench } from './testing/bench.ts';
import { m1, readyGroup, registerAgain, steadyGroup } from './testing/situations.ts';

const topics = { orders: 6, payments: 2 };

function indexOf({ state }: Bench): Record<string, string[]> {
  return Object.fromEntries([...state.subscribers].map(([topic, ids]) => [topic, [...ids]]));
}

/** c-1 registers with other topics, c-2 with what it had, and ZooKeeper takes the result. */
function changeTopics(bench: Bench, wanted: string[]): void {
  bench.register('c-1', { member: m1, topics: wanted });
  registerAgain(bench, 2);
}

describe('subscribers', () => {
  test('[META-2] a topic leads to its group once the generation is stored, not before', () => {
    const bench = steadyGroup(2, topics);
    expect(indexOf(bench)).toEqual({ orders: ['billing'] });
    changeTopics(bench, ['orders', 'payments']);
    expect(indexOf(bench)).toEqual({ orders: ['billing'] });
    bench.settle();
    expect(indexOf(bench)).toEqual({ orders: ['billing'], payments: ['billing'] });
  });

  test('[META-2] a topic that nobody of the group wants any more leads nowhere', () => {
    const bench = steadyGroup(2, topics);
    changeTopics(bench, ['payments']);
    bench.settle();
    expect(indexOf(bench)).toEqual({ orders: ['billing'], payments: ['billing'] });
    changeTopics(bench, ['orders']);
    bench.settle();
    expect(indexOf(bench)).toEqual({ orders: ['billing'] });
  });

  test('[META-2] several groups subscribe to one topic', () => {
    const bench = steadyGroup(1, topics);
    bench.elect(1, 'demo');
    bench.settle();
    bench.register('d-1', { groupId: 'demo', topics: ['orders', 'payments'] });
    bench.settle();
    expect(indexOf(bench)).toEqual({ orders: ['billing', 'demo'], payments: ['demo'] });
    bench.lose('lease', 'billing');
    expect(indexOf(bench)).toEqual({ orders: ['demo'], payments: ['demo'] });
  });

  test('[META-2] it is there as soon as a stored record is loaded, and gone with the role', () => {
    const bench = readyGroup();
    expect(indexOf(bench)).toEqual({ orders: ['billing'] });
    bench.lose();
    expect(indexOf(bench)).toEqual({});
  });
});
