/** The broker's own nodes: that it lives, and the controller's election. */
import { describe, expect, test } from 'vitest';
import { decodeFields } from '../../../wire/codec.ts';
import { operationKinds } from '../../zookeeper/messages.ts';
import type { Operation } from '../../zookeeper/messages.ts';
import { brokerNode } from '../../zookeeper/nodes.ts';
import { Harness } from './harness.ts';

function operations(broker: Harness): Operation[] {
  return broker.sent().flatMap(({ value }) => (value['operations'] ?? []) as Operation[]);
}

const kind = operationKinds.createEphemeral;

describe('registering', () => {
  test('[COORD-2] every broker makes an ephemeral node that says where it is', () => {
    const broker = new Harness().connected();
    const [operation] = operations(broker);
    expect(operation).toMatchObject({ kind, path: '/brokers/broker-1', author: 'broker-1' });
    const node = decodeFields(brokerNode, operation?.data ?? new Uint8Array());
    expect(node).toEqual({ id: 1, host: 'broker-1', port: 9092 });
  });

  test('[COORD-9] while a node of its last life is there it tries again, every 100 ms', () => {
    const broker = new Harness().connected();
    for (const turn of [1, 2, 3]) {
      broker.answer({ failedAt: 0 });
      expect(broker.sent()).toEqual([]);
      expect(broker.due('registration', '/brokers/broker-1')).toBe(turn * 100_000);
      broker.fire('registration', '/brokers/broker-1');
      expect(operations(broker)).toMatchObject([{ kind, path: '/brokers/broker-1' }]);
    }
    broker.answer();
    expect(broker.state.registered).toBe(true);
  });
});

describe('the election of the controller', () => {
  test('[COORD-2] a registered broker tries to create the node; the first one wins', () => {
    const broker = new Harness().connected();
    broker.answer();
    expect(operations(broker)).toMatchObject([{ kind, path: '/controller', author: 'broker-1' }]);
    broker.answer();
    expect(broker.facts('controller-elected')).toHaveLength(1);
    expect(broker.state.controller.active).toBe(true);
  });

  test('[COORD-2] the others watch it', () => {
    const broker = new Harness().connected();
    broker.answer();
    broker.answer({ failedAt: 0 });
    expect(broker.facts('controller-elected')).toEqual([]);
    expect(broker.sent()).toMatchObject([
      { name: 'ZooKeeperGetRequest', value: { path: '/controller', watch: true } },
    ]);
    broker.answer({ exists: true });
    expect(broker.effects.filter((effect) => effect.do === 'send')).toEqual([]);
  });

  test('[COORD-2] when it vanishes they stand again', () => {
    const broker = new Harness().follower();
    broker.notice('/controller');
    expect(operations(broker)).toMatchObject([{ kind, path: '/controller' }]);
  });

  test('[COORD-2] also when it had vanished before it was watched', () => {
    const broker = new Harness().connected();
    broker.answer();
    broker.answer({ failedAt: 0 });
    broker.answer({ exists: false });
    expect(operations(broker)).toMatchObject([{ kind, path: '/controller' }]);
  });

  test('a notice that is not for it moves nobody', () => {
    const broker = new Harness().follower();
    broker.notice('/brokers');
    expect(broker.sent()).toEqual([]);
    broker.notice('/controller', 's-other');
    expect(broker.sent()).toEqual([]);
  });

  test('[COORD-2] it wins once, also when two of its attempts succeed', () => {
    const broker = new Harness().connected();
    broker.answer();
    broker.answer({ failedAt: 0 });
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    broker.answer();
    // Its watch was under way, and what it watches is read again.
    broker.answer({ exists: false });
    broker.answer({ exists: false });
    broker.answer();
    expect(broker.facts('controller-elected')).toHaveLength(1);
    broker.answer();
    expect(broker.effects).toEqual([expect.objectContaining({ do: 'start-timer' })]);
  });

  test('whoever has won does not stand again, however often it is told', () => {
    const broker = new Harness().connected();
    broker.answer();
    broker.answer();
    broker.notice('/controller');
    expect(broker.sent()).toEqual([]);
  });
});
