/**
 * Bytes from values and values from bytes, by schema (WIRE-0: int32 size of what follows, int16 api
 * key with bit 15 set in a response, message).
 */
import type { Catalogue, Fields, MessageSchema, ValueOf } from './schema.ts';

/** What a frame says before its fields are read. */
export interface FrameHead {
  readonly apiKey: number;
  readonly isResponse: boolean;
}

export type Decoded =
  | { readonly ok: true; readonly schema: MessageSchema; readonly value: Record<string, unknown> }
  /** `correlationId` and `schema` where they could be read: then MalformedMessage can be answered. */
  | {
      readonly ok: false;
      readonly reason: string;
      readonly schema?: MessageSchema;
      readonly correlationId?: number;
    };

/** A whole frame. `version` decides which fields are written (a schema's `since`). */
export declare function encodeFrame<F extends Fields>(
  schema: MessageSchema<F>,
  value: ValueOf<F>,
  version: 0 | 1,
): Uint8Array;

/** Never throws: bytes that do not decode are an answer too. Trailing bytes are malformed. */
export declare function decodeFrame(frame: Uint8Array, catalogue: Catalogue): Decoded;

/** A bare group of fields without a frame: the content of a ZooKeeper node. */
export declare function encodeFields<F extends Fields>(fields: F, value: ValueOf<F>): Uint8Array;

/** The inverse; null where the bytes are not of these fields. */
export declare function decodeFields<F extends Fields>(
  fields: F,
  bytes: Uint8Array,
): ValueOf<F> | null;
