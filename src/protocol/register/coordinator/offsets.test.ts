/** Commits and fetches of offsets at the coordinator. */
import { describe, expect, test } from 'vitest';
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

describe('commits', () => {
  test('[OFF-3] one is answered when ZooKeeper has taken it, not before', () => {
    const bench = steadyGroup(2);
    bench.commit('c-1', m1, 2, { 'orders/0': 7, 'orders/1': 9 });
    expect(bench.replies).toEqual([]);
    expect(bench.factsOf('offset-committed')).toEqual([]);
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ api: 'OffsetCommit', error: 'None' });
    expect(bench.store.offset('billing', 'orders', 1)).toBe(9);
    expect(bench.factsOf('offset-committed')).toEqual([
      expect.objectContaining({ member: m1, generation: 2, partition: 0, offset: 7 }),
      expect.objectContaining({ member: m1, generation: 2, partition: 1, offset: 9 }),
    ]);
    expect(bench.rulesOf('offset-committed')).toEqual(['OFF-1', 'OFF-3']);
  });

  test.each([
    ['billing-host-9-9', 2, 'UnknownConsumer', 'unknown-member'],
    [m1, 1, 'IllegalGeneration', 'stale'],
    [m1, 3, 'IllegalGeneration', 'future'],
  ])('[OFF-1] %s, generation %i: %s', (member, generation, error, reason) => {
    const bench = steadyGroup(2);
    bench.commit('c-1', member, generation);
    expect(bench.store.waiting).toEqual([]);
    expect(bench.lastReply()).toMatchObject({ api: 'OffsetCommit', error });
    expect(bench.lastFact('request-refused')).toMatchObject({ member, reason });
    expect(bench.rulesOf('request-refused')).toEqual(['OFF-1']);
  });

  test('[OFF-1] a group that nobody is in knows nobody', () => {
    const bench = loadedRole();
    bench.commit('c-1', m1, 1);
    expect(bench.lastReply().error).toBe('UnknownConsumer');
  });

  test('[OFF-1] in PreparingRebalance the old generation is still current', () => {
    const bench = preparingGroup();
    bench.commit('c-1', m1, 2);
    bench.settle();
    expect(bench.lastReply().error).toBe('None');
    bench.commit('c-1', m1, 1);
    expect(bench.lastReply().error).toBe('IllegalGeneration');
  });

  test('[OFF-1] in Rebalancing it is not', () => {
    const bench = rebalancingGroup();
    bench.commit('c-1', m1, 2);
    expect(bench.lastReply().error).toBe('IllegalGeneration');
    expect(bench.lastFact('request-refused').reason).toBe('rebalance-pending');
  });

  test('[OFF-1] in Ready the stored generation is', () => {
    const bench = readyGroup();
    bench.commit('c-1', m1, 2);
    bench.settle();
    expect(bench.lastReply().error).toBe('None');
    expect(bench.store.offset('billing', 'orders', 0)).toBe(7);
    expect(bench.group().state).toBe('Ready');
  });

  test('[OFF-3] [RB-3] the commit before the registration is in before the generation changes', () => {
    const bench = preparingGroup();
    bench.commit('c-1', m1, 2);
    registerAgain(bench, 1);
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.replies[0]).toMatchObject({ api: 'OffsetCommit', error: 'None' });
    expect(bench.group().generation).toBe(3);
  });

  test('[REG-10] a late commit is ignored; its correlation id counts for later requests', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1, {}, { correlationId: 50 });
    bench.settle();
    bench.forget();
    bench.heartbeat('c-1', m1, 1, { correlationId: 49 });
    bench.commit('c-1', m1, 1, {}, { correlationId: 49 });
    bench.settle();
    expect(bench.replies).toEqual([]);
    bench.commit('c-1', m1, 1, {}, { correlationId: 50 });
    bench.settle();
    expect(bench.replies).toHaveLength(1);
  });

  test('[TOP-2] a topic that is not of this assignment is dropped, and the commit succeeds', () => {
    const bench = steadyGroup(1, { orders: 1, refunds: 1 });
    bench.commit('c-1', m1, 1, { 'refunds/0': 3, 'orders/0': 4 });
    bench.settle();
    expect(bench.lastReply().error).toBe('None');
    expect(bench.factsOf('offset-committed').map(({ topic }) => topic)).toEqual(['orders']);
    expect(bench.store.offset('billing', 'refunds', 0)).toBeUndefined();
  });

  test('[COORD-7] behind a lost fence: NotCoordinatorForGroup, and the role is over', () => {
    const bench = steadyGroup(2);
    bench.commit('c-1', m1, 2);
    bench.commit('c-2', m2, 2);
    bench.store.writeCoordinator('broker-2', 2, 'billing');
    bench.settle();
    expect(bench.replies.map(({ error }) => error)).toEqual([
      'NotCoordinatorForGroup',
      'NotCoordinatorForGroup',
    ]);
    expect(bench.factsOf('coordinator-lost')).toHaveLength(1);
    expect(bench.store.offset('billing', 'orders', 0)).toBeUndefined();
  });

  test('[COORD-7] [OWN-4] only the generation has passed on: IllegalGeneration, the role stays', () => {
    const bench = steadyGroup(2);
    bench.commit('c-1', m1, 2);
    const record = bench.store.record('billing')!;
    bench.store.writeRecord('billing', { ...record, generation: 3 }, 1);
    bench.settle();
    expect(bench.lastReply().error).toBe('IllegalGeneration');
    expect(bench.factsOf('coordinator-lost')).toEqual([]);
    expect(bench.store.offset('billing', 'orders', 0)).toBeUndefined();
  });

  test('[COORD-7] the same generation under another epoch is not the one of the commit', () => {
    const bench = steadyGroup(2);
    bench.commit('c-1', m1, 2);
    const record = bench.store.record('billing')!;
    bench.store.writeRecord('billing', record, 2);
    bench.settle();
    expect(bench.lastReply().error).toBe('IllegalGeneration');
  });

  test('[COORD-8] the answer to a commit of a lost role is not acted on', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1);
    bench.lose();
    bench.forget();
    bench.settle();
    expect(bench.replies).toEqual([]);
    expect(bench.facts).toEqual([]);
  });

  test('[COORD-7] whose connection has gone meanwhile is refused all the same', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1);
    bench.disconnect('c-1/1/1');
    bench.store.writeCoordinator('broker-2', 2, 'billing');
    bench.settle();
    expect(bench.replies).toEqual([]);
    expect(bench.lastFact('request-refused')).toMatchObject({ to: 'c-1', member: m1 });
  });
});

describe('fetches', () => {
  test('[OFF-4] what was committed; -1 where nothing was', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1, { 'orders/3': 12 });
    bench.settle();
    bench.fetch('c-1', m1, 'orders/3', 'orders/0');
    bench.settle();
    expect(bench.lastReply()).toMatchObject({
      api: 'OffsetFetch',
      error: 'None',
      offsets: { 'orders/3': 12, 'orders/0': -1 },
      rules: ['OFF-4'],
    });
  });

  test('[OFF-4] neither id nor generation is checked, in any state of a loaded group', () => {
    for (const bench of [readyGroup(), preparingGroup(), rebalancingGroup(), steadyGroup(1)]) {
      bench.fetch('c-9', 'nobody', 'orders/0');
      bench.settle();
      const fetched = bench.replies.filter(({ api }) => api === 'OffsetFetch');
      expect(fetched).toMatchObject([{ error: 'None', offsets: { 'orders/0': -1 } }]);
    }
  });

  test('[OFF-4] a group that nobody is in has committed nothing', () => {
    const bench = loadedRole();
    bench.fetch('c-1', m1, 'orders/0');
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': -1 });
    expect(bench.state.groups.size).toBe(0);
  });

  test('[META-1] [OFF-4] a topic is read once for all who ask, and never again', () => {
    const bench = steadyGroup(2, { orders: 4, refunds: 1 });
    bench.fetch('c-1', m1, 'orders/0');
    bench.fetch('c-2', m2, 'orders/1', 'refunds/0');
    bench.fetch('c-1', m1, 'orders/2');
    expect(bench.store.waiting).toHaveLength(2);
    bench.answerNext();
    expect(bench.replies.map(({ offsets }) => Object.keys(offsets))).toEqual([
      ['orders/0'],
      ['orders/2'],
    ]);
    bench.answerNext();
    expect(bench.replies).toHaveLength(3);
    bench.fetch('c-1', m1, 'orders/3', 'refunds/0');
    expect(bench.store.waiting).toEqual([]);
    expect(bench.replies).toHaveLength(4);
  });

  test('[META-1] what another coordinator stored is read; commits keep it current', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1, { 'orders/0': 5 });
    bench.settle();
    bench.lose();
    bench.elect(2);
    bench.settle();
    // Sent before the read, answered before it.
    bench.commit('c-1', m1, 1, { 'orders/1': 6 });
    bench.fetch('c-1', m1, 'orders/0', 'orders/1');
    bench.settle();
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': 5, 'orders/1': 6 });
    bench.commit('c-1', m1, 1, { 'orders/0': 8 });
    bench.settle();
    bench.fetch('c-1', m1, 'orders/0');
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': 8 });
  });

  test('[COORD-8] the answer to a read of a lost role is not acted on', () => {
    const bench = steadyGroup(1);
    bench.fetch('c-1', m1, 'orders/0');
    bench.lose();
    bench.elect(2);
    bench.answerNext();
    expect(bench.replies).toEqual([]);
  });
});
