/** Topics that change: watched, read again, and what follows for the groups. */
import { describe, expect, test } from 'vitest';
import { Effects } from '../../step.ts';
import { paths } from '../../zookeeper/nodes.ts';
import { changeTopic } from '../../zookeeper/topics.ts';
import { handleTopicNotice, readTopicsAgain } from './coordinator.ts';
import type { Bench } from './testing/bench.ts';
import {
  m1,
  m2,
  preparingGroup,
  readingGroup,
  readyGroup,
  rebalancingGroup,
  registerAgain,
  steadyGroup,
} from './testing/situations.ts';

/** A user changes a topic; 0 partitions delete it. Nobody is told yet. */
function change(bench: Bench, topic: string, partitions: number): void {
  const log = { topic, partitions, recordsPerSecond: 0 };
  changeTopic(bench.store.zookeeper, new Effects(), log);
}

/** The notice of a change arrives. */
function notice(bench: Bench, topic: string): void {
  handleTopicNotice(bench.state, bench.context(), topic);
}

/** A user changes a topic, the notice comes, and the topic is read. */
function changed(bench: Bench, topic: string, partitions: number): void {
  change(bench, topic, partitions);
  notice(bench, topic);
  bench.settle();
}

function bothRegister(bench: Bench): void {
  registerAgain(bench, 1);
  registerAgain(bench, 2);
  bench.settle();
}

const triggers = (bench: Bench) =>
  [...bench.factsOf('rebalance-started'), ...bench.factsOf('rebalance-joined')].map(
    ({ trigger, subject, reason }) => [trigger, subject, reason],
  );

describe('a watched topic', () => {
  test('[TRIG-3] that grows starts a rebalance, which deals the new partitions too', () => {
    const bench = steadyGroup(2);
    changed(bench, 'orders', 8);
    expect(triggers(bench)).toEqual([
      ['TRIG-3', 'orders', 'topic orders has grown from 6 to 8 partitions'],
    ]);
    expect(bench.rulesOf('rebalance-started')).toEqual(['TRIG-3']);
    bothRegister(bench);
    expect(bench.replies.map(({ partitions }) => partitions.length)).toEqual([4, 4]);
  });

  test('[TRIG-4] that is deleted starts one, and nobody owns it any more', () => {
    const bench = steadyGroup(2);
    changed(bench, 'orders', 0);
    expect(triggers(bench)).toEqual([['TRIG-4', 'orders', 'topic orders was deleted']]);
    bothRegister(bench);
    expect(bench.replies.map(({ partitions }) => partitions)).toEqual([[], []]);
    expect(bench.group().topics.get('orders')).toEqual({ creation: -1, partitions: 0 });
  });

  test('[TRIG-4] [TOP-1] that did not exist when it was subscribed to starts one when it appears', () => {
    const bench = steadyGroup(1, {});
    expect(bench.group().topics.get('orders')).toEqual({ creation: -1, partitions: 0 });
    changed(bench, 'orders', 3);
    expect(triggers(bench)).toEqual([['TRIG-4', 'orders', 'topic orders has appeared']]);
    registerAgain(bench, 1);
    bench.settle();
    expect(bench.lastReply().partitions).toHaveLength(3);
  });

  test('[TOP-2] [TRIG-4] deleted and created again between two looks is another topic', () => {
    const bench = steadyGroup(2);
    change(bench, 'orders', 0);
    changed(bench, 'orders', 6);
    expect(triggers(bench)).toEqual([
      ['TRIG-4', 'orders', 'topic orders was deleted and created again'],
    ]);
  });

  test('[TOP-1] is watched again with each read', () => {
    const bench = steadyGroup(2);
    for (const partitions of [7, 8, 9]) {
      changed(bench, 'orders', partitions);
      expect([...bench.store.zookeeper.watches.keys()]).toContain(paths.topic('orders'));
    }
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-3', 'TRIG-3', 'TRIG-3']);
  });

  test('[TOP-1] a notice without a change is no trigger', () => {
    const bench = steadyGroup(2);
    notice(bench, 'orders');
    bench.settle();
    expect(bench.facts).toEqual([]);
  });

  test('[TOP-1] is not read anew for an assignment, unless it is just being read', () => {
    const bench = steadyGroup(2);
    registerAgain(bench, 1);
    bench.register('c-3');
    notice(bench, 'orders');
    bothRegisterUnanswered(bench);
    expect(bench.store.waiting.map(({ purpose }) => purpose.for)).toEqual(['topic']);
    bench.answerNext();
    expect(bench.store.waiting.map(({ purpose }) => purpose.for)).toEqual(['rebalance']);
  });

  test('[META-2] one that no group has any more is forgotten at its next notice', () => {
    const bench = steadyGroup(2);
    bench.lose();
    notice(bench, 'orders');
    expect(bench.store.waiting).toEqual([]);
    expect(bench.state.topics.size).toBe(0);
  });

  test('[TOP-1] after a lost connection everything watched is read again', () => {
    const bench = steadyGroup(2);
    change(bench, 'orders', 7);
    readTopicsAgain(bench.state, bench.context());
    bench.settle();
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-3']);
  });
});

function bothRegisterUnanswered(bench: Bench): void {
  registerAgain(bench, 1);
  registerAgain(bench, 2);
}

describe('while a rebalance is under way', () => {
  test('[TRIG-3] a change in PreparingRebalance joins, once each', () => {
    const bench = preparingGroup();
    changed(bench, 'orders', 7);
    notice(bench, 'orders');
    bench.settle();
    changed(bench, 'orders', 8);
    expect(triggers(bench)).toEqual([
      ['TRIG-3', 'orders', 'topic orders has grown from 6 to 7 partitions'],
      ['TRIG-3', 'orders', 'topic orders has grown from 7 to 8 partitions'],
    ]);
    expect(bench.factsOf('rebalance-started')).toEqual([]);
    bothRegister(bench);
    expect(bench.group().topics.get('orders')?.partitions).toBe(8);
    expect(bench.group().state).toBe('Steady');
  });

  test('[TRIG-3] a change that is told while the result is written starts the next attempt right after it', () => {
    const bench = rebalancingGroup();
    const write = bench.store.waiting.shift()!;
    change(bench, 'orders', 7);
    notice(bench, 'orders');
    bench.answerNext();
    expect(bench.group().state).toBe('Rebalancing');
    expect(triggers(bench)).toEqual([]);
    bench.store.waiting.push(write);
    bench.settle();
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-3']);
    expect(bench.factsOf('group-state').map(({ state }) => state)).toEqual(['PreparingRebalance']);
    expect(bench.group().generation).toBe(3);
  });

  test('[TOP-1] one that changes while another is read is dealt as it is then', () => {
    const bench = readingGroup();
    change(bench, 'orders', 7);
    notice(bench, 'orders');
    bench.settle();
    expect(bench.lastFact('rebalance-completed').generation).toBe(3);
    expect(bench.group().topics.get('orders')?.partitions).toBe(7);
    expect(bench.group().state).toBe('Steady');
  });
});

describe('offsets', () => {
  test('[TOP-2] a commit of a topic that was created again succeeds and writes nothing', () => {
    const bench = steadyGroup(1);
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    change(bench, 'orders', 0);
    change(bench, 'orders', 6);
    bench.commit('c-1', m1, 1, { 'orders/0': 7, 'orders/1': 8 });
    bench.settle();
    expect(bench.lastReply().error).toBe('None');
    expect(bench.factsOf('offset-committed')).toEqual([]);
    expect(bench.store.offset('billing', 'orders', 0)).toBeUndefined();
    bench.fetch('c-1', m1, 'orders/0');
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': -1 });
  });

  test('[TOP-2] what was committed for the topic that was is not handed out for the one that is', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1, { 'orders/0': 7 });
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': 7 });
    change(bench, 'orders', 0);
    changed(bench, 'orders', 6);
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': -1 });
  });
});

describe('two reads under way', () => {
  /** The connection to ZooKeeper is lost: what was asked is sent again, and all that is watched read. */
  function readTwice(bench: Bench): void {
    notice(bench, 'orders');
    readTopicsAgain(bench.state, bench.context());
    bench.settle();
  }

  test('[TOP-2] only the last answer counts, and it is compared with what was known for sure', () => {
    const bench = steadyGroup(1);
    bench.commit('c-1', m1, 1, { 'orders/0': 7 });
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    bench.forget();
    change(bench, 'orders', 0);
    change(bench, 'orders', 6);
    readTwice(bench);
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-4']);
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': -1 });
  });

  test('[TRIG-4] in PreparingRebalance too the change joins', () => {
    const bench = preparingGroup();
    change(bench, 'orders', 0);
    readTwice(bench);
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-4']);
  });

  test('[TOP-2] offsets of a topic that is left are not kept for when it is wanted again', () => {
    const bench = steadyGroup(1, { orders: 6, payments: 2 });
    bench.commit('c-1', m1, 1, { 'orders/0': 7 });
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    bench.register('c-1', { member: m1, topics: ['payments'] });
    bench.settle();
    change(bench, 'orders', 0);
    change(bench, 'orders', 6);
    bench.register('c-1', { member: m1 });
    bench.settle();
    bench.fetch('c-1', m1, 'orders/0');
    bench.settle();
    expect(bench.lastReply().offsets).toEqual({ 'orders/0': -1 });
  });
});

describe('after a failover', () => {
  /** The role is given to an heir after a topic was changed while nobody coordinated. */
  function heir(topic: string, partitions: number): Bench {
    const bench = steadyGroup(2);
    bench.lose();
    bench.state.topics.clear();
    change(bench, topic, partitions);
    bench.elect(2);
    bench.forget();
    return bench;
  }

  test('[COORD-5] loading ends only when the topics have been read', () => {
    const bench = heir('orders', 6);
    bench.answerNext();
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastReply().error).toBe('CoordinatorStartupNotComplete');
    expect(bench.group().state).toBe('CatchUp');
    bench.answerNext();
    bench.heartbeat('c-1', m1, 2);
    expect(bench.lastReply().error).toBe('None');
    expect(triggers(bench)).toEqual([]);
  });

  test('[TRIG-6] a topic that is not what it was at the stored assignment starts a rebalance', () => {
    const bench = heir('orders', 8);
    bench.settle();
    const reason = 'since the stored assignment topic orders has grown from 6 to 8 partitions';
    expect(triggers(bench)).toEqual([['TRIG-6', 'orders', reason]]);
    expect(bench.rulesOf('rebalance-started')).toEqual(['TRIG-6']);
    expect(bench.factsOf('group-state').map(({ state }) => state)).toEqual([
      'CatchUp',
      'Ready',
      'PreparingRebalance',
    ]);
    bothRegister(bench);
    expect(bench.group()).toMatchObject({ state: 'Steady', generation: 3 });
  });

  test('[TOP-2] [TRIG-6] another creation number counts, with as many partitions', () => {
    const bench = steadyGroup(2);
    bench.lose();
    bench.state.topics.clear();
    change(bench, 'orders', 0);
    change(bench, 'orders', 6);
    bench.elect(2);
    bench.forget();
    bench.settle();
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-6']);
  });

  test('[TRIG-3] a topic that changes in Ready starts one', () => {
    const bench = readyGroup();
    changed(bench, 'orders', 8);
    expect(triggers(bench).map(([trigger]) => trigger)).toEqual(['TRIG-3']);
    bench.heartbeat('c-2', m2, 2);
    expect(bench.lastFact('request-refused').reason).toBe('rebalance-pending');
  });
});
