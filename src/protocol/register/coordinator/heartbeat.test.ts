/** Heartbeats, silence and death at the coordinator. */
import { describe, expect, test } from 'vitest';
import { coordinatorFailedUs, deadAfterUs, heartbeatIntervalUs } from '../timing.ts';
import { connectionOf, deadAfterUs as windowUs } from './testing/bench.ts';
import type { Bench } from './testing/bench.ts';
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

function removed(bench: Bench): string[] {
  return bench.factsOf('member-removed').map(({ member }) => member);
}

describe('windows', () => {
  const timing = { sessionTimeoutMs: 1000, heartbeatFrequency: 3, failedHeartbeatThreshold: 3 };

  test('[CFG-1] each window is computed from the formula and rounded once', () => {
    expect(heartbeatIntervalUs(timing)).toBe(333_333);
    expect(deadAfterUs(timing)).toBe(1_000_000);
    expect(coordinatorFailedUs(timing)).toBe(1_000_000);
    expect(deadAfterUs({ ...timing, failedHeartbeatThreshold: 2 })).toBe(666_667);
    expect(deadAfterUs({ ...timing, failedHeartbeatThreshold: 4 })).toBe(1_333_333);
  });

  test.each([
    [2, 666_667],
    [3, 1_000_000],
    [4, 1_333_333],
  ])('[HB-3] [CFG-1] T = %i: dead after %i us of silence, not 1 us earlier', (T, afterUs) => {
    const bench = loadedRole();
    bench.register('c-1', { failedHeartbeatThreshold: T });
    bench.settle();
    bench.wait(300_000);
    bench.heartbeat('c-1', m1, 1);
    bench.wait(afterUs - 1);
    expect(removed(bench)).toEqual([]);
    bench.wait(1);
    expect(removed(bench)).toEqual([m1]);
    expect(bench.nowUs).toBe(300_000 + afterUs);
  });
});

describe('answers', () => {
  test('[HB-2] an unknown id is told first, whatever its generation', () => {
    const bench = steadyGroup(1);
    bench.heartbeat('c-9', 'billing-host-9-9', 0);
    expect(bench.lastReply()).toMatchObject({ error: 'UnknownConsumer', api: 'Heartbeat' });
    expect(bench.lastFact('request-refused')).toEqual({
      kind: 'request-refused',
      to: 'c-9',
      api: 'Heartbeat',
      group: 'billing',
      member: 'billing-host-9-9',
      error: 'UnknownConsumer',
      reason: 'unknown-member',
      givenGeneration: 0,
      currentGeneration: 1,
    });
    expect(bench.timers.has('billing/billing-host-9-9')).toBe(false);
  });

  test('[HB-2] a group that nobody has registered in knows nobody', () => {
    const bench = loadedRole();
    bench.heartbeat('c-1', m1, 1);
    expect(bench.lastReply()).toMatchObject({ error: 'UnknownConsumer', generation: -1 });
    expect(bench.state.groups.size).toBe(0);
  });

  test.each([
    [1, 'IllegalGeneration', 'stale'],
    [3, 'IllegalGeneration', 'future'],
    [2, 'None', undefined],
  ])('[HB-2] generation %i where 2 is current: %s', (generation, error, reason) => {
    const bench = steadyGroup(2);
    bench.heartbeat('c-1', m1, generation);
    expect(bench.lastReply()).toMatchObject({ error, generation: 2, member: m1 });
    expect(bench.factsOf('request-refused').at(-1)?.reason).toBe(reason);
    expect(bench.group().state).toBe('Steady');
  });

  test('[HB-2] the generation is looked at before the pending rebalance', () => {
    const bench = preparingGroup();
    bench.heartbeat('c-1', m1, 1);
    expect(bench.lastFact('request-refused').reason).toBe('stale');
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastFact('request-refused').reason).toBe('rebalance-pending');
  });

  test('[RB-2] in PreparingRebalance the answer to a heartbeat is the signal', () => {
    const bench = preparingGroup();
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastReply()).toMatchObject({ error: 'IllegalGeneration', generation: 2 });
    expect(bench.rulesOf('request-refused')).toEqual(['HB-2', 'RB-2']);
  });

  test('[HB-2] in Rebalancing too, until ZooKeeper has answered', () => {
    const bench = rebalancingGroup();
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastFact('request-refused').reason).toBe('rebalance-pending');
    bench.settle();
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastFact('request-refused').reason).toBe('stale');
    bench.heartbeat('c-1', m1, 3);
    expect(bench.lastReply().error).toBe('None');
  });

  test('[REG-10] a heartbeat below the highest correlation id is ignored and no sign of life', () => {
    const bench = steadyGroup(1);
    bench.heartbeat('c-1', m1, 1, { correlationId: 50 });
    bench.wait(windowUs - 1);
    bench.forget();
    bench.heartbeat('c-1', m1, 1, { correlationId: 49 });
    expect(bench.replies).toEqual([]);
    bench.wait(1);
    expect(removed(bench)).toEqual([m1]);
  });

  test('[REG-10] one that is not below is answered', () => {
    const bench = steadyGroup(1);
    bench.heartbeat('c-1', m1, 1, { correlationId: 50 });
    bench.wait(windowUs - 1);
    bench.heartbeat('c-1', m1, 1, { correlationId: 50 });
    expect(bench.replies).toHaveLength(2);
    bench.wait(1);
    expect(removed(bench)).toEqual([]);
  });

  test('[REG-10] an unknown id is told before its correlation id is looked at', () => {
    const bench = steadyGroup(1);
    bench.heartbeat('c-1', m1, 1, { correlationId: 50 });
    bench.wait(windowUs);
    bench.heartbeat('c-1', m1, 1, { correlationId: 49, connection: 'c-1/1/2' });
    expect(bench.lastReply().error).toBe('UnknownConsumer');
  });
});

describe('silence', () => {
  test('[HB-0] the window starts when the registration is answered', () => {
    const bench = loadedRole();
    bench.register('c-1');
    bench.wait(400_000);
    expect(bench.timers.size).toBe(0);
    bench.settle();
    expect(bench.replies).toHaveLength(1);
    expect([...bench.timers]).toEqual([['billing/billing-host-1-1', 400_000 + windowUs]]);
  });

  test('[HB-3] a heartbeat that is refused counts as heard', () => {
    const bench = steadyGroup(2);
    bench.wait(windowUs - 1);
    bench.heartbeat('c-1', m1, 1);
    bench.wait(1);
    expect(removed(bench)).toEqual([m2]);
  });

  test('[HB-3] a registration that is refused counts as heard', () => {
    const bench = steadyGroup(2);
    bench.wait(windowUs - 1);
    bench.register('c-1', { member: m1, strategy: 'roundrobin' });
    expect(bench.lastReply().error).toBe('InconsistentPartitionAssignmentStrategy');
    bench.wait(1);
    expect(removed(bench)).toEqual([m2]);
  });

  test('[HB-3] a commit does not', () => {
    const bench = steadyGroup(2);
    bench.wait(windowUs - 1);
    bench.commit('c-1', m1, 2);
    bench.settle();
    expect(bench.lastReply().error).toBe('None');
    bench.wait(1);
    expect(removed(bench)).toContain(m1);
  });

  test('[HB-3] the dead member goes, its connection is closed, a rebalance starts [TRIG-2]', () => {
    const bench = steadyGroup(2);
    bench.heartbeat('c-1', m1, 2, { connection: 'c-1/1/2' });
    bench.wait(500_000);
    bench.heartbeat('c-2', m2, 2);
    bench.wait(500_000);
    expect(bench.closed).toEqual(['c-1/1/2']);
    expect(bench.lastFact('member-removed')).toMatchObject({ member: m1, consumer: 'c-1' });
    expect(bench.lastFact('rebalance-started')).toMatchObject({
      trigger: 'TRIG-2',
      subject: m1,
      generation: 2,
    });
    expect(bench.group().state).toBe('PreparingRebalance');
  });

  test('[HB-5] a member that was removed is told UnknownConsumer', () => {
    const bench = steadyGroup(1);
    bench.wait(windowUs);
    bench.settle();
    bench.heartbeat('c-1', m1, 1, { connection: 'c-1/1/2' });
    expect(bench.lastReply().error).toBe('UnknownConsumer');
  });

  test('[HB-6] a closed connection tells nothing: only silence does', () => {
    const bench = steadyGroup(2);
    bench.heartbeat('c-1', m1, 2);
    bench.heartbeat('c-2', m2, 2);
    bench.disconnect(connectionOf('c-1'));
    bench.wait(windowUs - 1);
    expect(bench.group().state).toBe('Steady');
    bench.heartbeat('c-2', m2, 2);
    bench.wait(1);
    expect(removed(bench)).toEqual([m1]);
    expect(bench.rulesOf('member-removed')).toEqual(['HB-3', 'HB-6']);
    expect(bench.closed).toEqual([]);
  });

  test('[HB-7] no window runs while a registration is parked', () => {
    const bench = preparingGroup();
    bench.heartbeat('c-2', m2, 2);
    registerAgain(bench, 1);
    bench.wait(windowUs - 1);
    bench.heartbeat('c-2', m2, 2);
    bench.wait(windowUs - 1);
    expect(removed(bench)).toEqual([]);
    expect(bench.timers.has(`billing/${m1}`)).toBe(false);
  });

  test('[HB-7] nor does a heartbeat of a parked member start one', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastReply().error).toBe('IllegalGeneration');
    expect(bench.timers.has(`billing/${m1}`)).toBe(false);
  });

  test('[RB-8] a member that stalls after registering is found out one window later', () => {
    const bench = rebalancingGroup();
    bench.settle();
    const answeredAtUs = bench.nowUs;
    bench.wait(windowUs - 1);
    expect(removed(bench)).toEqual([]);
    expect(bench.group().members.get(m1)?.partitions).not.toEqual([]);
    bench.wait(1);
    expect(removed(bench)).toContain(m1);
    expect(bench.rulesOf('member-removed')).toEqual(['HB-3', 'HB-6', 'RB-8']);
    expect(bench.nowUs).toBe(answeredAtUs + windowUs);
    expect(bench.lastFact('rebalance-started').rebalance).toBe(4);
  });
});

describe('after loading', () => {
  test('[COORD-5] [FO-1] Ready turns Steady when every known member has been accepted', () => {
    const bench = readyGroup();
    bench.heartbeat('c-1', m1, 2);
    expect(bench.group().state).toBe('Ready');
    bench.heartbeat('c-2', m2, 1);
    expect(bench.group().state).toBe('Ready');
    bench.heartbeat('c-2', m2, 2);
    expect(bench.group().state).toBe('Steady');
    expect(bench.factsOf('rebalance-started')).toEqual([]);
  });

  test('[COORD-5] [FO-3] the first window is longer by Q and the backoff maximum', () => {
    const bench = readyGroup();
    bench.wait(windowUs + 2_000_000 - 1);
    expect(removed(bench)).toEqual([]);
    bench.wait(1);
    expect(removed(bench)).toEqual([m1, m2]);
    expect(bench.closed).toEqual([]);
  });

  test('[COORD-5] it lasts until a registration is answered', () => {
    const bench = readyGroup();
    registerAgain(bench, 1);
    registerAgain(bench, 2);
    bench.settle();
    bench.wait(windowUs - 1);
    expect(removed(bench)).toEqual([]);
    bench.wait(1);
    expect(removed(bench)).toEqual([m1, m2]);
  });

  test('[COORD-5] it lasts until a heartbeat is accepted, not until one is heard', () => {
    const bench = readyGroup();
    bench.heartbeat('c-1', m1, 1);
    bench.heartbeat('c-2', m2, 2);
    bench.wait(windowUs - 1);
    expect(removed(bench)).toEqual([]);
    bench.wait(1);
    expect(removed(bench)).toEqual([m2]);
    bench.wait(2_000_000 - 1);
    expect(removed(bench)).toEqual([m2]);
    bench.wait(1);
    expect(removed(bench)).toEqual([m2, m1]);
  });
});
