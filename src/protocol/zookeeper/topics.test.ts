/** Topics as a user changes them. */
import { describe, expect, test } from 'vitest';
import { decodeFields } from '../../wire/codec.ts';
import { Harness, offsetData, recordWrite } from './harness.ts';
import { paths, topicNode } from './nodes.ts';
import { setGuarded } from './operations.ts';

const orders = paths.topic('orders');

function change(zookeeper: Harness, topic: string, partitions: number): void {
  zookeeper.input({ kind: 'change-topic', topic, partitions, recordsPerSecond: 0 });
}

function partitionsOf(data: Uint8Array): number | undefined {
  return decodeFields(topicNode, data)?.partitions;
}

describe('topics', () => {
  test('the scenario’s are there from the start, each with a creation number of its own', () => {
    const client = new Harness({ orders: 3, audit: 2 }).connect('a/1/1');
    expect(client.names(paths.topics)).toEqual(['audit', 'orders']);
    expect(partitionsOf(client.get(orders).data)).toBe(3);
    expect(client.get(orders).stamp).not.toBe(client.get(paths.topic('audit')).stamp);
  });

  test('[TOP-1] creating, growing and deleting one fires its watch, each said as it is', () => {
    const zookeeper = new Harness();
    const client = zookeeper.connect('a/1/1');
    for (const partitions of [2, 5, 0]) {
      client.get(orders, true);
      change(zookeeper, 'orders', partitions);
      expect(zookeeper.notices('a/1/1')).toEqual([orders]);
      expect(zookeeper.facts('topic-changed')).toMatchObject([{ topic: 'orders', partitions }]);
    }
    expect(client.get(orders).exists).toBe(false);
  });

  test('[TOP-1] the list of topics is changed by the first and the last of these alone', () => {
    const zookeeper = new Harness();
    const client = zookeeper.connect('a/1/1');
    const told = [2, 5, 0].map((partitions) => {
      client.names(paths.topics, true);
      change(zookeeper, 'orders', partitions);
      return zookeeper.notices('a/1/1').length;
    });
    expect(told).toEqual([1, 0, 1]);
  });

  test('[TOP-2] growing keeps the creation number, creating again takes a new one', () => {
    const zookeeper = new Harness({ orders: 3 });
    const client = zookeeper.connect('a/1/1');
    const { stamp } = client.get(orders);
    change(zookeeper, 'orders', 4);
    expect(client.get(orders).stamp).toBe(stamp);
    change(zookeeper, 'orders', 0);
    change(zookeeper, 'orders', 4);
    expect(client.get(orders).stamp).toBeGreaterThan(stamp);
  });

  test.each([
    ['creating one that exists', 'orders', 3],
    ['taking partitions away', 'orders', 2],
    ['deleting one that is not there', 'audit', 0],
  ])('[TOP-2] %s has no effect', (_, topic, partitions) => {
    const zookeeper = new Harness({ orders: 3 });
    change(zookeeper, topic, partitions);
    expect(zookeeper.effects).toEqual([]);
    expect(partitionsOf(zookeeper.connect('a/1/1').get(orders).data)).toBe(3);
  });

  test('[TOP-2] deleting one deletes its committed offsets and no others', () => {
    const zookeeper = new Harness({ orders: 3, audit: 3 });
    const client = zookeeper.connect('a/1/1');
    client.multi(recordWrite('billing', 1, 1));
    for (const topic of ['orders', 'audit']) {
      const { stamp } = client.get(paths.topic(topic));
      const path = paths.offset('billing', topic, 1);
      const write = { path, stamp, author: 'm', data: offsetData(7) };
      client.multi(setGuarded(write, paths.topic(topic)));
    }
    change(zookeeper, 'orders', 0);
    expect(client.names(paths.offsetsOf('billing', 'orders'))).toEqual([]);
    expect(client.names(paths.offsetsOf('billing', 'audit'))).toEqual(['1']);
  });
});
