import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFields,
  decodeFrame,
  encodeFields,
  encodeFrame,
  headBytes,
} from '../../wire/codec.ts';
import { explain, explainFields } from '../../wire/explain.ts';
import type { Explained, ExplainedField } from '../../wire/explain.ts';
import type { Field, Fields, MessageSchema } from '../../wire/schema.ts';
import { zooKeeperMessages } from '../zookeeper/messages.ts';
import * as nodes from '../zookeeper/nodes.ts';
import { catalogue } from './catalogue.ts';
import { registerMessages } from './messages.ts';

type Value = Record<string, unknown>;

const messages: readonly MessageSchema[] = [...registerMessages, ...zooKeeperMessages];

const scalarValues: Record<string, Arbitrary<unknown>> = {
  int8: fc.integer({ min: -128, max: 127 }),
  int16: fc.integer({ min: -32_768, max: 32_767 }),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  bool: fc.boolean(),
  string: fc.string({ unit: 'binary', maxLength: 12 }),
  bytes: fc.uint8Array({ maxLength: 20 }),
};

function valueOf(field: Field): Arbitrary<unknown> {
  if (field.type === 'array') return fc.array(valueOf(field.element!), { maxLength: 4 });
  if (field.type === 'struct') return valuesOf(field.struct!.fields);
  return scalarValues[field.type]!;
}

function valuesOf(fields: Fields): Arbitrary<Value> {
  const entries = Object.entries(fields).map(([key, field]) => [key, valueOf(field)] as const);
  return fc.record(Object.fromEntries(entries));
}

/** A message of the schema in the given version: what that version lacks holds nothing. */
function messageOf(schema: MessageSchema, version: 0 | 1): Arbitrary<Value> {
  const zero = { int16: 0, string: '' } as Record<string, unknown>;
  const fixed = Object.entries(schema.fields)
    .filter(([key, field]) => key === 'version' || field.since > version)
    .map(([key, field]) => [key, key === 'version' ? version : zero[field.type]]);
  return valuesOf(schema.fields).map((value) => ({ ...value, ...Object.fromEntries(fixed) }));
}

const anyFrame = fc
  .tuple(fc.constantFrom(...messages), fc.constantFrom(0 as const, 1 as const))
  .chain(([schema, version]) =>
    messageOf(schema, version).map((value) => encodeFrame(schema, value, version)),
  );

/** Frames that are broken in the ways that a wire breaks them. */
const brokenFrame = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.tuple(anyFrame, fc.nat()).map(([frame, at]) => frame.slice(0, at % frame.length)),
  fc.tuple(anyFrame, fc.uint8Array({ maxLength: 5 })).map(([frame, more]) => {
    return Uint8Array.from([...frame, ...more]);
  }),
  fc
    .tuple(anyFrame, fc.array(fc.tuple(fc.nat(), fc.nat(7)), { minLength: 1, maxLength: 4 }))
    .map(([frame, flips]) => {
      for (const [at, bit] of flips) frame[at % frame.length]! ^= 1 << bit;
      return frame;
    }),
);

function encodedAgain({ schema, value }: { schema: MessageSchema; value: Value }): Uint8Array {
  return encodeFrame(schema, value, value['version'] === 0 ? 0 : 1);
}

function leavesOf(fields: readonly ExplainedField[]): ExplainedField[] {
  return fields.flatMap((field) =>
    field.children.length > 0 ? leavesOf(field.children) : [field],
  );
}

/** Parents that do not cover exactly their children. */
function loose(field: ExplainedField): string[] {
  const { path, offset, length, children } = field;
  if (children.length === 0) return [];
  const sum = children.reduce((total, child) => total + child.length, 0);
  const fits = length === sum && offset === children[0]!.offset;
  return [...(fits ? [] : [path]), ...children.flatMap(loose)];
}

/** What is wrong with the offsets: every byte belongs to exactly one leaf. */
function untiled({ fields }: Explained, length: number): string[] {
  let at = 0;
  const wrong = leavesOf(fields).flatMap((leaf) => {
    const fits = leaf.offset === at && leaf.length > 0;
    at += leaf.length;
    return fits ? [] : [leaf.path];
  });
  return [...wrong, ...fields.flatMap(loose), ...(at === length ? [] : [`${at} of ${length}`])];
}

describe('every message', () => {
  const cases = messages.flatMap((schema) =>
    [0 as const, 1 as const].map((v) => [schema, v] as const),
  );

  test.each(cases)('$name survives the wire, version %#', (schema, version) => {
    fc.assert(
      fc.property(messageOf(schema, version), (value) => {
        const frame = encodeFrame(schema, value, version);
        expect(decodeFrame(frame, catalogue)).toEqual({ ok: true, schema, value });
      }),
    );
  });

  test.each(messages.map((schema) => [schema.name, schema] as const))(
    '%s begins so that a malformed one can be answered',
    (_name, schema) => {
      const keys = Object.keys(schema.fields);
      expect(keys[keys[0] === 'version' ? 1 : 0]).toBe('correlationId');
      expect(keys.indexOf('version')).toBeLessThanOrEqual(0);
      const versioned = Object.values(schema.fields).some((field) => field.since > 0);
      expect(versioned && keys[0] !== 'version').toBe(false);
    },
  );

  test('has a sentence for each of its fields', () => {
    const silent = (fields: Fields, prefix: string): string[] =>
      Object.entries(fields).flatMap(([key, field]) => [
        ...(field.about === '' ? [`${prefix}.${key}`] : []),
        ...silent(field.struct?.fields ?? field.element?.struct?.fields ?? {}, `${prefix}.${key}`),
      ]);
    expect(messages.flatMap((schema) => silent(schema.fields, schema.name))).toEqual([]);
  });
});

test('every kind of ZooKeeper node survives, and is explained', () => {
  const { brokerNode, coordinatorNode, topicNode, offsetNode, groupRecord } = nodes;
  for (const fields of [
    brokerNode,
    coordinatorNode,
    topicNode,
    offsetNode,
    groupRecord,
  ] as Fields[]) {
    fc.assert(
      fc.property(valuesOf(fields), (value) => {
        const bytes = encodeFields(fields, value);
        expect(decodeFields(fields, bytes)).toEqual(value);
        const explained = explainFields(fields, bytes);
        expect(explained.problem).toBeNull();
        expect(untiled(explained, bytes.length)).toEqual([]);
      }),
    );
  }
});

describe('hostile bytes', () => {
  test('are refused or decoded, never thrown at', () => {
    fc.assert(
      fc.property(brokenFrame, (frame) => {
        const decoded = decodeFrame(frame, catalogue);
        // What decodes is what encodes: there is no second way to write a message.
        expect(decoded.ok ? encodedAgain(decoded) : frame).toEqual(frame);
      }),
      { numRuns: 5000 },
    );
  });

  test('a frame cut off at any place is refused, with its correlation id where it is whole', () => {
    for (const schema of messages) {
      const [value] = fc.sample(messageOf(schema, 1), { numRuns: 1, seed: 7 });
      const frame = encodeFrame(schema, value!, 1);
      const idEnd = headBytes + ('version' in schema.fields ? 6 : 4);
      for (let length = 0; length < frame.length; length++) {
        const decoded = decodeFrame(frame.slice(0, length), catalogue);
        const correlationId = length < idEnd ? undefined : value!['correlationId'];
        expect([length, decoded]).toEqual([length, expect.objectContaining({ ok: false })]);
        expect([length, 'correlationId' in decoded && decoded.correlationId]).toEqual([
          length,
          correlationId ?? false,
        ]);
      }
    }
  });
});

describe('the explanation', () => {
  test('tiles every frame and has nothing to complain of', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const explained = explain(frame, catalogue);
        expect(explained.problem).toBeNull();
        expect(untiled(explained, frame.length)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('tiles every broken frame, and complains exactly where decoding does', () => {
    fc.assert(
      fc.property(brokenFrame, (frame) => {
        const explained = explain(frame, catalogue);
        const decoded = decodeFrame(frame, catalogue);
        expect(untiled(explained, frame.length)).toEqual([]);
        expect(explained.problem?.reason ?? null).toBe(decoded.ok ? null : decoded.reason);
      }),
      { numRuns: 10_000 },
    );
  });
});
