/** Rebalances at the coordinator, from the trigger to the answers. */
import { describe, expect, test } from 'vitest';
import { deadAfterUs } from './testing/bench.ts';
import type { Bench } from './testing/bench.ts';
import {
  loadedRole,
  m1,
  m2,
  m3,
  preparingGroup,
  rebalancingGroup,
  registerAgain,
  steadyGroup,
} from './testing/situations.ts';

/** `Steady -> PreparingRebalance` ... */
function ways(bench: Bench): string[] {
  return bench.factsOf('group-state').map(({ previous, state }) => `${previous} -> ${state}`);
}

describe('triggers', () => {
  test('[TRIG-1] a new consumer registers', () => {
    const bench = steadyGroup(2);
    bench.register('c-3');
    expect(bench.lastFact('rebalance-started')).toEqual({
      kind: 'rebalance-started',
      group: 'billing',
      rebalance: 3,
      trigger: 'TRIG-1',
      subject: 'c-3',
      generation: 2,
      reason: 'a new consumer registers',
    });
    expect(bench.rulesOf('rebalance-started')).toEqual(['TRIG-1']);
    expect(ways(bench)).toEqual(['Steady -> PreparingRebalance']);
  });

  test('[TRIG-1] [TRIG-2] [TRIG-5] a trigger in PreparingRebalance joins the running attempt', () => {
    const bench = preparingGroup();
    bench.register('c-4');
    bench.register('c-2', { member: m2, topics: [] });
    bench.wait(deadAfterUs);
    const joined = bench.factsOf('rebalance-joined');
    expect(joined.map(({ rebalance, trigger, subject }) => [rebalance, trigger, subject])).toEqual([
      [3, 'TRIG-1', 'c-4'],
      [3, 'TRIG-5', m2],
      [3, 'TRIG-2', m1],
    ]);
    expect(bench.factsOf('rebalance-started')).toEqual([]);
  });

  test('[TRIG-5] a member that registers as before in PreparingRebalance is no trigger', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    registerAgain(bench, 1);
    expect(bench.factsOf('rebalance-joined')).toEqual([]);
  });
});

describe('waiting', () => {
  test('[RB-1] the generation is not bumped on entering PreparingRebalance', () => {
    const bench = steadyGroup(2);
    bench.register('c-3');
    expect(bench.group().generation).toBe(2);
    expect(bench.lastFact('group-state')).toMatchObject({
      state: 'PreparingRebalance',
      generation: 2,
    });
    expect(bench.rulesOf('group-state')).toEqual(['RB-1', 'TRIG-1']);
    expect(bench.store.record('billing')?.generation).toBe(2);
  });

  test('[RB-4] all live members are waited for', () => {
    const bench = steadyGroup(2);
    bench.register('c-3');
    expect(bench.lastFact('registration-parked')).toEqual({
      kind: 'registration-parked',
      group: 'billing',
      consumer: 'c-3',
      member: null,
      waitingFor: [m1, m2],
      waitingCount: 2,
    });
    registerAgain(bench, 2);
    expect(bench.lastFact('registration-parked')).toMatchObject({
      consumer: 'c-2',
      member: m2,
      waitingFor: [m1],
      waitingCount: 1,
    });
    bench.heartbeat('c-1', m1, 2);
    bench.settle();
    expect(bench.group().state).toBe('PreparingRebalance');
    expect(bench.store.waiting).toEqual([]);
    registerAgain(bench, 1);
    expect(bench.group().state).toBe('Rebalancing');
  });

  test('[RB-4] one that dies meanwhile is dropped, and the rebalance completes with the rest', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    bench.wait(deadAfterUs - 1);
    expect(bench.group().state).toBe('PreparingRebalance');
    bench.wait(1);
    expect(bench.group().state).toBe('Rebalancing');
    bench.settle();
    const { assignment, joined, left } = bench.lastFact('rebalance-completed');
    expect(assignment.map(({ member }) => member)).toEqual([m1, m3]);
    expect({ joined, left }).toEqual({ joined: [m3], left: [m2] });
  });

  test('[RB-4] at most twenty of those waited for are listed', () => {
    const bench = loadedRole();
    for (let n = 1; n <= 23; n++) bench.register(`c-${n}`);
    bench.settle();
    registerAgain(bench, 1);
    bench.settle();
    expect(bench.group().members.size).toBe(23);
    bench.register('c-24');
    const { waitingFor, waitingCount } = bench.lastFact('registration-parked');
    expect(waitingFor).toHaveLength(20);
    expect(waitingCount).toBe(23);
  });
});

describe('the new generation', () => {
  test('[RB-6] while it is being written nobody is told', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    registerAgain(bench, 2);
    expect(bench.group()).toMatchObject({ state: 'Rebalancing', generation: 2 });
    expect(bench.replies).toEqual([]);
  });

  test('[RB-5] [RB-6] it is written first, then told', () => {
    const bench = rebalancingGroup();
    expect(bench.replies).toEqual([]);
    expect(bench.group().generation).toBe(2);
    expect(bench.store.record('billing')?.generation).toBe(2);
    bench.answerNext();
    expect(bench.store.record('billing')?.generation).toBe(3);
    expect(bench.replies).toMatchObject([
      { member: m3, generation: 3, partitions: ['orders/4', 'orders/5'] },
      { member: m1, generation: 3, partitions: ['orders/0', 'orders/1'] },
      { member: m2, generation: 3, partitions: ['orders/2', 'orders/3'] },
    ]);
    expect(bench.lastReply().rules).toEqual(['RB-6', 'COORD-3']);
  });

  test('[RB-5] the first completed one is 1; it counts up even if nothing else changes', () => {
    const bench = loadedRole();
    bench.register('c-1');
    expect(bench.lastFact('group-state').generation).toBe(0);
    bench.settle();
    expect(bench.lastReply().generation).toBe(1);
    bench.register('c-2');
    bench.disconnect('c-2/1/1');
    registerAgain(bench, 1);
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ generation: 2, member: m1 });
    expect(bench.lastFact('rebalance-completed')).toMatchObject({ joined: [], left: [] });
  });

  test('[RB-6] the windows restart when the response is sent', () => {
    const bench = rebalancingGroup();
    bench.wait(700_000);
    expect(bench.timers.size).toBe(0);
    bench.answerNext();
    expect([...bench.timers.values()]).toEqual(Array(3).fill(bench.nowUs + deadAfterUs));
  });

  test('[RB-6] rebalance-completed tells who owns what, and by which rules', () => {
    const topics = ['orders'];
    const bench = rebalancingGroup();
    bench.settle();
    expect(bench.lastFact('rebalance-completed')).toEqual({
      kind: 'rebalance-completed',
      group: 'billing',
      rebalance: 3,
      generation: 3,
      assignment: [
        {
          member: m1,
          consumer: 'c-1',
          topics,
          partitions: [{ topic: 'orders', partitions: [0, 1] }],
        },
        {
          member: m2,
          consumer: 'c-2',
          topics,
          partitions: [{ topic: 'orders', partitions: [2, 3] }],
        },
        {
          member: m3,
          consumer: 'c-3',
          topics,
          partitions: [{ topic: 'orders', partitions: [4, 5] }],
        },
      ],
      joined: [m3],
      left: [],
    });
    expect(bench.rulesOf('rebalance-completed')).toEqual(['RB-5', 'RB-6', 'META-3', 'ASG-1']);
    expect(ways(bench)).toEqual(['Rebalancing -> Steady']);
  });

  test('[META-1] what is stored', () => {
    const bench = loadedRole({ orders: 3, refunds: 1 });
    bench.register('c-1', { topics: ['refunds', 'orders', 'gone'] });
    bench.settle();
    expect(bench.store.record('billing')).toEqual({
      strategy: 'range',
      generation: 1,
      nextMemberNumber: 2,
      topics: [
        { topic: 'gone', creation: -1, partitions: 0 },
        { topic: 'orders', creation: 1, partitions: 3 },
        { topic: 'refunds', creation: 2, partitions: 1 },
      ],
      members: [
        {
          id: m1,
          host: 'host-1',
          consumer: 'c-1',
          topics: ['gone', 'orders', 'refunds'],
          sessionTimeoutMs: 1000,
          heartbeatFrequency: 3,
          failedHeartbeatThreshold: 3,
          partitions: [
            { topic: 'orders', partitions: [0, 1, 2] },
            { topic: 'refunds', partitions: [0] },
          ],
        },
      ],
    });
  });

  test('[META-1] a topic that only a leaver subscribed to is not stored', () => {
    const bench = steadyGroup(2, { orders: 2, refunds: 1 });
    bench.register('c-3', { topics: ['refunds'] });
    registerAgain(bench, 1);
    registerAgain(bench, 2);
    bench.disconnect('c-3/1/1');
    bench.settle();
    expect(bench.store.record('billing')?.topics.map(({ topic }) => topic)).toEqual(['orders']);
  });

  test('[META-1] each member has its own timing, the one it registered last', () => {
    const bench = preparingGroup();
    bench.register('c-1', { member: m1, sessionTimeout: 2000, failedHeartbeatThreshold: 2 });
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.timers.get(`billing/${m1}`)).toBe(1_333_333);
    expect(bench.timers.get(`billing/${m2}`)).toBe(deadAfterUs);
  });

  test('[OWN-1] more members than partitions: the surplus gets an empty list and stays', () => {
    const bench = steadyGroup(2, { orders: 1 });
    registerAgain(bench, 2);
    expect(bench.lastReply()).toMatchObject({ error: 'None', partitions: [] });
  });
});

describe('when the last member leaves', () => {
  test('[META-3] a rebalance without members completes', () => {
    const bench = steadyGroup(1);
    bench.wait(deadAfterUs);
    bench.settle();
    expect(ways(bench)).toEqual([
      'Steady -> PreparingRebalance',
      'PreparingRebalance -> Rebalancing',
      'Rebalancing -> Ready',
    ]);
    expect(bench.store.record('billing')).toMatchObject({ generation: 2, members: [], topics: [] });
    expect(bench.lastFact('rebalance-completed')).toMatchObject({ assignment: [], left: [m1] });
  });

  test('[META-3] not if the group has no record yet: back to Ready, generation 0', () => {
    const bench = loadedRole();
    bench.register('c-1');
    bench.disconnect('c-1/1/1');
    bench.settle();
    expect(ways(bench).at(-1)).toBe('Rebalancing -> Ready');
    expect(bench.lastFact('rebalance-abandoned')).toMatchObject({
      rebalance: 1,
      trigger: 'TRIG-1',
      subject: 'c-1',
      generation: 0,
    });
    expect(bench.store.record('billing')).toBeNull();
    expect(bench.group().attempt).toBeNull();
  });

  test('[META-3] without a record and with somebody for the next attempt: that one starts', () => {
    const bench = loadedRole();
    bench.register('c-1');
    bench.register('c-2');
    bench.disconnect('c-1/1/1');
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ member: 'billing-host-2-1', generation: 1 });
  });

  test('[META-3] nobody is left in PreparingRebalance and there is no record: Ready', () => {
    // With a record of nobody this cannot be told from the outside, so the attempt is laid open.
    const bench = preparingGroup();
    const group = bench.group();
    group.members.clear();
    group.attempt?.waitingFor.clear();
    group.recordEpoch = null;
    bench.disconnect('c-3/1/1');
    expect(ways(bench)).toEqual(['PreparingRebalance -> Ready']);
    expect(bench.factsOf('rebalance-abandoned')).toHaveLength(1);
  });
});

describe('fences', () => {
  test('[COORD-7] a rebalance behind a lost fence ends the role, and nobody gets the result', () => {
    const bench = rebalancingGroup();
    bench.store.writeCoordinator('broker-2', 2, 'billing');
    bench.settle();
    expect(bench.lastFact('coordinator-lost')).toMatchObject({ epoch: 1, reason: 'fence' });
    expect(bench.rulesOf('coordinator-lost')).toEqual(['COORD-7', 'COORD-11']);
    expect(bench.replies.map(({ error }) => error)).toEqual(
      Array(3).fill('NotCoordinatorForGroup'),
    );
    expect(bench.store.record('billing')?.generation).toBe(2);
    expect(bench.lastFact('group-state').state).toBe('Down');
  });

  test('[COORD-7] the same broker under another epoch is another coordinator', () => {
    const bench = rebalancingGroup();
    bench.store.writeCoordinator('broker-1', 2, 'billing');
    bench.settle();
    expect(bench.lastFact('coordinator-lost').reason).toBe('fence');
  });

  test('[COORD-7] the fence of an epoch that is over does not end the role of a later one', () => {
    const bench = rebalancingGroup();
    bench.lose('moved');
    bench.elect(2);
    bench.forget();
    bench.settle();
    expect(bench.factsOf('coordinator-lost')).toEqual([]);
    expect(bench.group()).toMatchObject({ state: 'Ready', epoch: 2, generation: 2 });
  });

  test('[COORD-7] the same write again, after a lost answer, is a success', () => {
    const bench = rebalancingGroup();
    const [write] = bench.store.waiting;
    bench.store.answer();
    bench.store.waiting.push(write!);
    bench.settle();
    expect(bench.replies).toHaveLength(3);
    expect(bench.group()).toMatchObject({ state: 'Steady', generation: 3 });
  });

  test('[COORD-7] [OWN-3] a stored generation that is not lower: it goes above, and keeps the role', () => {
    const bench = rebalancingGroup();
    const record = bench.store.record('billing')!;
    bench.store.writeRecord('billing', { ...record, generation: 5 }, 1);
    bench.settle();
    expect(bench.replies.map(({ generation }) => generation)).toEqual([6, 6, 6]);
    expect(bench.group().state).toBe('Steady');
    expect(bench.factsOf('coordinator-lost')).toEqual([]);
  });
});
