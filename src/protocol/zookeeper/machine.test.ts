/** Bytes that make no sense. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../wire/codec.ts';
import { brokerData, coordinatorWrite, Harness, recordWrite } from './harness.ts';
import {
  zooKeeperConnectRequest,
  zooKeeperGetRequest,
  zooKeeperMultiRequest,
  zooKeeperPingResponse,
} from './messages.ts';
import { paths } from './nodes.ts';
import { check, createEphemeral } from './operations.ts';

const closes = { do: 'close-connection', connection: 'a/1/1' };

describe('bytes that make no sense', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['an unknown key', new Uint8Array([0, 0, 0, 2, 3, 4])],
    ['an answer', encodeFrame(zooKeeperPingResponse, { correlationId: 1, expired: false }, 1)],
    [
      'a session that ends before it begins',
      encodeFrame(zooKeeperConnectRequest, { correlationId: 1, session: '', timeoutMs: 0 }, 1),
    ],
  ])('[WIRE-0] %s closes the connection, and the session waits for another', (_, bytes) => {
    const zookeeper = new Harness();
    const { session } = zookeeper.connect('a/1/1');
    expect(zookeeper.bytes('a/1/1', bytes)).toEqual([closes]);
    expect(zookeeper.state.sessions.get(session)?.connection).toBeNull();
    expect(zookeeper.connect('a/1/2', session).session).toBe(session);
  });

  test('[WIRE-0] nothing more is read from it', () => {
    const zookeeper = new Harness();
    const client = zookeeper.connect('a/1/1');
    zookeeper.bytes('a/1/1', new Uint8Array());
    expect(client.request(zooKeeperConnectRequest, { timeoutMs: 2000 })).toBeNull();
    expect(zookeeper.effects).toEqual([]);
  });

  test('[WIRE-0] no change of any byte of a request stops it: one answer, or the end', () => {
    const zookeeper = new Harness({ orders: 3 });
    const { session } = zookeeper.connect('a/1/0');
    const correlationId = 1;
    const operations = [
      check(paths.group('g'), 1, '1'),
      recordWrite('g', 2, 1),
      coordinatorWrite(3, 1, 'a', 's'),
      createEphemeral(paths.broker('a'), 'a', brokerData),
    ];
    const frames = [
      encodeFrame(zooKeeperConnectRequest, { correlationId, session, timeoutMs: 9 }, 1),
      encodeFrame(zooKeeperGetRequest, { correlationId, session, path: '/topics', watch: true }, 1),
      encodeFrame(zooKeeperMultiRequest, { correlationId, session, operations }, 1),
    ];
    let connections = 0;
    const change = fc.record({ at: fc.nat(200), to: fc.nat(255) });
    fc.assert(
      fc.property(
        fc.constantFrom(...frames),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (frame, changes) => {
          const connection = `a/1/${++connections}`;
          zookeeper.connect(connection, session);
          const bytes = frame.slice();
          for (const { at, to } of changes) bytes[at % bytes.length] = to;
          const effects = zookeeper.bytes(connection, bytes);
          const closed = effects.filter((effect) => effect.do === 'close-connection');
          const answers = effects.filter(
            (effect) => effect.do === 'send' && effect.about.correlationId !== -1,
          );
          expect(closed.length + answers.length).toBe(1);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
