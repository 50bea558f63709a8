/** One-time watches. */
import { describe, expect, test } from 'vitest';
import { brokerData, Harness, recordWrite, remove } from './harness.ts';
import { zooKeeperPingRequest } from './messages.ts';
import { paths } from './nodes.ts';
import { createEphemeral } from './operations.ts';

function two() {
  const zookeeper = new Harness({ orders: 3 });
  return { zookeeper, a: zookeeper.connect('a/1/1'), b: zookeeper.connect('b/1/1') };
}

describe('a watched node', () => {
  const path = paths.group('billing');

  test('[TOP-1] its next change is told once', () => {
    const { zookeeper, a, b } = two();
    a.multi(recordWrite('billing', 1, 1));
    b.get(path, true);
    a.multi(recordWrite('billing', 2, 1));
    expect(zookeeper.notices('b/1/1')).toEqual([path]);
    expect(zookeeper.reports()).toContainEqual({
      do: 'report',
      fact: { kind: 'watch-fired', broker: 'b', path },
      rules: ['TOP-1'],
    });
    a.multi(recordWrite('billing', 3, 1));
    expect(zookeeper.notices('b/1/1')).toEqual([]);
    expect(zookeeper.facts('watch-fired')).toEqual([]);
  });

  test('[TOP-1] so is its creation, and its end', () => {
    const { zookeeper, a, b } = two();
    expect(b.get(path, true).exists).toBe(false);
    a.multi(recordWrite('billing', 1, 1));
    expect(zookeeper.notices('b/1/1')).toEqual([path]);
    b.get(path, true);
    a.multi(remove(path));
    expect(zookeeper.notices('b/1/1')).toEqual([path]);
  });

  test('who only reads is not told', () => {
    const { zookeeper, a, b } = two();
    b.get(path, false);
    a.multi(recordWrite('billing', 1, 1));
    expect(zookeeper.notices('b/1/1')).toEqual([]);
  });

  test('a write that changes nothing is not told', () => {
    const { zookeeper, a, b } = two();
    a.multi(recordWrite('billing', 1, 1));
    b.get(path, true);
    a.multi(recordWrite('billing', 1, 1));
    expect(zookeeper.facts('watch-fired')).toEqual([]);
  });
});

describe('a watched list', () => {
  test('[TOP-1] what appears and what vanishes below it is told', () => {
    const { zookeeper, a, b } = two();
    expect(b.names(paths.brokers, true)).toEqual([]);
    a.multi(createEphemeral(paths.broker('a'), 'a', brokerData));
    expect(zookeeper.notices('b/1/1')).toEqual([paths.brokers]);
    expect(b.names(paths.brokers, true)).toEqual(['a']);
    zookeeper.input({ kind: 'timer', timer: 'session', subject: a.session });
    expect(zookeeper.notices('b/1/1')).toEqual([paths.brokers]);
  });

  test('a change of a node that stays in it is not', () => {
    const { zookeeper, a, b } = two();
    a.multi(recordWrite('billing', 1, 1));
    b.names(paths.groups, true);
    a.multi(recordWrite('billing', 2, 1));
    expect(zookeeper.facts('watch-fired')).toEqual([]);
  });
});

describe('a watcher that is away', () => {
  test('without a connection the notice is lost, and its watch with it', () => {
    const { zookeeper, a, b } = two();
    b.get(paths.controller, true);
    const closed = { kind: 'connection-closed', connection: 'b/1/1', peer: 'b' } as const;
    zookeeper.input({ ...closed, reason: 'reset' });
    a.multi(createEphemeral(paths.controller, 'a'));
    expect(zookeeper.facts('watch-fired')).toHaveLength(1);
    const again = zookeeper.connect('b/1/2', b.session);
    again.request(zooKeeperPingRequest, {});
    a.multi(remove(paths.controller));
    expect(zookeeper.facts('watch-fired')).toEqual([]);
  });

  test('its watch waits for it on the new connection', () => {
    const { zookeeper, a, b } = two();
    b.get(paths.controller, true);
    zookeeper.connect('b/1/2', b.session);
    a.multi(createEphemeral(paths.controller, 'a'));
    expect(zookeeper.notices('b/1/1')).toEqual([]);
    expect(zookeeper.notices('b/1/2')).toEqual([paths.controller]);
  });

  test('a session that is gone watches nothing', () => {
    const { zookeeper, a, b } = two();
    b.get(paths.controller, true);
    zookeeper.input({ kind: 'timer', timer: 'session', subject: b.session });
    expect(zookeeper.state.watches.size).toBe(0);
    a.multi(createEphemeral(paths.controller, 'a'));
    expect(zookeeper.facts('watch-fired')).toEqual([]);
  });
});
