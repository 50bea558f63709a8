import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedLog, endOffset, positionAt } from '../../logs.ts';
import type { TopicLog } from '../../logs.ts';
import { Harness } from './harness.ts';

const second = 1_000_000;
const at = (partition: number, offset: number) => ({ topic: 'orders', partition, offset });

/** A log that has been there since the beginning. */
const log = (recordsPerSecond: number, topic = 'orders', partitions = 2): TopicLog => ({
  topic,
  partitions,
  recordsPerSecond,
  ranges: [{ first: 0, sinceUs: 0 }],
});

/** Reads orders 0 and 1 from 0 on, at 30 a second together, since second 0. */
function reading(logs: readonly TopicLog[] = [log(1000)], settings: object = {}): Harness {
  const still = { sessionTimeoutMs: 900_000, commitIntervalUs: 900 * second };
  const consumer = new Harness({ recordsPerSecond: 30, ...still, ...settings }).start();
  consumer
    .takeLogs(...logs)
    .opened()
    .answerCoordinator();
  if (consumer.state.state !== 'Registering') consumer.opened();
  return consumer.answerRegistration().answerOffsets([at(0, 0), at(1, 0)]);
}

/** What it commits if it does so now. */
function committed(consumer: Harness): unknown {
  consumer.fire('commit');
  return consumer.lastRequest('OffsetCommit').value['offsets'];
}

const consumed = (consumer: Harness) =>
  consumer.facts('records-consumed').map(({ fact }) => {
    const { partition, fromOffset, toOffset, sinceUs, duplicates } = fact;
    return [partition, fromOffset, toOffset, sinceUs, duplicates];
  });

describe('[OFF-2] reading', () => {
  test('its rate is shared by the partitions that it holds', () => {
    const consumer = reading().passTo(2 * second);
    expect(committed(consumer)).toEqual([at(0, 30), at(1, 30)]);
  });

  test('never beyond the end of the log', () => {
    const consumer = reading([log(4)]).passTo(2 * second + 250_000);
    expect(committed(consumer)).toEqual([at(0, 9), at(1, 9)]);
  });

  test('from the committed offset on, from the moment that it is known', () => {
    const consumer = reading();
    consumer.passTo(second).fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration').answerRegistration('None', [0], 2);
    consumer.passTo(2 * second).answerOffsets([at(0, 15)]);
    consumer.passTo(3 * second);
    expect(committed(consumer)).toEqual([at(0, 45)]);
  });

  test('one more partition slows the others down from then on', () => {
    const consumer = new Harness({ recordsPerSecond: 30, sessionTimeoutMs: 900_000 }).start();
    consumer.takeLogs(log(1000)).opened().answerCoordinator();
    if (consumer.state.state !== 'Registering') consumer.opened();
    consumer.answerRegistration().answerOffsets([at(0, 0)]);
    const first = consumer.requests.length;
    consumer.passTo(second).answerOffsets([at(1, 100)]);
    expect(consumer.facts('partition-acquired')).toMatchObject([{ fact: { offset: 100 } }]);
    expect(consumer.requests.length).toBeGreaterThan(first);
    consumer.passTo(3 * second - 1).passTo(3 * second);
    expect(committed(consumer)).toEqual([at(0, 60), at(1, 130)]);
  });

  test('goes on in Rediscovering, and is committed when it is back', () => {
    const consumer = reading().passTo(second).closed();
    consumer.passTo(second + 500_000).rediscovered();
    consumer.passTo(2 * second).answerHeartbeat();
    expect(committed(consumer)).toEqual([at(0, 30), at(1, 30)]);
  });

  test('a thawed one has read up to when it froze, and reads on from now', () => {
    const consumer = reading().passTo(9 * second);
    consumer.step({ kind: 'thawed', frozenAtUs: second });
    expect(committed(consumer)).toEqual([at(0, 15), at(1, 15)]);
    consumer.passTo(10 * second);
    expect(committed(consumer)).toEqual([at(0, 30), at(1, 30)]);
  });

  test('another rate of the log counts from now on, and so do the anchors', () => {
    const consumer = reading([log(2)]).passTo(3 * second);
    // At the end, by the old rate; by the new one the end is at 300.
    consumer.takeLogs(log(100));
    expect(committed(consumer)).toEqual([at(0, 6), at(1, 6)]);
    consumer.passTo(4 * second);
    expect(committed(consumer)).toEqual([at(0, 21), at(1, 21)]);
  });

  test('topics that it does not read leave its anchors alone, and so do more partitions', () => {
    const consumer = reading().passTo(33_333);
    const before = structuredClone([...consumer.state.owned.values()].map((one) => one.position));
    const grown = changedLog(log(1000), { ...log(1000), partitions: 5 }, consumer.nowUs);
    consumer.takeLogs(grown!, log(7, 'clicks'));
    expect([...consumer.state.owned.values()].map(({ position }) => position)).toEqual(before);
  });

  test('a partition beyond the size of its log reads nothing', () => {
    const consumer = reading([log(1000, 'orders', 1)]).passTo(second);
    expect(committed(consumer)).toEqual([at(0, 15), at(1, 0)]);
    expect(consumed(consumer)).toEqual([[0, 0, 15, 0, 0]]);
  });

  test('without a log nothing is read', () => {
    const consumer = reading([]).passTo(second);
    expect(committed(consumer)).toEqual([at(0, 0), at(1, 0)]);
    expect(consumed(consumer)).toEqual([]);
  });
});

describe('[OFF-2] what it says of it', () => {
  test('at each commit, of each partition, since it said so last', () => {
    const consumer = reading([log(20)]).passTo(second);
    consumer.fire('commit');
    expect(consumed(consumer)).toEqual([
      [0, 0, 15, 0, 0],
      [1, 0, 15, 0, 0],
    ]);
    expect(consumer.facts('records-consumed')[0]).toMatchObject({
      fact: { group: 'billing', topic: 'orders' },
      rules: ['OFF-2'],
    });
    consumer.passTo(2 * second).fire('commit');
    expect(consumed(consumer)[1]).toEqual([1, 15, 30, second, 0]);
  });

  test('not of one whose position has not moved', () => {
    const consumer = reading([log(0)]).passTo(second);
    consumer.fire('commit');
    expect(consumed(consumer)).toEqual([]);
    expect(consumer.sentApis).toEqual(['OffsetCommit']);
  });

  test('when it gives a partition up, before that, and not again with the commit', () => {
    const consumer = reading().passTo(second);
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration');
    const kinds = consumer.effects.flatMap((one) => {
      if (one.do === 'report') return [one.fact.kind];
      return one.do === 'send' ? [one.about.api] : [];
    });
    expect(kinds).toEqual([
      'records-consumed',
      'partition-released',
      'records-consumed',
      'partition-released',
      'OffsetCommit',
      'consumer-state',
      'RegisterConsumer',
    ]);
    expect(consumed(consumer)).toEqual([
      [0, 0, 15, 0, 0],
      [1, 0, 15, 0, 0],
    ]);
    expect(consumer.facts('partition-released')).toMatchObject([
      { fact: { offset: 15 } },
      { fact: { offset: 15 } },
    ]);
    // [RB-3] And the commit carries it.
    expect(consumer.lastRequest('OffsetCommit').value['offsets']).toEqual([at(0, 15), at(1, 15)]);
  });

  test('when it stops, and when nobody knows its id', () => {
    const stopped = reading().passTo(second);
    stopped.step({ kind: 'stop' });
    expect(consumed(stopped)).toHaveLength(2);
    expect(stopped.lastRequest('OffsetCommit').value['offsets']).toEqual([at(0, 15), at(1, 15)]);
    const unknown = reading().passTo(second);
    unknown.fire('heartbeat');
    unknown.answerHeartbeat('UnknownConsumer');
    expect(consumed(unknown)).toHaveLength(2);
    expect(unknown.sentApis).toEqual(['RegisterConsumer']);
  });
});

describe('[TOP-2] a topic that goes', () => {
  test('its partitions are released where they stand, and left out of commits', () => {
    const consumer = reading([log(1000), log(5, 'clicks')]).passTo(second);
    consumer.takeLogs(log(5, 'clicks'));
    expect(consumed(consumer)).toHaveLength(2);
    expect(consumer.facts('partition-released')).toMatchObject([
      { fact: { partition: 0, offset: 15, reason: 'the topic is gone' }, rules: ['TOP-2'] },
      { fact: { partition: 1, offset: 15 } },
    ]);
    consumer.fire('commit');
    expect(consumer.sentApis).toEqual([]);
    // It stays a member and goes on: what it owns is the coordinator's business.
    expect(consumer.state).toMatchObject({ state: 'PartOfGroup', fetching: true, reading: 0 });
  });

  test.each<[string, readonly TopicLog[][]]>([
    ['comes back', [[], [{ ...log(50), ranges: [{ first: 0, sinceUs: 2 }] }]]],
    ['was made anew between two looks', [[{ ...log(50), ranges: [{ first: 0, sinceUs: 2 }] }]]],
  ])('one that %s is another topic, until the next registration', (_, changes) => {
    const consumer = reading().passTo(second);
    for (const logs of changes) consumer.takeLogs(...logs);
    consumer.closed().rediscovered().answerHeartbeat().fire('commit');
    expect(consumer.sentApis).toEqual([]);
    expect(consumer.state.reading).toBe(0);
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration');
    consumer.answerRegistration('None', [0, 1], 2).answerOffsets([at(0, -1), at(1, -1)]);
    expect(consumer.facts('partition-acquired')).toHaveLength(2);
    consumer.passTo(second * 2);
    expect(committed(consumer)).toEqual([at(0, 15), at(1, 15)]);
  });

  test('a position that is not known yet is no more asked for, nor taken', () => {
    const consumer = new Harness().start().takeLogs(log(1)).opened().answerCoordinator();
    if (consumer.state.state !== 'Registering') consumer.opened();
    consumer.answerRegistration();
    const asked = consumer.lastRequest('OffsetFetch');
    consumer.takeLogs();
    consumer.fire('request');
    expect(consumer.sentApis).toEqual([]);
    consumer.answerOffsets([at(0, 3)], 'None', asked);
    expect(consumer.facts('partition-acquired')).toEqual([]);
    expect(consumer.timer('request')).toBeUndefined();
  });

  test('the others go on, faster', () => {
    const consumer = reading([log(1000), log(1000, 'clicks')]).passTo(0);
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration').answerRegistration('None', [0], 2);
    const clicks = { topic: 'clicks', partition: 0 };
    const { state } = consumer;
    state.owned.set('clicks/0', {
      ...state.owned.get('orders/0')!,
      ...clicks,
      log: state.logs[1]!,
    });
    consumer.answerOffsets([at(0, 0), { ...clicks, offset: 0 }]);
    consumer.passTo(second).takeLogs(log(1000));
    expect(consumer.facts('partition-released')).toMatchObject([{ fact: { topic: 'clicks' } }]);
    consumer.passTo(2 * second);
    expect(committed(consumer)).toEqual([at(0, 45)]);
  });
});

describe('[OFF-2] whatever happens', () => {
  const rates = fc.record({ log: fc.nat(2000), consumer: fc.nat(2000) });
  const times = fc.array(fc.integer({ min: 1, max: 3 * second }), { minLength: 1, maxLength: 12 });

  test('commits in between change nothing: it is one straight line', () => {
    fc.assert(
      fc.property(rates, times, (rate, durations) => {
        const consumer = reading([log(rate.log)], { recordsPerSecond: rate.consumer });
        for (const us of durations) {
          consumer.passTo(consumer.nowUs + us);
          const end = endOffset(log(rate.log), 0, consumer.nowUs);
          const from = { offset: 0, atUs: 0 };
          const offset = positionAt(from, rate.consumer, 2, end, consumer.nowUs);
          expect(committed(consumer)).toEqual([at(0, offset), at(1, offset)]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
