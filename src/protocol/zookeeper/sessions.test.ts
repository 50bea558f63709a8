/** Sessions and what ends with them. */
import { describe, expect, test } from 'vitest';
import { Harness, remove } from './harness.ts';
import {
  zooKeeperCloseRequest,
  zooKeeperConnectRequest,
  zooKeeperPingRequest,
} from './messages.ts';
import { paths } from './nodes.ts';
import { createEphemeral } from './operations.ts';

const controller = (author: string) => createEphemeral(paths.controller, author);

const sessionTimer = (subject: string, afterUs: number) => ({
  do: 'start-timer',
  timer: 'session',
  subject,
  afterUs,
  rules: ['COORD-4'],
});

describe('how long a session lives', () => {
  test('[COORD-4] it is given up after its own timeout of silence', () => {
    const zookeeper = new Harness();
    const { session } = zookeeper.connect('a/1/1');
    expect(zookeeper.effects).toContainEqual(sessionTimer(session, 2_000_000));
  });

  test.each([
    ['a ping', zooKeeperPingRequest, {}],
    ['taking it up again', zooKeeperConnectRequest, { timeoutMs: 2000 }],
  ])('[COORD-4] %s starts the time again', (_, schema, value) => {
    const zookeeper = new Harness();
    const client = zookeeper.connect('a/1/1');
    client.request(schema as typeof zooKeeperPingRequest, value);
    expect(zookeeper.effects).toContainEqual(sessionTimer(client.session, 2_000_000));
  });

  test('[COORD-4] so does a write, also a refused one', () => {
    const zookeeper = new Harness();
    zookeeper.connect('a/1/1').multi(controller('a'));
    const other = zookeeper.connect('b/1/1');
    expect(other.multi(controller('b')).failedAt).toBe(0);
    expect(zookeeper.effects).toContainEqual(sessionTimer(other.session, 2_000_000));
  });

  test('[COORD-4] when the time is over its ephemeral nodes vanish and the watch fires', () => {
    const zookeeper = new Harness();
    const a = zookeeper.connect('a/1/1');
    a.multi(controller('a'));
    const b = zookeeper.connect('b/1/1');
    b.get(paths.controller, true);
    zookeeper.input({ kind: 'timer', timer: 'session', subject: a.session });
    expect(zookeeper.reports()[0]).toMatchObject({
      fact: { kind: 'zookeeper-session-expired', broker: 'a' },
      rules: ['COORD-4'],
    });
    expect(zookeeper.facts('watch-fired')).toEqual([
      { kind: 'watch-fired', broker: 'b', path: paths.controller },
    ]);
    expect(zookeeper.notices('b/1/1')).toEqual([paths.controller]);
    expect(b.get(paths.controller).exists).toBe(false);
  });

  test('a closed session ends at once, and nobody says that it expired', () => {
    const zookeeper = new Harness();
    const a = zookeeper.connect('a/1/1');
    a.multi(controller('a'));
    a.request(zooKeeperCloseRequest, {});
    expect(zookeeper.effects).toContainEqual({
      do: 'cancel-timer',
      timer: 'session',
      subject: a.session,
    });
    expect(zookeeper.facts('zookeeper-session-expired')).toEqual([]);
    expect(zookeeper.connect('b/1/1').get(paths.controller).exists).toBe(false);
  });

  test('a node that somebody else has made since does not go with it', () => {
    const zookeeper = new Harness();
    const a = zookeeper.connect('a/1/1');
    const b = zookeeper.connect('b/1/1');
    a.multi(controller('a'));
    b.multi(remove(paths.controller));
    b.multi(controller('b'));
    a.request(zooKeeperCloseRequest, {});
    expect(b.get(paths.controller).owner).toBe(b.session);
  });
});

describe('where a session is', () => {
  test('every session has a name of its own, also of the same client', () => {
    const zookeeper = new Harness();
    const sessions = ['a/1/1', 'a/1/2', 'b/1/1'].map((id) => zookeeper.connect(id).session);
    expect(new Set(sessions).size).toBe(3);
  });

  test('[COORD-8] it is taken up on a new connection with what it holds', () => {
    const zookeeper = new Harness();
    const { session } = zookeeper.connect('a/1/1');
    const again = zookeeper.connect('a/1/2', session);
    expect(again.session).toBe(session);
    expect(again.request(zooKeeperPingRequest, {})).toMatchObject({ expired: false });
  });

  test('[COORD-7] what its old connection still brings is not done, nor heard', () => {
    const zookeeper = new Harness();
    const old = zookeeper.connect('a/1/1');
    zookeeper.connect('a/1/2', old.session);
    expect(old.request(zooKeeperPingRequest, {})).toBeNull();
    expect(zookeeper.effects).toEqual([]);
  });

  test('[COORD-8] a session that is gone is told so, at every request', () => {
    const zookeeper = new Harness();
    const client = zookeeper.connect('a/1/1');
    zookeeper.input({ kind: 'timer', timer: 'session', subject: client.session });
    expect(client.multi(controller('a'))).toMatchObject({ expired: true });
    expect(client.request(zooKeeperPingRequest, {})).toMatchObject({ expired: true });
    expect(client.get(paths.controller)).toMatchObject({ expired: true });
    const value = { session: client.session, timeoutMs: 2000 };
    const answer = zookeeper.request('a/1/1', zooKeeperConnectRequest, value);
    expect(answer).toMatchObject({ session: client.session, expired: true });
  });

  test('it outlives its connection', () => {
    const zookeeper = new Harness();
    const client = zookeeper.connect('a/1/1');
    client.multi(controller('a'));
    const closed = { kind: 'connection-closed', connection: 'a/1/1', peer: 'a' } as const;
    expect(zookeeper.input({ ...closed, reason: 'reset' })).toEqual([]);
    expect(zookeeper.connect('b/1/1').get(paths.controller).owner).toBe(client.session);
  });
});
