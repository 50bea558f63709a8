/** The broker's ZooKeeper client: session, order, limits, lease. */
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../../wire/codec.ts';
import { zooKeeperMultiResponse, zooKeeperPingResponse } from '../../zookeeper/messages.ts';
import { topicMetadataRequest } from '../messages.ts';
import { Harness, live } from './harness.ts';

const names = (broker: Harness) => broker.sent().map(({ name }) => name);
const started = () => {
  const broker = new Harness();
  broker.input({ kind: 'started' });
  return broker;
};

describe('opening a session', () => {
  test('[COORD-8] first of all it asks for one, with Z as its timeout', () => {
    const broker = started();
    expect(broker.opened()).toEqual(['zookeeper']);
    broker.open(broker.zookeeper, 'zookeeper');
    expect(broker.sent()).toMatchObject([
      {
        name: 'ZooKeeperConnectRequest',
        value: { session: '', timeoutMs: 2000 },
        effect: { rules: ['COORD-8'] },
      },
    ]);
  });

  test.each([
    ['opening', started],
    [
      'the session',
      () => {
        const broker = started();
        broker.nowUs = 30_000;
        broker.open(broker.zookeeper, 'zookeeper');
        return broker;
      },
    ],
    ['an answer', () => new Harness().connected()],
  ])('[DISC-2] %s may take Q, then the connection is given up', (_, begun) => {
    const broker = begun();
    const { nowUs, zookeeper } = broker;
    expect(broker.due('request', 'zookeeper')).toBe(nowUs + 1_000_000);
    broker.fire('request', 'zookeeper');
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: zookeeper });
  });

  test('[DISC-2] the limit is that of the oldest request', () => {
    const broker = new Harness().connected();
    broker.nowUs = 400_000;
    broker.fire('session-ping');
    const { nowUs } = broker;
    broker.nowUs += 100_000;
    broker.answer();
    expect(broker.due('request', 'zookeeper')).toBe(nowUs + 1_000_000);
  });

  test('[DISC-2] when all is answered nothing is waited for', () => {
    const broker = new Harness().follower();
    expect(broker.asked).toEqual([]);
    expect(broker.due('request', 'zookeeper')).toBeUndefined();
  });

  test('[DISC-2] a limit that passed while it was frozen counts from the thaw', () => {
    const broker = new Harness({ requestTimeoutUs: 100_000 }).connected();
    broker.fire('session-ping');
    broker.nowUs += 500_000;
    broker.answer();
    expect(broker.due('request', 'zookeeper')).toBe(broker.nowUs + 100_000);
  });
});

describe('a lost connection', () => {
  test.each(['closed', 'reset', 'refused', 'timeout'] as const)(
    '[COORD-8] %s: opened again after 100 ms, under the same session',
    (reason) => {
      const broker = new Harness().follower('s-7');
      const { nowUs, zookeeper } = broker;
      broker.close(zookeeper, reason);
      expect(broker.effects.map((effect) => effect.do)).toEqual(['cancel-timer', 'start-timer']);
      expect(broker.due('reconnect', 'zookeeper')).toBe(nowUs + 100_000);
      broker.fire('reconnect', 'zookeeper');
      expect(broker.opened()).toEqual(['zookeeper']);
      expect(broker.zookeeper).not.toBe(zookeeper);
      broker.open(broker.zookeeper, 'zookeeper');
      expect(broker.sent()).toMatchObject([{ value: { session: 's-7' } }]);
    },
  );

  test('[COORD-7] what was not answered goes again in its old order, once the session is accepted', () => {
    const broker = new Harness().connected();
    broker.fire('session-ping');
    const before = broker.asked.map(({ value }) => value);
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    expect(names(broker)).toEqual(['ZooKeeperConnectRequest']);
    broker.answer();
    expect(broker.sent().map(({ value }) => value)).toEqual(before);
    for (const { effect } of broker.sent()) expect(effect.rules).toContain('COORD-7');
  });

  test('[COORD-7] nothing goes before the session is accepted', () => {
    const broker = new Harness().follower();
    broker.close(broker.zookeeper);
    broker.fire('session-ping');
    expect(broker.sent()).toEqual([]);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    broker.fire('session-ping');
    expect(broker.sent()).toEqual([]);
  });

  test('[COORD-7] what is asked meanwhile waits too, and goes after that', () => {
    const broker = new Harness().connected();
    broker.open('c-1/1/1', 'c-1');
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    const topics = { version: 1, correlationId: 1, topics: [] };
    broker.receive('c-1/1/1', topicMetadataRequest, topics);
    expect(broker.sent()).toEqual([]);
    broker.answer();
    expect(names(broker)).toEqual(['ZooKeeperMultiRequest', 'ZooKeeperChildrenRequest']);
  });

  test('[COORD-8] a session that was asked for in vain is asked for once, not twice', () => {
    const broker = started();
    broker.open(broker.zookeeper, 'zookeeper');
    broker.fire('request', 'zookeeper');
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    expect(names(broker)).toEqual(['ZooKeeperConnectRequest']);
    broker.answer();
    expect(names(broker)).toEqual(['ZooKeeperMultiRequest']);
  });

  test('an answer that comes on a connection given up is not read', () => {
    const broker = new Harness().connected();
    const { zookeeper } = broker;
    const correlationId = broker.asked[0]?.value['correlationId'] as number;
    broker.fire('request', 'zookeeper');
    const value = { correlationId, expired: false, failedAt: -1, leftOut: [] };
    broker.bytes(zookeeper, encodeFrame(zooKeeperMultiResponse, value, 1));
    expect(broker.effects).toEqual([]);
    expect(broker.state.registered).toBe(false);
  });

  test('[TOP-1] what it watched is read again', () => {
    const broker = new Harness().follower();
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    broker.answer();
    expect(broker.sent()).toMatchObject([{ value: { path: '/controller', watch: true } }]);
  });

  test('[TOP-1] a controller reads the brokers again', () => {
    const broker = new Harness().controller([live(1)]);
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    broker.answer();
    expect(broker.sent()).toMatchObject([{ value: { path: '/brokers', watch: true } }]);
  });
});

describe('answers that make no sense', () => {
  test.each([
    ['bytes that do not decode', { correlationId: 2 }, true],
    ['another correlation id', { correlationId: 77 }, false],
  ])('[WIRE-0] %s: the connection is given up', (_, value, isCut) => {
    const broker = new Harness().connected();
    const { zookeeper } = broker;
    if (isCut) broker.bytes(zookeeper, new Uint8Array(5));
    else broker.answer(value);
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: zookeeper });
    expect(broker.due('reconnect', 'zookeeper')).toBe(broker.nowUs + 100_000);
  });

  test('[WIRE-0] so it is after the answer to another kind of request', () => {
    const broker = new Harness().connected();
    const { zookeeper } = broker;
    const correlationId = broker.asked[0]?.value['correlationId'] as number;
    const value = { correlationId, expired: false };
    broker.bytes(zookeeper, encodeFrame(zooKeeperPingResponse, value, 1));
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: zookeeper });
  });

  test('[COORD-9] the session that it takes up again is no other', () => {
    const broker = new Harness().follower();
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    const { zookeeper } = broker;
    broker.answer({ session: 's-other' });
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: zookeeper });
    expect(broker.state.zookeeper.session).toBe('s-1');
  });
});

describe('pings', () => {
  test('[COORD-8] go out every Z / 3, answered or not', () => {
    const broker = new Harness().follower();
    expect(broker.due('session-ping')).toBe(666_667);
    broker.fire('session-ping');
    expect(names(broker)).toEqual(['ZooKeeperPingRequest']);
    expect(broker.due('session-ping')).toBe(1_333_334);
    broker.fire('session-ping');
    expect(names(broker)).toEqual(['ZooKeeperPingRequest']);
  });
});
