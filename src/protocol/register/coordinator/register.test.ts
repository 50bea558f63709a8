/** Registrations at the coordinator: refusals, names, answers at once, late and replaced ones. */
import { describe, expect, test } from 'vitest';
import { connectionOf, deadAfterUs } from './testing/bench.ts';
import type { Bench } from './testing/bench.ts';
import {
  loadedRole,
  m1,
  m2,
  m3,
  preparingGroup,
  readyGroup,
  readingGroup,
  rebalancingGroup,
  registerAgain,
  steadyGroup,
} from './testing/situations.ts';

describe('refusals', () => {
  test.each([
    [{ sessionTimeout: 99 }, 'InvalidSessionTimeout', { sessionTimeout: 100 }],
    [{ sessionTimeout: 1_800_001 }, 'InvalidSessionTimeout', { sessionTimeout: 1_800_000 }],
    [{ heartbeatFrequency: 101 }, 'HeartbeatFrequencyTooHigh', { heartbeatFrequency: 100 }],
    [{ heartbeatFrequency: 0 }, 'InvalidRequest', { heartbeatFrequency: 1 }],
    [{ heartbeatFrequency: -3 }, 'InvalidRequest', { heartbeatFrequency: 1 }],
    [{ failedHeartbeatThreshold: 0 }, 'InvalidRequest', { failedHeartbeatThreshold: 1 }],
    [{ strategy: 'sticky' }, 'UnknownPartitionAssignmentStrategy', { strategy: 'roundrobin' }],
    [{ strategy: '' }, 'UnknownPartitionAssignmentStrategy', { strategy: 'range' }],
    [{ groupId: 'a/m' }, 'InvalidRequest', { groupId: 'billing' }],
  ] as const)('[REG-2] %o: %s', (bad, error, good) => {
    const bench = loadedRole();
    bench.elect(1, 'a/m');
    bench.settle();
    bench.register('c-1', bad);
    expect(bench.lastReply()).toMatchObject({ error, generation: -1, member: '' });
    expect(bench.lastFact('request-refused')).toMatchObject({ to: 'c-1', member: null, error });
    expect(bench.rulesOf('request-refused')).toEqual(['REG-2']);
    expect(bench.state.groups.size).toBe(0);
    bench.register('c-1', good);
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ error: 'None', member: m1 });
  });

  test("[REG-2] the group's strategy is that of its members", () => {
    const bench = steadyGroup(1);
    bench.register('c-2', { strategy: 'roundrobin' });
    expect(bench.lastReply().error).toBe('InconsistentPartitionAssignmentStrategy');
    expect(bench.group().state).toBe('Steady');
    bench.register('c-2', { strategy: 'range' });
    expect(bench.group().state).toBe('PreparingRebalance');
  });

  test('[REG-2] that of parked newcomers too, until the last has gone', () => {
    const bench = loadedRole();
    bench.register('c-1', { strategy: 'range' });
    bench.register('c-2', { strategy: 'roundrobin' });
    expect(bench.lastReply()).toMatchObject({ error: 'InconsistentPartitionAssignmentStrategy' });
    bench.disconnect(connectionOf('c-1'));
    bench.register('c-3', { strategy: 'roundrobin' });
    bench.settle();
    expect(bench.store.record('billing')?.strategy).toBe('roundrobin');
  });

  test('[REG-2] a group that everybody has left takes the strategy of the next one', () => {
    const bench = steadyGroup(1);
    bench.wait(deadAfterUs);
    bench.settle();
    bench.register('c-2', { strategy: 'roundrobin' });
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ error: 'None', generation: 3, member: m2 });
    expect(bench.rulesOf('rebalance-completed')).toContain('ASG-2');
  });
});

describe('ids', () => {
  test('[REG-3] an unknown id gets UnknownConsumer at once and disturbs nobody', () => {
    for (const bench of [loadedRole(), readyGroup(), steadyGroup(2), preparingGroup()]) {
      bench.forget();
      const before = structuredClone(bench.state);
      bench.register('c-9', { member: 'billing-host-9-9' });
      expect(bench.lastReply()).toMatchObject({
        error: 'UnknownConsumer',
        api: 'RegisterConsumer',
      });
      expect(bench.state).toEqual(before);
      expect(bench.facts.map(({ fact }) => fact.kind)).toEqual(['request-refused']);
    }
  });

  test('[REG-4] newcomers are named when the rebalance completes, in order of arrival', () => {
    const bench = steadyGroup(1);
    bench.register('c-5');
    bench.register('c-4');
    expect(bench.factsOf('member-added')).toEqual([]);
    registerAgain(bench, 1);
    bench.settle();
    expect(bench.lastFact('rebalance-completed').joined).toEqual([
      'billing-host-5-2',
      'billing-host-4-3',
    ]);
    expect(bench.factsOf('member-added').map(({ consumer }) => consumer)).toEqual(['c-5', 'c-4']);
    expect(bench.rulesOf('member-added')).toEqual(['REG-4']);
  });

  test('[REG-4] a number is never used again', () => {
    const bench = steadyGroup(2);
    bench.wait(deadAfterUs);
    bench.settle();
    expect(bench.group().members.size).toBe(0);
    bench.register('c-1', {}, { connection: 'c-1/1/2' });
    bench.settle();
    expect(bench.lastReply().member).toBe('billing-host-1-3');
  });

  test('[REG-4] an id named for a write that failed was never given', () => {
    const bench = loadedRole();
    bench.register('c-1');
    // The stored generation is higher than this coordinator knows.
    const record = {
      strategy: 'range',
      generation: 4,
      nextMemberNumber: 9,
      topics: [],
      members: [],
    };
    bench.store.writeRecord('billing', record, 1);
    bench.settle();
    expect(bench.replies.map(({ member }) => member)).toEqual(['billing-host-1-9']);
    expect(bench.factsOf('member-added')).toHaveLength(1);
  });

  test('[REG-6] a restarted consumer is a new one; its old member is waited for', () => {
    const bench = steadyGroup(1);
    bench.wait(400_000);
    bench.disconnect(connectionOf('c-1'));
    bench.register('c-1', {}, { connection: 'c-1/2/1', correlationId: 1 });
    expect(bench.lastFact('registration-parked')).toMatchObject({ member: null, waitingFor: [m1] });
    bench.wait(600_000 - 1);
    bench.settle();
    expect(bench.replies).toEqual([]);
    bench.wait(1);
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ member: 'billing-host-1-2', generation: 2 });
    expect(bench.lastFact('rebalance-completed').left).toEqual([m1]);
  });

  test('[REG-9] an empty topic list is legal: no partitions, but a member', () => {
    const bench = loadedRole();
    bench.register('c-1', { topics: [] });
    bench.settle();
    expect(bench.lastReply()).toMatchObject({ error: 'None', partitions: [], member: m1 });
    expect(bench.group().state).toBe('Steady');
  });
});

describe('registering again', () => {
  test('[REG-5] Steady, same topics: answered at once with what it has', () => {
    const bench = steadyGroup(2);
    bench.wait(500_000);
    registerAgain(bench, 1);
    expect(bench.lastReply()).toMatchObject({
      error: 'None',
      generation: 2,
      member: m1,
      partitions: ['orders/0', 'orders/1', 'orders/2'],
      rules: ['REG-5'],
    });
    expect(bench.group().state).toBe('Steady');
    expect(bench.facts).toEqual([]);
    expect(bench.timers.get(`billing/${m1}`)).toBe(bench.nowUs + deadAfterUs);
  });

  test('[REG-5] the order of topics and repeated ones make no difference', () => {
    const bench = loadedRole({ a: 1, b: 1 });
    bench.register('c-1', { topics: ['b', 'a'] });
    bench.settle();
    bench.forget();
    bench.register('c-1', { member: m1, topics: ['a', 'b', 'a'] });
    expect(bench.lastReply().rules).toEqual(['REG-5']);
  });

  test('[TRIG-5] Steady, other topics: a rebalance', () => {
    const bench = steadyGroup(2, { orders: 4, refunds: 2 });
    bench.register('c-1', { member: m1, topics: ['orders', 'refunds'] });
    expect(bench.replies).toEqual([]);
    expect(bench.lastFact('rebalance-started')).toMatchObject({ trigger: 'TRIG-5', subject: m1 });
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.replies.map(({ partitions }) => partitions)).toEqual([
      ['orders/0', 'orders/1', 'refunds/0', 'refunds/1'],
      ['orders/2', 'orders/3'],
    ]);
  });

  test.each([
    [['orders'], 'TRIG-6'],
    [['refunds'], 'TRIG-5'],
  ] as const)(
    '[TRIG-6] [TRIG-5] in Ready a member with %o starts a rebalance: %s',
    (topics, id) => {
      const bench = readyGroup();
      bench.register('c-1', { member: m1, topics: [...topics] });
      expect(bench.lastFact('rebalance-started')).toMatchObject({ trigger: id, subject: m1 });
      expect(bench.group().state).toBe('PreparingRebalance');
    },
  );

  test('[REG-5] in PreparingRebalance it is parked; a later one replaces it', () => {
    const bench = preparingGroup();
    bench.register('c-1', { member: m1 }, { correlationId: 100 });
    bench.register('c-1', { member: m1 }, { correlationId: 101, connection: 'c-1/1/2' });
    registerAgain(bench, 2);
    bench.settle();
    const toFirst = bench.replies.filter(({ member }) => member === m1);
    expect(toFirst).toMatchObject([{ connection: 'c-1/1/2', correlationId: 101 }]);
  });

  test('[REG-10] a late registration is ignored, and does not replace', () => {
    const bench = preparingGroup();
    bench.register('c-1', { member: m1 }, { correlationId: 101, connection: 'c-1/1/2' });
    bench.forget();
    bench.register('c-1', { member: m1, topics: ['refunds'] }, { correlationId: 100 });
    expect(bench.facts).toEqual([
      {
        fact: {
          kind: 'request-ignored',
          consumer: 'c-1',
          api: 'RegisterConsumer',
          group: 'billing',
          member: m1,
          reason: 'late',
        },
        rules: ['REG-10'],
      },
    ]);
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.replies.find(({ member }) => member === m1)?.correlationId).toBe(101);
  });

  test('[REG-10] the check comes before all refusals but the unknown id', () => {
    const bench = steadyGroup(1);
    bench.heartbeat('c-1', m1, 1, { correlationId: 100 });
    bench.forget();
    bench.register('c-1', { member: m1, strategy: 'sticky' }, { correlationId: 99 });
    expect(bench.replies).toEqual([]);
    bench.register('c-1', { member: m1, strategy: 'sticky' }, { correlationId: 100 });
    expect(bench.lastReply().error).toBe('UnknownPartitionAssignmentStrategy');
  });

  test('[REG-10] a loaded member starts at -1', () => {
    const bench = readyGroup();
    bench.heartbeat('c-1', m1, 2, { correlationId: 0 });
    expect(bench.lastReply().error).toBe('None');
  });
});

describe('in Rebalancing', () => {
  const answersTo = (bench: Bench, consumer: string) =>
    bench.replies.filter(({ connection }) => connection.startsWith(`${consumer}/`));

  test('[REG-5] same topics: replaces the parked one and gets this result', () => {
    const bench = rebalancingGroup();
    bench.register('c-1', { member: m1 }, { connection: 'c-1/1/2' });
    bench.settle();
    expect(answersTo(bench, 'c-1')).toMatchObject([{ connection: 'c-1/1/2', generation: 3 }]);
    expect(bench.group().state).toBe('Steady');
  });

  test('[REG-10] [HB-3] what a member is heard with meanwhile counts afterwards', () => {
    const bench = rebalancingGroup();
    bench.answerNext();
    bench.heartbeat('c-1', m1, 2, { correlationId: 100, connection: 'c-1/1/2' });
    bench.settle();
    bench.forget();
    bench.heartbeat('c-1', m1, 3, { correlationId: 99 });
    expect(bench.replies).toEqual([]);
    bench.wait(deadAfterUs);
    expect(bench.closed).toContain('c-1/1/2');
  });

  test('[TRIG-5] other topics: in this generation with the old ones, answered in the next', () => {
    const bench = rebalancingGroup();
    bench.register('c-1', { member: m1, topics: ['refunds'] });
    bench.answerNext();
    bench.answerNext();
    expect(bench.lastFact('rebalance-completed').assignment[0]).toMatchObject({
      member: m1,
      partitions: [{ topic: 'orders', partitions: [0, 1] }],
    });
    expect(answersTo(bench, 'c-1')).toEqual([]);
    expect(bench.lastFact('rebalance-started')).toMatchObject({ trigger: 'TRIG-5', subject: m1 });
    expect(bench.lastFact('registration-parked').waitingFor).toEqual([m2, m3]);
    expect(bench.timers.has(`billing/${m1}`)).toBe(false);
    registerAgain(bench, 2);
    registerAgain(bench, 3);
    bench.settle();
    expect(answersTo(bench, 'c-1')).toMatchObject([{ generation: 4, partitions: [] }]);
  });

  test('[REG-5] other topics and back again: this result after all', () => {
    const bench = rebalancingGroup();
    bench.register('c-1', { member: m1, topics: ['refunds'] });
    registerAgain(bench, 1);
    const ignored = bench.factsOf('request-ignored').map(({ reason }) => reason);
    expect(ignored).toEqual(['replaced', 'replaced']);
    bench.settle();
    expect(answersTo(bench, 'c-1')).toMatchObject([{ generation: 3 }]);
    expect(bench.group().state).toBe('Steady');
  });

  test('[REG-5] the topics are those of the registration that is in, not of the last generation', () => {
    const bench = preparingGroup();
    bench.register('c-1', { member: m1, topics: [] });
    bench.forget();
    bench.register('c-1', { member: m1, topics: [] });
    expect(bench.factsOf('rebalance-joined')).toEqual([]);
    registerAgain(bench, 2);
    bench.register('c-1', { member: m1, topics: [] }, { connection: 'c-1/1/2' });
    bench.settle();
    expect(answersTo(bench, 'c-1')).toMatchObject([{ connection: 'c-1/1/2', partitions: [] }]);
    expect(bench.group().state).toBe('Steady');
  });

  test('[TRIG-1] a newcomer is parked for the next attempt', () => {
    const bench = rebalancingGroup();
    bench.register('c-4');
    bench.settle();
    expect(answersTo(bench, 'c-4')).toEqual([]);
    expect(bench.lastFact('rebalance-started')).toMatchObject({
      trigger: 'TRIG-1',
      subject: 'c-4',
      generation: 3,
    });
    for (const n of [1, 2, 3]) registerAgain(bench, n);
    bench.settle();
    expect(answersTo(bench, 'c-4')).toMatchObject([{ generation: 4, member: 'billing-host-4-4' }]);
  });
});

describe('newcomers and their connections', () => {
  test('[REG-11] a registration without id ends with its connection', () => {
    const bench = preparingGroup();
    bench.disconnect(connectionOf('c-3'));
    expect(bench.lastFact('request-ignored')).toMatchObject({
      consumer: 'c-3',
      member: null,
      reason: 'connection-closed',
    });
    expect(bench.rulesOf('request-ignored')).toEqual(['REG-11']);
    registerAgain(bench, 1);
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.lastFact('rebalance-completed')).toMatchObject({ generation: 3, joined: [] });
  });

  test('[REG-11] [HB-6] that of a member stays parked, and the result is kept for it', () => {
    const bench = preparingGroup();
    registerAgain(bench, 1);
    bench.disconnect(connectionOf('c-1'));
    expect(bench.factsOf('request-ignored')).toEqual([]);
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.group().members.has(m1)).toBe(true);
    bench.register('c-1', { member: m1 }, { connection: 'c-1/1/2' });
    expect(bench.lastReply()).toMatchObject({ member: m1, generation: 3, rules: ['REG-5'] });
  });

  test('[REG-11] a second one on the same connection replaces the first', () => {
    const bench = preparingGroup();
    bench.register('c-3', {}, { correlationId: 100 });
    registerAgain(bench, 1);
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.lastFact('rebalance-completed').joined).toEqual([m3]);
    expect(bench.replies.find(({ member }) => member === m3)?.correlationId).toBe(100);
  });

  test('[REG-11] while topics are read it can still go; once it is written it is a member', () => {
    const early = readingGroup();
    early.disconnect(connectionOf('c-3'));
    early.settle();
    expect(early.lastFact('rebalance-completed').joined).toEqual([]);
    const late = readingGroup();
    late.answerNext();
    late.disconnect(connectionOf('c-3'));
    late.settle();
    expect(late.lastFact('rebalance-completed').joined).toEqual([m3]);
    expect(late.replies.map(({ member }) => member)).toEqual([m1, m2]);
    expect(late.timers.get(`billing/${m3}`)).toBe(late.nowUs + deadAfterUs);
  });

  test('[REG-11] a second one in Rebalancing waits for the next attempt; the first is not answered', () => {
    const bench = readingGroup();
    bench.register('c-3', {}, { correlationId: 100 });
    bench.settle();
    expect(bench.lastFact('rebalance-completed').joined).toEqual([]);
    for (const n of [1, 2]) registerAgain(bench, n);
    bench.settle();
    const answers = bench.replies.filter(({ connection }) => connection === connectionOf('c-3'));
    expect(answers).toMatchObject([{ correlationId: 100, member: m3, generation: 4 }]);
  });

  test('[REG-11] one that waits for the next attempt ends with its connection too', () => {
    const bench = rebalancingGroup();
    bench.register('c-4');
    bench.disconnect(connectionOf('c-4'));
    bench.settle();
    expect(bench.group().state).toBe('Steady');
    expect(bench.factsOf('rebalance-started')).toEqual([]);
  });

  test('[HB-3] [REG-11] what is parked on the connection of a dead member ends with it', () => {
    const bench = steadyGroup(2);
    bench.wait(500_000);
    bench.heartbeat('c-2', m2, 2);
    // As with version 0 before its first heartbeat: no id, though it is a member's connection.
    bench.register('c-1');
    bench.wait(500_000);
    expect(bench.closed).toEqual([connectionOf('c-1')]);
    registerAgain(bench, 2);
    bench.settle();
    expect(bench.lastFact('rebalance-completed')).toMatchObject({ joined: [], left: [m1] });
  });
});

describe('version 0', () => {
  test('[WIRE-3] it lacks F, T and strategy: 3, 3 and what the group has', () => {
    const bench = loadedRole();
    bench.register('c-1', { strategy: 'roundrobin' });
    bench.settle();
    bench.register('c-2', {}, { version: 0 });
    registerAgain(bench, 1);
    bench.forget();
    bench.register('c-1', { member: m1, strategy: 'roundrobin' });
    bench.settle();
    expect(bench.lastFact('member-added')).toMatchObject({
      member: m2,
      heartbeatFrequency: 3,
      failedHeartbeatThreshold: 3,
    });
    expect(bench.store.record('billing')?.strategy).toBe('roundrobin');
  });

  test('[WIRE-3] in a group of nobody it means range', () => {
    const bench = loadedRole();
    bench.register('c-1', {}, { version: 0 });
    bench.settle();
    expect(bench.store.record('billing')?.strategy).toBe('range');
  });

  test('[REG-5] [WIRE-3] a heartbeat binds its connection: a registration on it is that member', () => {
    const bench = loadedRole();
    bench.register('c-1', {}, { version: 0 });
    bench.settle();
    bench.heartbeat('c-1', m1, 1, { version: 0 });
    bench.register('c-1', {}, { version: 0 });
    expect(bench.lastReply()).toMatchObject({ member: m1, generation: 1, rules: ['REG-5'] });
  });

  test.each([
    ['over a new connection', 'c-1/1/2', true],
    ['before any heartbeat', 'c-1/1/1', false],
  ])('[WIRE-3] %s it is a newcomer', (_, connection, beats) => {
    const bench = loadedRole();
    bench.register('c-1', {}, { version: 0 });
    bench.settle();
    if (beats) bench.heartbeat('c-1', m1, 1, { version: 0 });
    bench.register('c-1', {}, { version: 0, connection });
    expect(bench.lastFact('registration-parked')).toMatchObject({ member: null, waitingCount: 1 });
  });

  test('[WIRE-3] removal unbinds', () => {
    const bench = loadedRole();
    bench.register('c-1', {}, { version: 0 });
    bench.settle();
    bench.heartbeat('c-1', m1, 1, { version: 0 });
    bench.heartbeat('c-1', m1, 1, { version: 0, connection: 'c-1/1/2' });
    bench.wait(deadAfterUs);
    bench.settle();
    // Its last connection is closed; on the one before it, nobody is known any more.
    expect(bench.closed).toEqual(['c-1/1/2']);
    bench.forget();
    bench.register('c-1', {}, { version: 0 });
    expect(bench.lastFact('registration-parked').member).toBeNull();
  });
});
