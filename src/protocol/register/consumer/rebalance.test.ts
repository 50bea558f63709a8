import { describe, expect, test } from 'vitest';
import { Harness, inState } from './harness.ts';

/** A member that reads two partitions and is told of a rebalance. */
function told(): Harness {
  const consumer = new Harness().reading();
  consumer.fire('heartbeat');
  return consumer.answerHeartbeat('IllegalGeneration');
}

describe('hearing of a rebalance', () => {
  test('[RB-3] it stops fetching, commits under the old generation, registers again: in that order', () => {
    const consumer = told();
    const order = consumer.effects.flatMap((effect) => {
      if (effect.do === 'send') return [effect.about.api];
      return effect.do === 'report' ? [effect.fact.kind] : [];
    });
    expect(order).toEqual([
      'partition-released',
      'partition-released',
      'OffsetCommit',
      'consumer-state',
      'RegisterConsumer',
    ]);
    expect(consumer.sent).toMatchObject([
      { rules: ['OFF-1', 'RB-3'], about: { generation: 1 }, value: { groupGenerationId: 1 } },
      { rules: ['REG-1', 'RB-2', 'RB-3'], value: { consumerId: 'billing-host-1-1' } },
    ]);
    // On the same connection: order is kept, so it need not wait.
    expect(new Set(consumer.sent.map(({ connection }) => connection)).size).toBe(1);
  });

  test('[RB-2] the answer to a heartbeat tells it, and a refused commit does not', () => {
    const consumer = new Harness().reading();
    consumer.fire('commit');
    consumer.answerCommit('IllegalGeneration');
    expect(consumer.effects).toEqual([]);
    expect(consumer.state.state).toBe('PartOfGroup');
    expect(told().facts('consumer-state')).toMatchObject([
      {
        fact: { previous: 'PartOfGroup', state: 'Registering', generation: 1, fetching: false },
        rules: ['REG-1', 'RB-2', 'RB-3'],
      },
    ]);
  });

  test('[RB-3] each partition is given up at its position', () => {
    expect(told().facts('partition-released')).toMatchObject([
      { fact: { partition: 0, offset: 5, generation: 1 }, rules: ['RB-2', 'RB-3'] },
      { fact: { partition: 1, offset: 0, generation: 1 }, rules: ['RB-2', 'RB-3'] },
    ]);
  });

  test('[RB-3] one in Rediscovering commits too: the old generation may still be good', () => {
    const consumer = inState.Rediscovering().answerHeartbeat('IllegalGeneration');
    expect(consumer.sentApis).toEqual(['OffsetCommit', 'RegisterConsumer']);
  });

  test('late answers to heartbeats and commits are ignored while it registers', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    const first = consumer.lastRequest('Heartbeat');
    consumer.fire('heartbeat');
    consumer.fire('commit');
    consumer.answerHeartbeat('IllegalGeneration', first);
    consumer.answerHeartbeat('UnknownConsumer');
    expect(consumer.effects).toEqual([]);
    consumer.answerCommit('UnknownConsumer');
    expect(consumer.effects).toEqual([]);
    expect(consumer.state.state).toBe('Registering');
  });

  test('[RB-7] the new generation: positions are forgotten and asked for again', () => {
    const consumer = told();
    const positions = () => [...consumer.state.owned.values()].map(({ position }) => position);
    expect(positions()).toEqual([null, null]);
    consumer.answerRegistration('None', [0], 2);
    expect([...consumer.state.owned.keys()]).toEqual(['orders/0']);
    expect(consumer.sentApis).toEqual(['OffsetFetch']);
    expect(consumer.facts('partition-acquired')).toEqual([]);
    consumer.answerOffsets([{ topic: 'orders', partition: 0, offset: 6 }]);
    expect(consumer.facts('partition-acquired')).toMatchObject([
      { fact: { partition: 0, offset: 6, generation: 2 }, rules: ['OFF-4', 'RB-7'] },
    ]);
  });

  test('[RB-7] it reads nothing in Rediscovering if it came from Registering', () => {
    const consumer = told().closed().rediscovered();
    expect(consumer.state).toMatchObject({ state: 'Rediscovering', fetching: false });
    consumer.answerHeartbeat();
    // The old generation stands: it takes up what it had, from the committed offsets.
    expect(consumer.state.fetching).toBe(true);
    expect(consumer.sent).toMatchObject([
      {
        about: { api: 'OffsetFetch' },
        value: { partitions: [{ partition: 0 }, { partition: 1 }] },
      },
    ]);
  });
});

describe('other topics', () => {
  const subscribe = (consumer: Harness, topics: string[]) => {
    consumer.step({ kind: 'subscribe', subscription: { topics } });
    return consumer;
  };

  test('[REG-8] a member commits and registers again with them', () => {
    const consumer = subscribe(new Harness().reading(), ['orders', 'clicks']);
    expect(consumer.sentApis).toEqual(['OffsetCommit', 'RegisterConsumer']);
    expect(consumer.sent[1]?.value['topics']).toEqual(['orders', 'clicks']);
    expect(consumer.facts('subscription-changed')).toMatchObject([
      { fact: { topics: ['orders', 'clicks'] }, rules: ['REG-8'] },
    ]);
    expect(consumer.facts('consumer-state')[0]?.rules).toEqual(['REG-1', 'REG-8', 'TRIG-5']);
  });

  test('[REG-8] the same topics in another order are no change', () => {
    const consumer = new Harness({ subscription: { topics: ['a', 'b'] } }).reading();
    expect(subscribe(consumer, ['b', 'a']).sent).toEqual([]);
    expect(subscribe(consumer, ['b']).sentApis).toContain('RegisterConsumer');
  });

  test('[REG-8] a change while it registers waits for the answer', () => {
    const consumer = subscribe(new Harness().registering(), ['clicks']);
    expect(consumer.sent).toEqual([]);
    consumer.answerRegistration();
    expect(consumer.facts('consumer-state').map(({ fact }) => fact.state)).toEqual([
      'PartOfGroup',
      'Registering',
    ]);
    expect(consumer.sent).toMatchObject([{ value: { topics: ['clicks'] } }]);
    expect(consumer.timerNames).toEqual(['registration']);
    // Answered with success: that is the list it has now.
    consumer.answerRegistration('None', [], 2);
    expect(consumer.state.state).toBe('PartOfGroup');
  });

  test('[REG-8] a change in Rediscovering waits until it is accepted, and one taken back is none', () => {
    const changed = subscribe(inState.Rediscovering(), ['clicks']);
    expect(changed.sent).toEqual([]);
    expect(changed.answerHeartbeat().sentApis).toEqual(['OffsetCommit', 'RegisterConsumer']);
    const back = subscribe(subscribe(inState.Rediscovering(), ['clicks']), ['orders']);
    expect(back.answerHeartbeat().sent).toEqual([]);
  });

  test('[REG-8] a refused registration leaves the list of the last answered one', () => {
    const consumer = subscribe(new Harness().reading(), ['clicks']);
    consumer.answerRegistration('NotCoordinatorForGroup').rediscovered();
    expect(consumer.answerHeartbeat().lastRequest('RegisterConsumer').value['topics']).toEqual([
      'clicks',
    ]);
  });
});

describe('stopping', () => {
  test('[OFF-1] a member gives up its partitions, commits, closes and ends', () => {
    const consumer = new Harness().reading();
    const { connection } = consumer;
    consumer.step({ kind: 'stop' });
    expect(consumer.sent).toMatchObject([{ about: { api: 'OffsetCommit' }, rules: ['OFF-1'] }]);
    expect(consumer.facts('partition-released')).toHaveLength(2);
    expect(consumer.facts('consumer-state')).toMatchObject([
      { fact: { state: 'Down', fetching: false, reason: 'stopped' } },
    ]);
    expect(consumer.effects.slice(-2)).toEqual([
      { do: 'close-connection', connection },
      { do: 'exit', reason: 'stop' },
    ]);
  });

  test('[OFF-1] one without a coordinator has nobody to commit to', () => {
    const consumer = new Harness().reading().closed().opened();
    consumer.step({ kind: 'stop' });
    expect(consumer.sent).toEqual([]);
    expect(consumer.facts('partition-released')).toHaveLength(2);
  });

  test('[OFF-1] one that has just found it again commits', () => {
    const consumer = inState.Rediscovering();
    consumer.step({ kind: 'stop' });
    expect(consumer.sentApis).toEqual(['OffsetCommit']);
  });
});
