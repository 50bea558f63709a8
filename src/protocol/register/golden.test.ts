import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from '../../wire/codec.ts';
import { explain } from '../../wire/explain.ts';
import type { ExplainedField } from '../../wire/explain.ts';
import type { MessageSchema } from '../../wire/schema.ts';
import { catalogue } from './catalogue.ts';
import * as messages from './messages.ts';

// Written out by hand from the formats in docs/protocol.md: size, api key, then field by field.

interface Golden {
  readonly title: string;
  readonly schema: MessageSchema;
  readonly version: 0 | 1;
  readonly value: Record<string, unknown>;
  readonly hex: string;
}

const registration = {
  correlationId: 4,
  groupId: 'my-group',
  consumerHost: 'host-1',
  sessionTimeout: 1000,
  topics: ['orders', 'é'],
};
const registrationHex = `
  00000004
  0008 6d792d67726f7570
  0006 686f73742d31
  000003e8
  00000002 0006 6f7264657273 0002 c3a9`;

const golden: readonly Golden[] = [
  {
    title: '[WIRE-1] ConsumerMetadataRequest',
    schema: messages.consumerMetadataRequest,
    version: 0,
    value: { version: 0, correlationId: 1, clientId: 'c-1', groupId: 'my-group' },
    hex: `00000017 000a
      0000 00000001 0003 632d31 0008 6d792d67726f7570`,
  },
  {
    title: '[WIRE-2] ConsumerMetadataResponse',
    schema: messages.consumerMetadataResponse,
    version: 0,
    value: {
      correlationId: 1,
      errorCode: 0,
      coordinatorId: { id: 2, host: 'broker-2', port: 9092 },
      coordinatorEpoch: 3,
      groupGenerationId: -1,
    },
    hex: `00000022 800a
      00000001 0000
      00000002 0008 62726f6b65722d32 00002384
      00000003 ffffffff`,
  },
  {
    title: '[WIRE-3] RegisterConsumerRequest',
    schema: messages.registerConsumerRequest,
    version: 0,
    value: {
      ...registration,
      version: 0,
      heartbeatFrequency: 0,
      failedHeartbeatThreshold: 0,
      consumerId: '',
      strategy: '',
    },
    hex: `0000002e 000b 0000 ${registrationHex}`,
  },
  {
    title: '[WIRE-3] RegisterConsumerRequest',
    schema: messages.registerConsumerRequest,
    version: 1,
    value: {
      ...registration,
      version: 1,
      heartbeatFrequency: 3,
      failedHeartbeatThreshold: 2,
      consumerId: '',
      strategy: 'range',
    },
    hex: `0000003b 000b 0001 ${registrationHex}
      0003 0002 0000 0005 72616e6765`,
  },
  {
    title: '[WIRE-4] RegisterConsumerResponse',
    schema: messages.registerConsumerResponse,
    version: 0,
    value: {
      version: 0,
      correlationId: 4,
      errorCode: 0,
      groupGenerationId: 1,
      groupId: 'g',
      consumerId: 'g-h-1',
      partitionsToOwn: [
        { topic: 't0', partition: 0 },
        { topic: 't1', partition: 258 },
      ],
    },
    hex: `0000002c 800b
      0000 00000004 0000 00000001 0001 67 0005 672d682d31
      00000002 0002 7430 00000000 0002 7431 00000102`,
  },
  {
    title: '[WIRE-5] HeartbeatRequest',
    schema: messages.heartbeatRequest,
    version: 0,
    value: {
      version: 0,
      correlationId: 305_419_896,
      groupId: 'g',
      groupGenerationId: 7,
      consumerId: 'g-h-1',
    },
    hex: `00000016 000c
      0000 12345678 0001 67 00000007 0005 672d682d31`,
  },
  {
    title: '[WIRE-6] HeartbeatResponse',
    schema: messages.heartbeatResponse,
    version: 0,
    value: {
      correlationId: 305_419_896,
      groupId: 'g',
      groupGenerationId: 8,
      consumerId: 'g-h-1',
      errorCode: 22,
    },
    hex: `00000016 800c
      12345678 0001 67 00000008 0005 672d682d31 0016`,
  },
];

function bytesOf(hex: string): Uint8Array {
  const digits = hex.replaceAll(/\s/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

describe.each(golden)('$title, version $version', ({ title, schema, version, value, hex }) => {
  test(`${title}: the bytes of the text`, () => {
    expect(encodeFrame(schema, value, version)).toEqual(bytesOf(hex));
    expect(decodeFrame(bytesOf(hex), catalogue)).toEqual({ ok: true, schema, value });
  });
});

// What the source document prints, letter by letter; `String` is our `string`.
const printed: Readonly<Record<string, string>> = {
  'WIRE-1': 'Version => int16 CorrelationId => int32 ClientId => String GroupId => String',
  'WIRE-2':
    'CorrelationId => int32 ErrorCode => int16 CoordinatorId => Broker CoordinatorEpoch => int32 GroupGenerationId => int32',
  'WIRE-3':
    'Version => int16 CorrelationId => int32 GroupId => String ConsumerHost => String SessionTimeout => int32 Topics => [String]',
  'WIRE-4':
    'Version => int16 CorrelationId => int32 ErrorCode => int16 GroupGenerationId => int32 GroupId => String ConsumerId => String PartitionsToOwn => [TopicAndPartition]',
  'WIRE-5':
    'Version => int16 CorrelationId => int32 GroupId => String GroupGenerationId => int32 ConsumerId => String',
  'WIRE-6':
    'CorrelationId => int32 GroupId => String GroupGenerationId => int32 ConsumerId => String ErrorCode => int16',
};

test.each(golden.filter(({ version }) => version === 0))(
  '$title: version 0 is what the source document prints',
  ({ title, hex }) => {
    const [, , ...fields] = explain(bytesOf(hex), catalogue).fields;
    const text = fields.map(({ name, type }) => `${name} => ${type.replace('string', 'String')}`);
    expect(text.join(' ')).toBe(printed[title.slice(1, title.indexOf(']'))]);
  },
);

test('[WIRE-0] the head: what follows, which message, which direction', () => {
  const frame = bytesOf(golden.at(-1)!.hex);
  const [size, apiKey] = explain(frame, catalogue).fields;
  expect(size).toMatchObject({ name: 'Size', offset: 0, length: 4, value: frame.length - 4 });
  const note = 'Heartbeat, response';
  expect(apiKey).toMatchObject({ name: 'ApiKey', offset: 4, length: 2, value: 12, note });
});

test('[WIRE-0] api keys: Kafka’s for what Kafka had, ours from 100, ZooKeeper’s from 200', () => {
  const keys = Object.fromEntries(
    [...catalogue].map(([key, { request, response }]) => [(request ?? response)!.api, key]),
  );
  expect(keys).toMatchObject({
    TopicMetadata: 3,
    OffsetCommit: 8,
    OffsetFetch: 9,
    ConsumerMetadata: 10,
    RegisterConsumer: 11,
    Heartbeat: 12,
    UpdateConsumerMetadata: 100,
  });
  for (const [api, key] of Object.entries(keys)) {
    expect(key >= 200).toBe(api.startsWith('ZooKeeper'));
  }
});

test('[WIRE-4] an explanation goes down to the elements of an array', () => {
  const { fields, problem } = explain(bytesOf(golden[4]!.hex), catalogue);
  const line = ({ path, name, type, offset, length, value }: ExplainedField): string =>
    `${offset}+${length} ${path} ${name} ${type} ${String(value)}`;
  const partitions = fields.at(-1)!;
  expect(problem).toBeNull();
  expect(line(partitions)).toBe('28+20 partitionsToOwn PartitionsToOwn [TopicAndPartition] null');
  expect(partitions.children.map(line)).toEqual([
    '28+4 partitionsToOwn.count Count int32 2',
    '32+8 partitionsToOwn[0] [0] TopicAndPartition null',
    '40+8 partitionsToOwn[1] [1] TopicAndPartition null',
  ]);
  expect(partitions.children[2]!.children.map(line)).toEqual([
    '40+4 partitionsToOwn[1].topic Topic string t1',
    '44+4 partitionsToOwn[1].partition Partition int32 258',
  ]);
});

test('[WIRE-6] an explanation names the error, and says where malformed bytes stop it', () => {
  const frame = bytesOf(golden.at(-1)!.hex);
  expect(explain(frame, catalogue).fields.at(-1)).toMatchObject({
    value: 22,
    note: 'IllegalGeneration',
  });
  frame.set([0x7f, 0xff], 17); // the length of the consumer id
  const { fields, problem } = explain(frame, catalogue);
  const path = 'consumerId';
  expect(problem).toEqual({ path, offset: 17, reason: '32767 bytes wanted at 19, 7 left' });
  expect(fields.map(({ name }) => name).slice(-2)).toEqual(['GroupGenerationId', 'Unread']);
  expect(fields.at(-1)).toMatchObject({ offset: 17, length: 9 });
});
