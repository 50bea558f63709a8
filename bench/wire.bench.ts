/**
 * How fast frames are made and read: a heartbeat is the measure, since heartbeats are most of a run;
 * the mix shows what it costs that an engine sees many kinds of messages.
 */
import { bench, describe } from 'vitest';
import { catalogue } from '../src/protocol/register/catalogue.ts';
import {
  heartbeatRequest,
  heartbeatResponse,
  offsetCommitResponse,
  registerConsumerResponse,
} from '../src/protocol/register/messages.ts';
import { zooKeeperPingRequest } from '../src/protocol/zookeeper/messages.ts';
import { decodeFrame, encodeFrame } from '../src/wire/codec.ts';

const members = Array.from({ length: 100 }, (_, n) => `billing-host-${n}-${n}`);

function heartbeat(n: number) {
  return {
    version: 1,
    correlationId: n,
    groupId: 'billing',
    groupGenerationId: n % 7,
    consumerId: members[n % members.length]!,
  };
}

function checked(frame: Uint8Array): void {
  if (!decodeFrame(frame, catalogue).ok) throw new Error('the frame decodes');
}

const registered = {
  version: 1,
  correlationId: 4,
  errorCode: 0,
  groupGenerationId: 2,
  groupId: 'billing',
  consumerId: 'billing-host-1-1',
  partitionsToOwn: Array.from({ length: 20 }, (_, partition) => ({ topic: 'orders', partition })),
};

describe('1000 pairs of encode and decode', () => {
  bench('HeartbeatRequest', () => {
    for (let n = 0; n < 1000; n++) checked(encodeFrame(heartbeatRequest, heartbeat(n), 1));
  });

  bench('a mix of small messages', () => {
    for (let n = 0; n < 250; n++) {
      const { groupId, groupGenerationId, consumerId } = heartbeat(n);
      const head = { correlationId: n, errorCode: 0 };
      checked(encodeFrame(heartbeatRequest, heartbeat(n), 1));
      checked(
        encodeFrame(heartbeatResponse, { ...head, groupId, groupGenerationId, consumerId }, 1),
      );
      checked(encodeFrame(offsetCommitResponse, head, 1));
      checked(encodeFrame(zooKeeperPingRequest, { correlationId: n, session: 'broker-1-1' }, 1));
    }
  });

  bench('RegisterConsumerResponse of 20 partitions', () => {
    for (let n = 0; n < 1000; n++) checked(encodeFrame(registerConsumerResponse, registered, 1));
  });
});
