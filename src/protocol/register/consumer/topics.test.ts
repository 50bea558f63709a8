import { describe, expect, test } from 'vitest';
import type { ErrorName } from '../../../wire/errors.ts';
import type { ConsumerStateName } from '../../facts.ts';
import { topicMetadataResponse } from '../messages.ts';
import { Harness, inState } from './harness.ts';
import { matchingTopics } from './subscription.ts';

const byPattern = { subscription: { allow: ['orders.*', 'clicks'], deny: ['.*-test'] } } as const;

/** The list of the registration sent last. */
const registered = (consumer: Harness) => consumer.lastRequest('RegisterConsumer').value['topics'];

/** A member by patterns that knows its topics, and has been answered everything. */
const member = (settings: object = {}) =>
  new Harness({ sessionTimeoutMs: 60_000, ...byPattern, ...settings }).joined([]);

describe('[WILD-1] filtering', () => {
  const names = ['orders-test', 'payments', 'clicks', 'orders-eu', 'orders', 'clicks'];

  test.each([
    [{ allow: ['orders'] }, ['orders']],
    [{ allow: ['orders.*', 'clicks'] }, ['clicks', 'orders', 'orders-eu', 'orders-test']],
    [{ allow: ['.*'], deny: ['orders.+', 'p.*'] }, ['clicks', 'orders']],
    [{ deny: ['orders.*'] }, ['clicks', 'payments']],
    [{ allow: ['order'] }, []],
    [{ allow: [] }, []],
    [{ allow: ['.*'], deny: ['.*'] }, []],
  ])('%j', (subscription, topics) => {
    expect(matchingTopics(subscription, names)).toEqual(topics);
  });
});

describe('before it registers', () => {
  test('[WILD-1] it asks for all topics, and registers with those that match, sorted', () => {
    const consumer = new Harness(byPattern).reachingCoordinator();
    expect(consumer.sent).toMatchObject([
      { about: { api: 'TopicMetadata' }, rules: ['WILD-1'], value: { topics: [], version: 1 } },
    ]);
    expect(consumer.state.state).toBe('Discovering');
    const { connection } = consumer;
    consumer.answerTopics(['payments', 'orders-test', 'orders', 'clicks', 'orders-a']);
    expect(consumer.sent).toMatchObject([{ connection, rules: ['REG-1'] }]);
    expect(registered(consumer)).toEqual(['clicks', 'orders', 'orders-a']);
  });

  test('[REG-9] patterns that match nothing yet register an empty list', () => {
    const consumer = new Harness(byPattern).reachingCoordinator().answerTopics(['payments']);
    expect(consumer.sent).toMatchObject([{ rules: ['REG-1', 'REG-9'], value: { topics: [] } }]);
    expect(consumer.answerRegistration('None', []).state.state).toBe('PartOfGroup');
  });

  test('[WILD-1] a topic without partitions does not exist', () => {
    const consumer = new Harness(byPattern).reachingCoordinator();
    const topics = [0, 1].map((partitions) => ({ topic: `orders-${partitions}`, partitions }));
    consumer.answer(topicMetadataResponse, { errorCode: 0, topics });
    expect(registered(consumer)).toEqual(['orders-1']);
  });

  test('[DISC-2] that is one more step with its limit', () => {
    const consumer = new Harness(byPattern).reachingCoordinator();
    const { connection } = consumer;
    consumer.passTo(999_999);
    expect(consumer.timerNames).toEqual(['metadata-refresh', 'request']);
    consumer.passTo(1_000_000);
    expect(consumer.timerNames).toEqual(['backoff', 'metadata-refresh']);
    expect(consumer.connections.has(connection)).toBe(false);
    expect(consumer.requests.map(({ about }) => about.api)).not.toContain('RegisterConsumer');
  });

  test.each<[string, (consumer: Harness) => Harness]>([
    ['an error', (consumer) => consumer.answerTopics([], 'CoordinatorNotAvailable')],
    ['UnknownTopic', (consumer) => consumer.answerTopics([], 'UnknownTopic')],
    ['MalformedMessage', (consumer) => consumer.answerTopics([], 'MalformedMessage')],
    ['a closed connection', (consumer) => consumer.closed()],
    ['bytes that are no message', (consumer) => consumer.deliver(new Uint8Array([1]))],
  ])('[DISC-2] %s: it backs off, and asks anew when it has found the coordinator', (_, go) => {
    const consumer = go(new Harness(byPattern).reachingCoordinator());
    expect(consumer.state.state).toBe('Discovering');
    expect(consumer.timerNames).toEqual(['backoff', 'metadata-refresh']);
    consumer.rediscovered();
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
    expect(consumer.answerTopics(['orders']).state.state).toBe('Registering');
  });

  test('[WILD-1] without an id it asks each time: its list may be old by now', () => {
    const consumer = new Harness(byPattern).registering();
    consumer.answerRegistration('NotCoordinatorForGroup').rediscovered();
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
    consumer.answerTopics(['orders', 'orders-new']);
    expect(registered(consumer)).toEqual(['orders', 'orders-new']);
  });

  test('[REG-3] as new in place of an unknown id: with the list that it has', () => {
    const consumer = member();
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('UnknownConsumer');
    expect(registered(consumer)).toEqual(['clicks', 'orders']);
  });

  test('[WILD-1] with an id it finds out first whether it is still a member', () => {
    const consumer = member().closed().rediscovered();
    expect(consumer.sentApis).toEqual(['Heartbeat']);
  });
});

describe('asking again', () => {
  test('[WILD-2] every metadata refresh interval from the last question on', () => {
    const consumer = member();
    const atUs: number[] = [];
    while (consumer.nowUs < 16_000_000) {
      consumer.passTo(consumer.nowUs + 1_000_000);
      if (!consumer.sentApis.includes('TopicMetadata')) continue;
      atUs.push(consumer.nowUs);
      consumer.answerTopics(['orders', 'clicks']);
      expect(consumer.effects).toEqual([]);
    }
    expect(atUs).toEqual([5_000_000, 10_000_000, 15_000_000]);
  });

  test('[WILD-2] [TRIG-5] another list: it stops reading, commits and registers again', () => {
    const consumer = new Harness(byPattern).reading();
    consumer.fire('metadata-refresh');
    expect(consumer.sent).toMatchObject([{ rules: ['WILD-1', 'WILD-2'] }]);
    consumer.answerTopics(['orders', 'orders-b']);
    expect(consumer.sentApis).toEqual(['OffsetCommit', 'RegisterConsumer']);
    expect(registered(consumer)).toEqual(['orders', 'orders-b']);
    expect(consumer.facts('consumer-state')).toMatchObject([
      { rules: ['REG-1', 'WILD-2', 'REG-8', 'TRIG-5'] },
    ]);
    expect(consumer.facts('partition-released')).toHaveLength(2);
  });

  test('[WILD-2] a topic that nobody wants is no change', () => {
    const consumer = member();
    consumer.fire('metadata-refresh');
    consumer.answerTopics(['clicks', 'payments', 'orders']);
    expect(consumer.effects).toEqual([]);
    expect(consumer.state.state).toBe('PartOfGroup');
  });

  test.each<ErrorName>(['CoordinatorNotAvailable', 'UnknownTopic', 'MalformedMessage'])(
    '[WILD-2] %s: it keeps the list and its coordinator, and asks again in its time',
    (error) => {
      const consumer = member();
      consumer.fire('metadata-refresh');
      consumer.answerTopics(['orders'], error);
      expect(consumer.effects).toEqual([]);
      expect(consumer.state.state).toBe('PartOfGroup');
      expect(consumer.timer('metadata-refresh')?.atUs).toBe(5_000_000);
    },
  );

  test('[WILD-2] unanswered ones do not stop it, and are no sign of a failed coordinator', () => {
    const consumer = member();
    consumer.passTo(21_000_000);
    expect(consumer.sentApis.filter((api) => api === 'TopicMetadata')).toHaveLength(4);
    expect(consumer.state.state).toBe('PartOfGroup');
    // An answer to any of them is good.
    const first = consumer.requests.filter(({ about }) => about.api === 'TopicMetadata')[2];
    consumer.answerTopics(['orders-z'], 'None', first);
    expect(registered(consumer)).toEqual(['orders-z']);
  });

  test('[HB-4] topics are no answer to a heartbeat', () => {
    const consumer = member();
    const before = consumer.timer('coordinator-failed');
    consumer.fire('metadata-refresh');
    consumer.nowUs = 4_000_000;
    consumer.answerTopics(['orders', 'clicks']);
    expect(consumer.timer('coordinator-failed')).toBe(before);
  });

  test.each<[ConsumerStateName, (consumer: Harness) => Harness]>([
    ['Registering', (consumer) => consumer.answerRegistration('None', [])],
    ['Rediscovering', (consumer) => consumer.answerHeartbeat()],
  ])('[WILD-2] one that falls due in %s is asked on entering PartOfGroup', (state, go) => {
    const consumer = inState[state]({ ...byPattern });
    consumer.fire('metadata-refresh');
    expect(consumer.sent).toEqual([]);
    consumer.passTo(100_000);
    go(consumer);
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
    expect(consumer.timer('metadata-refresh')?.atUs).toBe(5_100_000);
  });

  test('[WILD-2] an interval below the request timeout: it goes on after the first answer', () => {
    const consumer = new Harness({ ...byPattern, metadataRefreshUs: 300_000 });
    consumer.reachingCoordinator().passTo(700_000).answerTopics(['orders']);
    expect(consumer.timer('metadata-refresh')?.atUs).toBe(900_000);
  });

  test('[WILD-2] what was under way when it lost touch is asked again', () => {
    const consumer = member();
    consumer.fire('metadata-refresh');
    const lost = consumer.lastRequest('TopicMetadata');
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration').answerTopics(['orders'], 'None', lost);
    expect(consumer.effects).toEqual([]);
    consumer.answerRegistration('None', [], 2);
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
  });

  test('[WILD-2] one that names its topics never asks', () => {
    const consumer = new Harness({ sessionTimeoutMs: 60_000 }).joined([]).passTo(30_000_000);
    expect(consumer.requests.map(({ about }) => about.api)).not.toContain('TopicMetadata');
  });
});

describe('from names to patterns and back', () => {
  const names = { topics: ['orders'] };
  const patterns = { allow: ['clicks.*'] };

  test('[REG-8] a member asks at once, and registers again when it knows what it wants', () => {
    const consumer = new Harness().reading().subscribe(patterns);
    expect(consumer.facts('subscription-changed')[0]?.fact).toMatchObject(patterns);
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
    consumer.answerTopics(['clicks', 'orders', 'clicks-eu']);
    expect(consumer.sentApis).toEqual(['OffsetCommit', 'RegisterConsumer']);
    expect(registered(consumer)).toEqual(['clicks', 'clicks-eu']);
  });

  test('[REG-8] until then the list that it had stands', () => {
    const consumer = new Harness().reading().subscribe(patterns);
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration');
    expect(registered(consumer)).toEqual(['orders']);
    consumer.answerRegistration('None', [], 2);
    expect(consumer.state.state).toBe('PartOfGroup');
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
  });

  test('[REG-8] other patterns over topics that it knows need no question', () => {
    const consumer = member().subscribe({ allow: ['o.*'] });
    expect(consumer.sentApis).toEqual(['RegisterConsumer']);
    expect(registered(consumer)).toEqual(['orders']);
    const same = member().subscribe({ allow: ['orders|clicks'] });
    expect(same.sent).toEqual([]);
  });

  test('[REG-8] to names: the refreshing ends, and late topics mean nothing', () => {
    const consumer = member();
    consumer.fire('metadata-refresh');
    const late = consumer.lastRequest('TopicMetadata');
    consumer.subscribe(names);
    expect(registered(consumer)).toEqual(['orders']);
    expect(consumer.timer('metadata-refresh')).toBeUndefined();
    consumer.answerRegistration('None', [], 2);
    expect(consumer.sent).toEqual([]);
    expect(consumer.answerTopics(['clicks'], 'None', late).effects).toEqual([]);
  });

  test('[REG-8] to names that are those it has: no registration', () => {
    const consumer = member().subscribe({ topics: ['orders', 'clicks'] });
    expect(consumer.sent).toEqual([]);
    // And back: the topics may have changed, so it asks.
    expect(consumer.subscribe(patterns).sentApis).toEqual(['TopicMetadata']);
  });

  test('[REG-8] changed back before the answer: only the question was for nothing', () => {
    const consumer = new Harness().reading().subscribe(patterns);
    const asked = consumer.lastRequest('TopicMetadata');
    consumer.subscribe(names);
    expect(consumer.sent).toEqual([]);
    consumer.answerTopics(['clicks'], 'None', asked);
    expect(consumer.effects).toEqual([]);
    expect(consumer.state.state).toBe('PartOfGroup');
  });

  test.each<[string, (consumer: Harness) => Harness]>([
    ['before it is connected', (consumer) => consumer.start().subscribe(patterns).opened()],
    ['while it asks', (consumer) => consumer.start().opened().subscribe(patterns)],
  ])('[WILD-1] patterns in Discovering, %s: it asks before it registers', (_, go) => {
    const consumer = go(new Harness()).answerCoordinator();
    if (consumer.connections.get(consumer.connection)?.isOpen === false) consumer.opened();
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
    expect(registered(consumer.answerTopics(['clicks', 'orders']))).toEqual(['clicks']);
  });

  test('[REG-8] names in Discovering, while it asks for topics', () => {
    const consumer = new Harness(byPattern).reachingCoordinator().subscribe(names);
    expect(consumer.sent).toEqual([]);
    expect(registered(consumer.answerTopics(['clicks']))).toEqual(['orders']);
    expect(consumer.timerNames).toEqual(['registration']);
  });

  test('[REG-8] patterns while it registers wait for the answer', () => {
    const consumer = new Harness().registering().subscribe(patterns);
    expect(consumer.sent).toEqual([]);
    consumer.answerRegistration('None', []);
    expect(consumer.sentApis).toEqual(['TopicMetadata']);
    consumer.answerTopics(['clicks']);
    expect(registered(consumer)).toEqual(['clicks']);
  });
});
