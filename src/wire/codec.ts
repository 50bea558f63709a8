/**
 * Bytes from values and values from bytes, by schema (WIRE-0: int32 size of what follows, int16 api
 * key with bit 15 set in a response, message). A schema is compiled to closures once.
 */
import { MalformedError, Reader } from './reader.ts';
import type { Catalogue, Field, Fields, MessageSchema, ValueOf } from './schema.ts';
import { Writer } from './writer.ts';

/** Set in the api key of a response. */
const responseBit = 0x8000;

/** Bytes before the message: size and api key. */
export const headBytes = 6;

export type Decoded =
  | { readonly ok: true; readonly schema: MessageSchema; readonly value: Record<string, unknown> }
  /** `correlationId` and `schema` where they could be read: then MalformedMessage can be answered. */
  | {
      readonly ok: false;
      readonly reason: string;
      readonly schema?: MessageSchema;
      readonly correlationId?: number;
    };

type Write = (writer: Writer, value: unknown, version: number) => void;
type Read = (reader: Reader, version: number) => unknown;

interface Codec {
  readonly write: Write;
  readonly read: Read;
}

const writers: Readonly<Record<string, Write>> = {
  int8: (writer, value) => writer.int8(value as number),
  int16: (writer, value) => writer.int16(value as number),
  int32: (writer, value) => writer.int32(value as number),
  int64: (writer, value) => writer.int64(value as number),
  bool: (writer, value) => writer.int8(value ? 1 : 0),
  string: (writer, value) => writer.string(value as string),
  bytes: (writer, value) => writer.bytes(value as Uint8Array),
};

const readers: Readonly<Record<string, Read>> = {
  int8: (reader) => reader.int8(),
  int16: (reader) => reader.int16(),
  int32: (reader) => reader.int32(),
  int64: (reader) => reader.int64(),
  bool: (reader) => reader.bool(),
  string: (reader) => reader.string(),
  bytes: (reader) => reader.bytes(),
};

/** What a field holds in a message of a version that does not have it yet. */
export function zeroOf(field: Field): unknown {
  if (field.type === 'array') return [];
  if (field.type === 'string') return '';
  if (field.type === 'bool') return false;
  if (field.type === 'bytes') return new Uint8Array();
  return 0;
}

function compileField(field: Field): Codec {
  if (field.type === 'array') return compileArray(compileField(field.element as Field));
  if (field.type === 'struct') return compileFields((field.struct as { fields: Fields }).fields);
  return { write: writers[field.type] as Write, read: readers[field.type] as Read };
}

function compileArray(element: Codec): Codec {
  return {
    write(writer, value, version) {
      const items = value as readonly unknown[];
      writer.int32(items.length);
      for (const item of items) element.write(writer, item, version);
    },
    read(reader, version) {
      const count = reader.count();
      const items: unknown[] = [];
      for (let i = 0; i < count; i++) items.push(element.read(reader, version));
      return items;
    },
  };
}

function compileFields(fields: Fields): Codec {
  const parts = Object.entries(fields).map(([key, field]) => ({
    key,
    field,
    ...compileField(field),
  }));
  return {
    write(writer, value, version) {
      const record = value as Record<string, unknown>;
      for (const part of parts) {
        if (part.field.since <= version) part.write(writer, record[part.key], version);
      }
    },
    read(reader, outerVersion) {
      const record: Record<string, unknown> = {};
      let version = outerVersion;
      for (const part of parts) {
        const there = part.field.since <= version;
        record[part.key] = there ? part.read(reader, version) : zeroOf(part.field);
        // A message says its own version in its first field.
        if (part.key === 'version') version = record[part.key] as number;
      }
      return record;
    },
  };
}

const compiled = new WeakMap<Fields, Codec>();

function codecOf(fields: Fields): Codec {
  let codec = compiled.get(fields);
  if (!codec) {
    codec = compileFields(fields);
    compiled.set(fields, codec);
  }
  return codec;
}

const scratch = new Writer();

/** A whole frame. `version` decides which fields are written (a schema's `since`). */
export function encodeFrame<F extends Fields>(
  schema: MessageSchema<F>,
  value: ValueOf<F>,
  version: 0 | 1,
): Uint8Array {
  scratch.reset();
  scratch.int32(0);
  scratch.int16(schema.direction === 'response' ? schema.apiKey | responseBit : schema.apiKey);
  codecOf(schema.fields).write(scratch, value, version);
  scratch.patchInt32(0, scratch.length - 4);
  return scratch.take();
}

/** The schema that a frame's head names, or why it names none. */
export function schemaOf(frame: Uint8Array, catalogue: Catalogue): MessageSchema | string {
  const reader = new Reader(frame);
  if (frame.length < headBytes) return 'a frame is shorter than its head';
  const size = reader.int32();
  if (size !== frame.length - 4) return `a frame says ${size} bytes and has ${frame.length - 4}`;
  const key = reader.int16() & 0xffff;
  const direction = key & responseBit ? 'response' : 'request';
  const schema = catalogue.get(key & ~responseBit)?.[direction];
  return schema ?? `no ${direction} has api key ${key & ~responseBit}`;
}

/** Never throws: bytes that do not decode are an answer too. Trailing bytes are malformed. */
export function decodeFrame(frame: Uint8Array, catalogue: Catalogue): Decoded {
  const schema = schemaOf(frame, catalogue);
  if (typeof schema === 'string') return { ok: false, reason: schema };
  const reader = new Reader(frame, headBytes);
  try {
    const value = codecOf(schema.fields).read(reader, 1) as Record<string, unknown>;
    if (reader.left === 0) return { ok: true, schema, value };
    return malformed(frame, schema, `${reader.left} bytes too many`);
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    return malformed(frame, schema, error.message);
  }
}

/** The refusal, with the correlation id where the bytes before it could be read. */
function malformed(frame: Uint8Array, schema: MessageSchema, reason: string): Decoded {
  const reader = new Reader(frame, headBytes);
  try {
    for (const [key, field] of Object.entries(schema.fields)) {
      const value = compileField(field).read(reader, 1);
      if (key === 'correlationId') {
        return { ok: false, reason, schema, correlationId: value as number };
      }
    }
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
  }
  return { ok: false, reason, schema };
}

/** A bare group of fields without a frame: the content of a ZooKeeper node. */
export function encodeFields<F extends Fields>(fields: F, value: ValueOf<F>): Uint8Array {
  scratch.reset();
  codecOf(fields).write(scratch, value, 1);
  return scratch.take();
}

/** The inverse; null where the bytes are not of these fields. */
export function decodeFields<F extends Fields>(fields: F, bytes: Uint8Array): ValueOf<F> | null {
  const reader = new Reader(bytes);
  try {
    const value = codecOf(fields).read(reader, 1) as ValueOf<F>;
    return reader.left === 0 ? value : null;
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    return null;
  }
}
