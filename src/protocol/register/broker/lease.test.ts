/** The lease: how long a broker may act, and how it gives up. */
import { describe, expect, test } from 'vitest';
import { updateConsumerMetadataRequest } from '../messages.ts';
import { elected, Harness, live } from './harness.ts';

const z = 2_000_000;

/** A broker that coordinates subset 9, its last answered request sent at 0. */
function coordinator(): Harness {
  const broker = new Harness().follower();
  broker.open('broker-2/1/1', 'broker-2');
  const me = { id: 1, host: 'broker-1', port: 9092 };
  const entry = { subset: 9, coordinator: me, coordinatorEpoch: 4, session: 's-1' };
  broker.receive('broker-2/1/1', updateConsumerMetadataRequest, {
    correlationId: 1,
    controllerId: 2,
    coordinators: [entry],
  });
  broker.answer();
  return broker;
}

const lost = (reason: string) => [
  expect.objectContaining({ subset: 9, broker: 'broker-1', epoch: 4, reason }),
];

describe('how long the lease runs', () => {
  test('[COORD-8] until Z after the sending of the last request that was answered', () => {
    const broker = coordinator();
    broker.nowUs = z - 1;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.facts('coordinator-lost')).toEqual([]);
    expect(broker.state.coordinator.roles.size).toBe(1);
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.facts('coordinator-lost')).toEqual(lost('lease'));
    expect(broker.state.coordinator.roles.size).toBe(0);
  });

  test('[COORD-8] an answer counts from when its request was sent, not from when it comes', () => {
    const broker = coordinator();
    broker.fire('session-ping');
    const sentAtUs = broker.nowUs;
    broker.nowUs += 300_000;
    broker.answer();
    broker.nowUs = sentAtUs + z - 1;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.facts('coordinator-lost')).toEqual([]);
    broker.nowUs += 1;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.facts('coordinator-lost')).toEqual(lost('lease'));
  });

  test('[COORD-8] a request that is not answered extends nothing', () => {
    const broker = coordinator();
    broker.fire('session-ping');
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.facts('coordinator-lost')).toEqual(lost('lease'));
  });

  test('[COORD-8] its timer goes on to the end that answers have moved it to', () => {
    const broker = coordinator();
    broker.fire('session-ping');
    const sentAtUs = broker.nowUs;
    broker.answer();
    expect(broker.due('lease')).toBe(z);
    broker.fire('lease');
    expect(broker.facts('coordinator-lost')).toEqual([]);
    expect(broker.due('lease')).toBe(sentAtUs + z);
    broker.fire('lease');
    expect(broker.facts('coordinator-lost')).toEqual(lost('lease'));
  });

  test('[COORD-8] it is over before an answer of ZooKeeper is heard, also on thaw', () => {
    const broker = coordinator();
    broker.fire('session-ping');
    broker.nowUs = z;
    const { session } = broker.state.zookeeper;
    broker.answer();
    expect(broker.facts('coordinator-lost')).toEqual(lost('lease'));
    expect(broker.state.zookeeper.session).not.toBe(session);
  });
});

describe('giving up', () => {
  test('[COORD-8] it closes the old session where it can and opens a new one at once', () => {
    const broker = coordinator();
    const { zookeeper } = broker;
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.sent()).toMatchObject([
      { connection: zookeeper, name: 'ZooKeeperCloseRequest', value: { session: 's-1' } },
    ]);
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: zookeeper });
    expect(broker.opened()).toEqual(['zookeeper']);
    broker.open(broker.zookeeper, 'zookeeper');
    expect(broker.asked).toMatchObject([{ value: { session: '' } }]);
  });

  test('[COORD-8] also while it is taking that session up again', () => {
    const broker = coordinator();
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.sent()).toMatchObject([{ name: 'ZooKeeperCloseRequest' }]);
  });

  test('[COORD-8] a broker that still waits for its old node waits for it no more', () => {
    const broker = new Harness().connected();
    broker.answer({ failedAt: 0 });
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect([...broker.timers.keys()]).toEqual(['request zookeeper']);
  });

  test('[COORD-8] a controller that still waits for brokers waits for them no more', () => {
    const broker = new Harness().controller([live(1)]);
    expect(broker.due('placement')).toBeDefined();
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect([...broker.timers.keys()]).toEqual(['request zookeeper']);
  });

  test('[COORD-8] without a connection nothing can be said', () => {
    const broker = coordinator();
    broker.close(broker.zookeeper);
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.sent()).toEqual([]);
    expect(broker.opened()).toEqual(['zookeeper']);
    expect(broker.due('reconnect', 'zookeeper')).toBeUndefined();
  });

  test('[COORD-8] it forgets its map, and what it had asked', () => {
    const broker = coordinator();
    broker.fire('session-ping');
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.state.metadata).toBeNull();
    expect(broker.state.registered).toBe(false);
    expect(broker.state.zookeeper.unanswered).toEqual([]);
    expect([...broker.timers.keys()]).toEqual(['request zookeeper']);
  });

  test('[COORD-8] a timer of the old session that is due at that moment does nothing more', () => {
    const broker = new Harness({ requestTimeoutUs: z - 666_667 }).follower();
    broker.fire('session-ping');
    expect(broker.due('request', 'zookeeper')).toBe(z);
    broker.fire('request', 'zookeeper');
    expect(broker.opened()).toEqual(['zookeeper']);
    expect(broker.state.zookeeper.phase).toBe('opening');
  });

  test('[COORD-8] the same when it is told that its session is gone', () => {
    const broker = coordinator();
    broker.fire('session-ping');
    broker.answer({ expired: true });
    expect(broker.facts('coordinator-lost')).toEqual(lost('session'));
    expect(broker.state.zookeeper.session).toBe('');
    expect(broker.opened()).toEqual(['zookeeper']);
  });

  test('[COORD-9] the old election is not its own under the new session', () => {
    const broker = coordinator();
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    broker.open(broker.zookeeper, 'zookeeper');
    broker.answer({ session: 's-9' });
    const me = { id: 1, host: 'broker-1', port: 9092 };
    const entry = { subset: 9, coordinator: me, coordinatorEpoch: 4, session: 's-1' };
    const update = { correlationId: 2, controllerId: 2, coordinators: [entry] };
    expect(broker.receive('broker-2/1/1', updateConsumerMetadataRequest, update)).toMatchObject([
      { errorCode: 0 },
    ]);
    expect(broker.state.metadata?.get(9)?.session).toBe('s-1');
    expect(broker.state.coordinator.roles.size).toBe(0);
  });

  test('[COORD-8] a controller is none any more, and its connections to brokers go', () => {
    const broker = new Harness().controller(
      [live(1), live(2)],
      [elected(0, { broker: 2 }), elected(1, { broker: 1 })],
    );
    const push = broker.push('broker-2');
    broker.nowUs = z;
    broker.input({ kind: 'thawed', frozenAtUs: 0 });
    expect(broker.facts('controller-lost')).toEqual([{ kind: 'controller-lost', reason: 'lease' }]);
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: push });
    expect(broker.state.controller).toMatchObject({ active: false, loaded: false });
    expect([...broker.timers.keys()]).toEqual(['request zookeeper']);
  });
});

describe('stopping', () => {
  test('a broker that stops ends its session at once, and says what it leaves', () => {
    const broker = coordinator();
    broker.input({ kind: 'stop' });
    expect(broker.facts('coordinator-lost')).toEqual(lost('stop'));
    expect(broker.sent()).toMatchObject([{ name: 'ZooKeeperCloseRequest' }]);
    expect(broker.effects.at(-1)).toEqual({ do: 'exit', reason: 'stop' });
    expect(broker.opened()).toEqual([]);
  });
});
