/**
 * The schema language of messages. A message is declared once, as data: its fields in wire order,
 * each with its type and one sentence. Encoder, decoder, `explain(bytes)` and the TypeScript type
 * of the value all come from that declaration. Everything is big-endian (WIRE-0).
 */

/** Scalars: `string` is an int16 length and UTF-8, `bytes` an int32 length and raw bytes. */
export type ScalarType = 'int8' | 'int16' | 'int32' | 'int64' | 'bool' | 'string' | 'bytes';

export interface Field<T = unknown> {
  readonly type: ScalarType | 'array' | 'struct';
  /** One sentence for the inspector: what the field says. */
  readonly about: string;
  /** The wire version that added it; older versions leave it out (decoded as the zero value). */
  readonly since: 0 | 1;
  /** Of an array: its element. An array is an int32 count and the elements. */
  readonly element?: Field;
  /** Of a struct: its name as the protocol text prints it, and its fields. */
  readonly struct?: { readonly name: string; readonly fields: Fields };
  /** Carries the TypeScript type; never present at run time. */
  readonly value?: T;
}

export type Fields = Readonly<Record<string, Field>>;

/** The TypeScript type of a group of fields. */
export type ValueOf<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

export type Direction = 'request' | 'response';

export interface MessageSchema<F extends Fields = Fields> {
  /** As the protocol text prints it, e.g. `HeartbeatRequest`. */
  readonly name: string;
  /** Name of the request/response pair, e.g. `Heartbeat`; what the trace calls `api`. */
  readonly api: string;
  readonly apiKey: number;
  readonly direction: Direction;
  /** The rule that prints this format, e.g. `WIRE-5`; absent where the format is ours. */
  readonly rule?: string;
  readonly about: string;
  readonly fields: F;
}

/** The value type of a message schema. */
export type MessageOf<S> = S extends MessageSchema<infer F> ? ValueOf<F> : never;

const scalar =
  <T>(type: ScalarType) =>
  (about: string, since: 0 | 1 = 0): Field<T> => ({ type, about, since });

export const int8 = scalar<number>('int8');
export const int16 = scalar<number>('int16');
export const int32 = scalar<number>('int32');
/** An integer of at most 2^53 - 1 in size: offsets and times, which never come near. */
export const int64 = scalar<number>('int64');
export const bool = scalar<boolean>('bool');
export const string = scalar<string>('string');
export const bytes = scalar<Uint8Array>('bytes');

export function array<T>(element: Field<T>, about: string, since: 0 | 1 = 0): Field<T[]> {
  return { type: 'array', element, about, since };
}

export function struct<F extends Fields>(name: string, fields: F, about = ''): Field<ValueOf<F>> {
  return { type: 'struct', struct: { name, fields }, about, since: 0 };
}

/** The same type under another sentence, for a struct used in several places. */
export function as<T>(field: Field<T>, about: string): Field<T> {
  return { ...field, about };
}

export function message<F extends Fields>(schema: MessageSchema<F>): MessageSchema<F> {
  return schema;
}

/** All messages that may arrive: by api key, the request and the response. A notice has one half. */
export type Catalogue = ReadonlyMap<number, Readonly<Partial<Record<Direction, MessageSchema>>>>;

/** Builds the catalogue; a half declared twice is our own defect and throws. */
export function catalogueOf(schemas: readonly MessageSchema[]): Catalogue {
  const catalogue = new Map<number, Partial<Record<Direction, MessageSchema>>>();
  for (const schema of schemas) {
    const pair = catalogue.get(schema.apiKey) ?? {};
    if (pair[schema.direction]) throw new Error(`api key ${schema.apiKey} declared twice`);
    pair[schema.direction] = schema;
    catalogue.set(schema.apiKey, pair);
  }
  return catalogue;
}
