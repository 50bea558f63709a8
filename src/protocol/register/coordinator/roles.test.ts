/** Taking up the role, loading, giving it up. */
import { describe, expect, test } from 'vitest';
import { subsetOf } from '../../subset.ts';
import { handleChildren, handleMulti, handleNode } from './coordinator.ts';
import { Bench, connectionOf, deadAfterUs } from './testing/bench.ts';
import {
  loadedRole,
  m1,
  m2,
  preparingGroup,
  readyGroup,
  rebalancingGroup,
  registerAgain,
  steadyGroup,
} from './testing/situations.ts';

function askEverything(bench: Bench): void {
  bench.register('c-1');
  bench.register('c-1', { member: m1 });
  bench.heartbeat('c-1', m1, 1);
  bench.commit('c-1', m1, 1);
  bench.fetch('c-1', m1, 'orders/0');
}

describe('who answers', () => {
  test('[COORD-6] a broker that is not the coordinator says so to every group request', () => {
    const bench = new Bench();
    askEverything(bench);
    expect(bench.replies.map(({ api, error }) => [api, error])).toEqual([
      ['RegisterConsumer', 'NotCoordinatorForGroup'],
      ['RegisterConsumer', 'NotCoordinatorForGroup'],
      ['Heartbeat', 'NotCoordinatorForGroup'],
      ['OffsetCommit', 'NotCoordinatorForGroup'],
      ['OffsetFetch', 'NotCoordinatorForGroup'],
    ]);
    expect(bench.lastFact('request-refused').reason).toBe('not-coordinator');
    expect(bench.rulesOf('request-refused')).toEqual(['COORD-6', 'FO-2']);
  });

  test('[COORD-1] [COORD-6] the role for one subset is not that for another', () => {
    const bench = loadedRole();
    expect(subsetOf('billing')).not.toBe(subsetOf('demo'));
    bench.register('c-1', { groupId: 'demo' });
    expect(bench.lastReply().error).toBe('NotCoordinatorForGroup');
    bench.register('c-1', { groupId: 'billing' });
    bench.settle();
    expect(bench.lastReply().error).toBe('None');
  });

  test('[COORD-5] until the groups are read: CoordinatorStartupNotComplete', () => {
    const bench = new Bench();
    bench.elect();
    askEverything(bench);
    expect(bench.replies.map(({ error }) => error)).toEqual(
      Array(5).fill('CoordinatorStartupNotComplete'),
    );
    expect(bench.rulesOf('request-refused')).toEqual(['COORD-5', 'FO-2']);
    bench.settle();
    bench.fetch('c-1', m1, 'orders/0');
    expect(bench.lastReply().error).toBe('None');
  });
});

describe('loading', () => {
  test('[META-3] nothing stored: a group begins in Ready, generation 0, with its first registration', () => {
    const bench = loadedRole();
    expect(bench.facts).toEqual([]);
    bench.heartbeat('c-1', m1, 1);
    expect(bench.factsOf('group-state')).toEqual([]);
    bench.register('c-1');
    const states = bench.factsOf('group-state').map(({ state, generation }) => [state, generation]);
    expect(states.slice(0, 3)).toEqual([
      ['CatchUp', 0],
      ['Ready', 0],
      ['PreparingRebalance', 0],
    ]);
    expect(bench.lastFact('coordinator-loaded')).toEqual({
      kind: 'coordinator-loaded',
      group: 'billing',
      epoch: 1,
      generation: 0,
      assignment: [],
    });
  });

  test('[COORD-5] what is stored is taken up', () => {
    const bench = steadyGroup(2);
    bench.lose();
    bench.elect(2);
    bench.forget();
    bench.settle();
    expect(bench.lastFact('coordinator-loaded')).toMatchObject({
      epoch: 2,
      generation: 2,
      assignment: [
        { member: m1, consumer: 'c-1', partitions: [{ topic: 'orders', partitions: [0, 1, 2] }] },
        { member: m2, consumer: 'c-2', partitions: [{ topic: 'orders', partitions: [3, 4, 5] }] },
      ],
    });
    expect(bench.group()).toMatchObject({
      state: 'Ready',
      generation: 2,
      nextMemberNumber: 3,
      strategy: 'range',
    });
    expect(bench.factsOf('member-added')).toEqual([]);
  });

  test('[COORD-5] records of other subsets are left alone', () => {
    const bench = steadyGroup(1);
    bench.elect(1, 'demo');
    bench.settle();
    expect([...bench.state.groups.keys()]).toEqual(['billing']);
    expect(bench.group().state).toBe('Steady');
  });

  test('[COORD-8] what was read for a role that is over makes no other one ready', () => {
    const bench = steadyGroup(1);
    bench.lose();
    bench.elect(2);
    const [old] = bench.store.waiting.splice(0);
    bench.lose();
    bench.elect(3);
    bench.store.waiting.unshift(old!);
    bench.answerNext();
    bench.heartbeat('c-1', m1, 1);
    expect(bench.lastReply().error).toBe('CoordinatorStartupNotComplete');
    bench.answerNext();
    bench.heartbeat('c-1', m1, 1);
    expect(bench.lastReply().error).toBe('None');
  });

  test('[META-3] a loaded group that everybody has left stays Ready', () => {
    const bench = steadyGroup(1);
    bench.wait(deadAfterUs);
    bench.settle();
    bench.lose();
    bench.elect(2);
    bench.settle();
    expect(bench.group()).toMatchObject({ state: 'Ready', generation: 2 });
    bench.wait(10 * deadAfterUs);
    expect(bench.group().state).toBe('Ready');
  });

  test('[RB-5] [REG-4] generations and numbers go on where the old coordinator stopped', () => {
    const bench = readyGroup();
    bench.register('c-3');
    bench.wait(3 * deadAfterUs);
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ generation: 3, member: 'billing-host-3-3' });
  });
});

describe('losing the role', () => {
  test('[COORD-11] what is parked is answered, timers stop, groups are forgotten', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    bench.forget();
    bench.lose('lease');
    expect(bench.replies.map(({ connection, error }) => [connection, error])).toEqual([
      [connectionOf('c-3'), 'NotCoordinatorForGroup'],
      [connectionOf('c-1'), 'NotCoordinatorForGroup'],
    ]);
    expect(bench.lastReply().rules).toEqual(['COORD-11']);
    expect(bench.timers.size).toBe(0);
    expect(bench.closed).toEqual([]);
    expect(bench.state.groups.size).toBe(0);
    expect(bench.lastFact('coordinator-lost')).toEqual({
      kind: 'coordinator-lost',
      subset: 9,
      groups: ['billing'],
      broker: 'broker-1',
      epoch: 1,
      reason: 'lease',
    });
    expect(bench.lastFact('rebalance-abandoned')).toMatchObject({ rebalance: 3, subject: 'c-3' });
    expect(bench.lastFact('group-state')).toMatchObject({
      previous: 'PreparingRebalance',
      state: 'Down',
    });
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastReply().error).toBe('NotCoordinatorForGroup');
  });

  test('[COORD-11] what is parked for the next attempt too; of a member the later one', () => {
    const bench = rebalancingGroup();
    bench.register('c-4');
    bench.register('c-1', { member: m1, topics: [] }, { correlationId: 77 });
    bench.forget();
    bench.lose('session');
    const answers = bench.replies.map(({ connection }) => connection);
    expect(answers.toSorted()).toEqual(['c-1', 'c-2', 'c-3', 'c-4'].map(connectionOf));
    expect(bench.replies.find(({ correlationId }) => correlationId === 77)).toBeDefined();
  });

  test('[COORD-11] [HB-6] a parked member whose connection has gone is named all the same', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    bench.disconnect(connectionOf('c-1'));
    bench.lose();
    expect(bench.lastFact('request-refused')).toMatchObject({ to: 'c-1', member: m1 });
  });

  test('[COORD-11] other subsets go on', () => {
    const bench = steadyGroup(1);
    bench.lose('moved', 'demo');
    expect(bench.facts).toEqual([]);
    bench.heartbeat('c-1', m1, 1);
    expect(bench.lastReply().error).toBe('None');
  });

  test.each([
    { for: 'rebalance' },
    { for: 'record' },
    { for: 'offsets', topic: 'orders' },
  ] as const)('[COORD-8] an answer for another epoch is not acted on: %o', (what) => {
    const bench = rebalancingGroup();
    const purpose = { ...what, group: 'billing', epoch: 0, rebalance: 3 };
    const before = structuredClone(bench.state);
    if (purpose.for === 'rebalance') {
      handleMulti(bench.state, bench.context(), purpose, { failedAt: -1, leftOut: [] });
    } else if (purpose.for === 'offsets') handleChildren(bench.state, bench.context(), purpose, []);
    else handleNode(bench.state, bench.context(), purpose, null);
    expect(bench.state).toEqual(before);
    expect(bench.facts).toEqual([]);
  });

  test('[COORD-8] reads and writes of the lost role change nothing when they are answered', () => {
    const bench = rebalancingGroup();
    bench.lose();
    bench.forget();
    bench.settle();
    expect(bench.facts).toEqual([]);
    expect(bench.replies).toEqual([]);
    // [FO-7] It went through the fence in time, so it is the stored generation now.
    expect(bench.store.record('billing')?.generation).toBe(3);
  });
});
