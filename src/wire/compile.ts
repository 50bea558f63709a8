/**
 * Turns a schema into closures that write and read its values, once per schema. It knows types and
 * versions, not frames; what it reads is trusted in nothing (see reader.ts).
 */
import { assert } from '../lib/assert.ts';
import { MalformedError } from './reader.ts';
import type { Reader } from './reader.ts';
import type { Field, Fields, ScalarType } from './schema.ts';
import type { Writer } from './writer.ts';

type Write = (writer: Writer, value: unknown, version: number) => void;
type Read = (reader: Reader, version: number) => unknown;

export interface Codec {
  readonly write: Write;
  readonly read: Read;
}

/** The newest version: what a message without a `version` field is read as. */
export const newestVersion = 1;

const scalars: Readonly<Record<ScalarType, Codec>> = {
  int8: { write: (writer, value) => writer.int8(value as number), read: (reader) => reader.int8() },
  int16: {
    write: (writer, value) => writer.int16(value as number),
    read: (reader) => reader.int16(),
  },
  int32: {
    write: (writer, value) => writer.int32(value as number),
    read: (reader) => reader.int32(),
  },
  int64: {
    write: (writer, value) => writer.int64(value as number),
    read: (reader) => reader.int64(),
  },
  bool: {
    write: (writer, value) => writer.bool(value as boolean),
    read: (reader) => reader.bool(),
  },
  string: {
    write: (writer, value) => writer.string(value as string),
    read: (reader) => reader.string(),
  },
  bytes: {
    write: (writer, value) => writer.bytes(value as Uint8Array),
    read: (reader) => reader.bytes(),
  },
};

const scalarSizes: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  bool: 1,
  string: 2,
  bytes: 4,
};

/** The fewest bytes that a value of this field takes, so that an absurd count is refused early. */
export function smallestSize(field: Field): number {
  if (field.type === 'array') return 4;
  if (field.type !== 'struct') return scalarSizes[field.type];
  const fields = Object.values(structOf(field).fields);
  return fields.reduce((sum, part) => sum + (part.since === 0 ? smallestSize(part) : 0), 0);
}

/** Refuses a message of a version that nobody wrote down. */
export function checkVersion(version: number): void {
  if (version < 0 || version > newestVersion) {
    throw new MalformedError(`version ${version} is unknown`);
  }
}

export function elementOf(field: Field): Field {
  assert(field.element, 'an array says what its elements are');
  return field.element;
}

export function structOf(field: Field): { readonly name: string; readonly fields: Fields } {
  assert(field.struct, 'a struct says what its fields are');
  return field.struct;
}

/** What a field holds in a message of a version that does not have it yet. */
export function zeroOf(field: Field): unknown {
  switch (field.type) {
    case 'array':
      return [];
    case 'struct':
      return Object.fromEntries(
        Object.entries(structOf(field).fields).map(([key, part]) => [key, zeroOf(part)]),
      );
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'bytes':
      return new Uint8Array();
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
      return 0;
  }
}

function compileField(field: Field): Codec {
  if (field.type === 'array') return compileArray(elementOf(field));
  if (field.type === 'struct') return codecOf(structOf(field).fields);
  return scalars[field.type];
}

function compileArray(element: Field): Codec {
  const { write, read } = compileField(element);
  const smallest = smallestSize(element);
  return {
    write(writer, value, version) {
      const items = value as readonly unknown[];
      writer.int32(items.length);
      for (let i = 0; i < items.length; i++) write(writer, items[i], version);
    },
    read(reader, version) {
      const count = reader.count(smallest);
      const items: unknown[] = [];
      for (let i = 0; i < count; i++) items.push(read(reader, version));
      return items;
    },
  };
}

function compileFields(fields: Fields): Codec {
  const parts = Object.entries(fields).map(([key, field]) => {
    const { write, read } = compileField(field);
    return { key, field, since: field.since, write, read };
  });
  return {
    write(writer, value, version) {
      const record = value as Record<string, unknown>;
      for (const part of parts) {
        if (part.since <= version) part.write(writer, record[part.key], version);
      }
    },
    read(reader, outerVersion) {
      const record: Record<string, unknown> = {};
      let version = outerVersion;
      for (const part of parts) {
        const value = part.since <= version ? part.read(reader, version) : zeroOf(part.field);
        record[part.key] = value;
        // A message says its own version before any field that depends on it.
        if (part.key === 'version') {
          version = value as number;
          checkVersion(version);
        }
      }
      return record;
    },
  };
}

const compiled = new WeakMap<Fields, Codec>();

/** The closures of a group of fields, compiled at its first use. */
export function codecOf(fields: Fields): Codec {
  let codec = compiled.get(fields);
  if (!codec) {
    codec = compileFields(fields);
    compiled.set(fields, codec);
  }
  return codec;
}
