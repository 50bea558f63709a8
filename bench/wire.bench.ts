/** How fast frames are made and read: heartbeats, which are most of a run, and a registration. */
import { bench, describe } from 'vitest';
import { catalogue } from '../src/protocol/register/catalogue.ts';
import { heartbeatRequest, registerConsumerResponse } from '../src/protocol/register/messages.ts';
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

  bench('RegisterConsumerResponse of 20 partitions', () => {
    for (let n = 0; n < 1000; n++) checked(encodeFrame(registerConsumerResponse, registered, 1));
  });
});
