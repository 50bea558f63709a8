/**
 * Frames and bare values, to bytes and back, by schema. [WIRE-0] A frame is an int32 size of what
 * follows, an int16 api key with bit 15 set in a response, and the message; all big-endian. Encoding
 * what does not fit its type is a defect of ours and throws; decoding never throws.
 */
import { assert } from '../lib/assert.ts';
import { codecOf, newestVersion } from './compile.ts';
import { MalformedError, Reader } from './reader.ts';
import type { Catalogue, Direction, Fields, MessageSchema, ValueOf } from './schema.ts';
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

const scratch = new Writer();

/** A whole frame. `version` decides which fields are written (a schema's `since`). */
export function encodeFrame<F extends Fields>(
  schema: MessageSchema<F>,
  value: ValueOf<F>,
  version: 0 | 1,
): Uint8Array {
  assert(
    schema.fields['version'] === undefined || (value as { version?: unknown }).version === version,
    'a message is written in the version that it names',
  );
  scratch.reset();
  scratch.int32(0);
  scratch.uint16(schema.direction === 'response' ? schema.apiKey | responseBit : schema.apiKey);
  codecOf(schema.fields).write(scratch, value, version);
  scratch.patchInt32(0, scratch.length - 4);
  return scratch.take();
}

/** What an api key on the wire says: the key itself, and which half of the pair. */
export function splitApiKey(wireKey: number): { apiKey: number; direction: Direction } {
  const direction = wireKey & responseBit ? 'response' : 'request';
  return { apiKey: wireKey & ~responseBit & 0xffff, direction };
}

/** Why the size in a frame's head is wrong, or null. */
export function sizeProblem(size: number, frame: Uint8Array): string | null {
  const there = frame.length - 4;
  return size === there ? null : `the size says ${size} bytes, ${there} are there`;
}

/** Why a key names no message. */
export function keyProblem(apiKey: number, direction: Direction): string {
  return `no ${direction} has api key ${apiKey}`;
}

/** Why a message is too long for its schema. */
export function restProblem(left: number): string {
  return `${left} bytes too many`;
}

/** Never throws: bytes that do not decode are an answer too. Trailing bytes are malformed. */
export function decodeFrame(frame: Uint8Array, catalogue: Catalogue): Decoded {
  const reader = new Reader(frame);
  let schema: MessageSchema | undefined;
  let wrongSize: string | null = null;
  try {
    wrongSize = sizeProblem(reader.int32(), frame);
    const { apiKey, direction } = splitApiKey(reader.int16());
    schema = catalogue.get(apiKey)?.[direction];
    if (!schema) return { ok: false, reason: wrongSize ?? keyProblem(apiKey, direction) };
    if (wrongSize !== null) return refused(frame, schema, wrongSize);
    const value = codecOf(schema.fields).read(reader, newestVersion) as Record<string, unknown>;
    if (reader.left > 0) return refused(frame, schema, restProblem(reader.left));
    return { ok: true, schema, value };
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    const reason = wrongSize ?? error.message;
    return schema ? refused(frame, schema, reason) : { ok: false, reason };
  }
}

/** The refusal, with the correlation id where the bytes up to it can be read. */
function refused(frame: Uint8Array, schema: MessageSchema, reason: string): Decoded {
  const reader = new Reader(frame, headBytes);
  try {
    // Every message begins so: a version in a request that has several, then the correlation id.
    if (schema.fields['version']) reader.int16();
    return { ok: false, reason, schema, correlationId: reader.int32() };
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    return { ok: false, reason, schema };
  }
}

/** A bare group of fields without a frame: the content of a ZooKeeper node. */
export function encodeFields<F extends Fields>(fields: F, value: ValueOf<F>): Uint8Array {
  scratch.reset();
  codecOf(fields).write(scratch, value, newestVersion);
  return scratch.take();
}

/** The inverse; null where the bytes are not of these fields. */
export function decodeFields<F extends Fields>(fields: F, bytes: Uint8Array): ValueOf<F> | null {
  const reader = new Reader(bytes);
  try {
    const value = codecOf(fields).read(reader, newestVersion) as ValueOf<F>;
    return reader.left === 0 ? value : null;
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    return null;
  }
}
