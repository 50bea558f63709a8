/** TopicMetadata at a broker. */
import { describe, expect, test } from 'vitest';
import { encodeFields } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import { topicNode } from '../../zookeeper/nodes.ts';
import { topicMetadataRequest } from '../messages.ts';
import { Harness } from './harness.ts';

const connection = 'c-1/1/1';

function ask(broker: Harness, ...topics: string[]) {
  const value = { version: 1, correlationId: 4, topics };
  return broker.receive(connection, topicMetadataRequest, value);
}

function follower(): Harness {
  const broker = new Harness().follower();
  broker.open(connection, 'c-1');
  return broker;
}

const nodes = [
  ['audit', 2],
  ['orders', 6],
].map(([name, partitions]) => {
  const data = encodeFields(topicNode, { partitions: partitions as number });
  return { name, stamp: 1, author: 'zookeeper', owner: '', data };
});

describe('topic metadata', () => {
  test('[WILD-1] an empty list means all, read from ZooKeeper and not before', () => {
    const broker = follower();
    expect(ask(broker)).toEqual([]);
    expect(broker.asked).toMatchObject([{ value: { path: '/topics', watch: false } }]);
    broker.answer({ nodes });
    expect(broker.sent()).toMatchObject([
      {
        connection,
        value: {
          correlationId: 4,
          errorCode: 0,
          topics: [
            { topic: 'audit', partitions: 2 },
            { topic: 'orders', partitions: 6 },
          ],
        },
      },
    ]);
  });

  test('[WILD-1] what is asked for by name is told, also that it does not exist', () => {
    const broker = follower();
    ask(broker, 'orders', 'none');
    broker.answer({ nodes });
    expect(broker.sent()).toMatchObject([
      {
        value: {
          errorCode: errorCodes.UnknownTopic,
          topics: [
            { topic: 'orders', partitions: 6 },
            { topic: 'none', partitions: 0 },
          ],
        },
      },
    ]);
  });

  test('without a session it cannot know', () => {
    const broker = new Harness();
    broker.input({ kind: 'started' });
    broker.open(connection, 'c-1');
    expect(ask(broker)).toMatchObject([{ errorCode: errorCodes.CoordinatorNotAvailable }]);
  });

  test('[COORD-8] who waits when the session ends is told so', () => {
    const broker = follower();
    ask(broker);
    broker.nowUs = 2_000_000;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.sent().filter((sent) => sent.connection === connection)).toMatchObject([
      { value: { correlationId: 4, errorCode: errorCodes.CoordinatorNotAvailable } },
    ]);
  });

  test('nobody is answered whose connection has gone', () => {
    const broker = follower();
    ask(broker);
    broker.close(connection);
    broker.answer({ nodes });
    expect(broker.sent()).toEqual([]);
  });
});
