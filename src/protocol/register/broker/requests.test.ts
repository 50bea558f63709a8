/** Requests at a broker, sensible and not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import {
  consumerMetadataRequest,
  heartbeatRequest,
  heartbeatResponse,
  registerConsumerRequest,
  updateConsumerMetadataRequest,
} from '../messages.ts';
import { zooKeeperPingRequest } from '../../zookeeper/messages.ts';
import { Harness } from './harness.ts';

const connection = 'c-1/1/1';

function broker(wireVersion: 0 | 1 = 1): Harness {
  const harness = new Harness({ wireVersion }).follower();
  harness.open(connection, 'c-1');
  return harness;
}

const registration = {
  correlationId: 7,
  groupId: 'billing',
  consumerHost: 'host-1',
  sessionTimeout: 3000,
  topics: ['orders'],
  heartbeatFrequency: 3,
  failedHeartbeatThreshold: 3,
  consumerId: '',
  strategy: 'range',
};

describe('group requests', () => {
  test('[COORD-6] for a group that it does not coordinate: NotCoordinatorForGroup', () => {
    const harness = broker();
    const value = { version: 1, ...registration };
    expect(harness.receive(connection, registerConsumerRequest, value)).toMatchObject([
      { correlationId: 7, errorCode: errorCodes.NotCoordinatorForGroup },
    ]);
    expect(harness.facts('request-refused')).toMatchObject([{ to: 'c-1', group: 'billing' }]);
  });

  test('[WIRE-4] it is answered in the version in which it was asked', () => {
    const harness = broker(0);
    const bytes = encodeFrame(registerConsumerRequest, { version: 1, ...registration }, 1);
    harness.bytes(connection, bytes);
    expect(harness.sent()).toMatchObject([{ value: { version: 1 } }]);
    harness.bytes(
      connection,
      encodeFrame(registerConsumerRequest, { version: 0, ...registration }, 0),
    );
    expect(harness.sent()).toMatchObject([{ value: { version: 0 } }]);
  });
});

const heartbeat = encodeFrame(
  heartbeatRequest,
  { version: 1, correlationId: 9, groupId: 'billing', groupGenerationId: 1, consumerId: 'x' },
  1,
);

const lateAnswer = encodeFrame(
  heartbeatResponse,
  { correlationId: 1, groupId: 'g', groupGenerationId: 1, consumerId: 'x', errorCode: 0 },
  1,
);

describe('bytes that make no sense', () => {
  test('[WIRE-0] with a correlation id they are answered with MalformedMessage', () => {
    const harness = broker();
    harness.bytes(connection, heartbeat.subarray(0, heartbeat.length - 3));
    expect(harness.sent()).toMatchObject([
      {
        name: 'HeartbeatResponse',
        value: { correlationId: 9, errorCode: errorCodes.MalformedMessage, groupId: '' },
        effect: { about: { error: 'MalformedMessage' }, rules: ['WIRE-0'] },
      },
    ]);
    expect(harness.state.inbound.has(connection)).toBe(true);
  });

  test.each([0, 1] as const)('[WIRE-0] in version %i too', (version) => {
    const harness = broker(version);
    const bytes = encodeFrame(registerConsumerRequest, { version, ...registration }, version);
    harness.bytes(connection, bytes.subarray(0, 14));
    expect(harness.sent()).toMatchObject([
      { name: 'RegisterConsumerResponse', value: { version, correlationId: 7 } },
    ]);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['an unknown key', new Uint8Array([0, 0, 0, 4, 9, 9, 9, 9])],
    ['an answer that does not decode', lateAnswer.subarray(0, 12)],
    ['a request that ends before its correlation id', heartbeat.subarray(0, 9)],
    ['an answer', lateAnswer],
    [
      'a request for ZooKeeper',
      encodeFrame(zooKeeperPingRequest, { correlationId: 1, session: 's' }, 1),
    ],
  ])('[WIRE-0] %s closes the connection', (_, bytes) => {
    const harness = broker();
    expect(harness.bytes(connection, bytes)).toEqual([{ do: 'close-connection', connection }]);
    expect(harness.bytes(connection, heartbeat)).toEqual([]);
  });

  test('[WIRE-0] no change of any byte stops it: an answer, the end, or nothing', () => {
    const harness = broker();
    const coordinator = { id: 1, host: 'broker-1', port: 9092 };
    const entry = { subset: 9, coordinator, coordinatorEpoch: 1, session: 's-1' };
    const frames = [
      heartbeat,
      encodeFrame(registerConsumerRequest, { version: 1, ...registration }, 1),
      encodeFrame(
        consumerMetadataRequest,
        { version: 1, correlationId: 1, clientId: 'c', groupId: 'billing' },
        1,
      ),
      encodeFrame(
        updateConsumerMetadataRequest,
        { correlationId: 1, controllerId: 2, coordinators: [entry] },
        1,
      ),
    ];
    const change = fc.record({ at: fc.nat(100), to: fc.nat(255) });
    let connections = 1;
    fc.assert(
      fc.property(
        fc.constantFrom(...frames),
        fc.array(change, { maxLength: 3 }),
        (frame, changes) => {
          const id = `c-1/1/${++connections}`;
          harness.open(id, 'c-1');
          const bytes = frame.slice();
          for (const { at, to } of changes) bytes[at % bytes.length] = to;
          harness.bytes(id, bytes);
          const onIt = harness.effects.filter((effect) => {
            return 'connection' in effect && effect.connection === id;
          });
          expect(onIt.length).toBeLessThanOrEqual(1);
          harness.close(id);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
