/**
 * A tiny language for flat records: one table says a record's keys, their order and their types.
 * The trace's vocabulary is written in it, and the TypeScript types, the key order of the trace file,
 * the columns in memory and the check of imported traces are all derived from that one table.
 */

/** What a field may hold. `json` is any plain JSON value (rare and large things: assignments). */
export type FieldKind = 'int' | 'text' | 'bool' | 'bytes' | 'json';

export interface FieldShape<T = unknown> {
  readonly kind: FieldKind;
  /** The key may be missing from the record. */
  readonly optional: boolean;
  /** The value may be `null`. */
  readonly nullable: boolean;
  /** For `text`: the only values allowed, if the set is closed. */
  readonly oneOf?: readonly string[];
  /** Carries the TypeScript type; never present at run time. */
  readonly type?: T;
}

export type RecordShape = Readonly<Record<string, FieldShape>>;

type OptionalKeys<S extends RecordShape> = {
  [K in keyof S]: S[K]['optional'] extends true ? K : never;
}[keyof S];

type ValueOf<F> = F extends FieldShape<infer T> ? T : never;

/** The TypeScript type of a record of shape `S`. */
export type RecordOf<S extends RecordShape> = {
  [K in Exclude<keyof S, OptionalKeys<S>>]: ValueOf<S[K]>;
} & {
  [K in OptionalKeys<S>]?: ValueOf<S[K]> | undefined;
};

type Required<T> = FieldShape<T> & { readonly optional: false };
type Optional<T> = FieldShape<T> & { readonly optional: true };

function required<T>(kind: FieldKind, more: Partial<FieldShape> = {}): Required<T> {
  return { kind, optional: false, nullable: false, ...more } as Required<T>;
}

/** An integer that a double holds exactly. */
export const int = (): Required<number> => required('int');
/** A string; the trace interns it. */
export const text = <T extends string = string>(): Required<T> => required('text');
/** A string out of a closed set. */
export const oneOf = <T extends string>(...values: readonly T[]): Required<T> =>
  required('text', { oneOf: values });
export const bool = (): Required<boolean> => required('bool');
/** Raw bytes; base64 in a file. */
export const bytes = (): Required<Uint8Array> => required('bytes');
/** Any plain JSON value, kept by reference: whoever hands it over never changes it again. */
export const json = <T>(): Required<T> => required('json');

/** The same field, but the key may be left out. */
export const optional = <T>(field: Required<T>): Optional<T> =>
  ({ ...field, optional: true }) as unknown as Optional<T>;
/** The same field, but the value may be `null`. */
export const nullable = <T>(field: Required<T>): Required<T | null> =>
  ({ ...field, nullable: true }) as unknown as Required<T | null>;
