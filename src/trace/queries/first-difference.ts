/**
 * Where two traces part: the first event that is not the same in both. Nothing is decoded: events
 * are held against each other field by field, as they are kept.
 */
import { known } from '../../lib/assert.ts';
import { layoutFor } from '../layout.ts';
import type { FieldLayout } from '../layout.ts';
import type { TraceReader } from '../reader.ts';

export interface Parting {
  /** Events before this one are the same in both. */
  readonly seq: number;
  /** When the earlier of the two differing events happened. */
  readonly atUs: number;
  /** The event in each; null: nothing more happens in it up to `untilUs`. */
  readonly first: number | null;
  readonly second: number | null;
}

export interface Extent {
  /** Up to here, inclusive, both are known; what is later is not compared. */
  readonly untilUs: number;
  /** The last event that they are known to share, by a fork; -1, or left out: none. */
  readonly sharedSeq?: number;
}

/**
 * The first event that differs, or null where none does. Two events are the same if kind, process,
 * time and payload are; what they say of their cause and rules is not asked.
 */
export function partingOf(first: TraceReader, second: TraceReader, extent: Extent): Parting | null {
  const { untilUs, sharedSeq = -1 } = extent;
  const firstEnd = first.lastAtOrBefore(untilUs) + 1;
  const secondEnd = second.lastAtOrBefore(untilUs) + 1;
  const bothEnd = Math.min(firstEnd, secondEnd);
  let seq = Math.min(sharedSeq + 1, bothEnd);
  while (seq < bothEnd && isSameEvent(first, second, seq)) seq += 1;
  if (seq >= Math.max(firstEnd, secondEnd)) return null;
  const inFirst = seq < firstEnd ? seq : null;
  const inSecond = seq < secondEnd ? seq : null;
  const atUs = Math.min(
    inFirst === null ? Infinity : first.atUs(inFirst),
    inSecond === null ? Infinity : second.atUs(inSecond),
  );
  return { seq, atUs, first: inFirst, second: inSecond };
}

function isSameEvent(first: TraceReader, second: TraceReader, seq: number): boolean {
  const kind = first.kind(seq);
  if (kind !== second.kind(seq)) return false;
  if (first.atUs(seq) !== second.atUs(seq)) return false;
  if (first.process(seq) !== second.process(seq)) return false;
  return layoutFor(kind).fields.every((field) => isSameField(first, second, seq, field));
}

function isSameField(
  first: TraceReader,
  second: TraceReader,
  seq: number,
  { name, kind }: FieldLayout,
): boolean {
  switch (kind) {
    case 'int':
      return first.int(seq, name) === second.int(seq, name);
    case 'text':
      return first.text(seq, name) === second.text(seq, name);
    case 'bool':
      return first.bool(seq, name) === second.bool(seq, name);
    case 'json':
      return isSameValue(first.json(seq, name), second.json(seq, name));
    case 'bytes':
      return isSameBytes(first.bytes(seq, name), second.bytes(seq, name));
  }
}

/** Values of a fork and of what it was forked from are often one object. */
function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}

/** The order in which somebody wrote the keys is no part of what happened. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, item]) => [name, inOrder(item)]);
}

function isSameBytes(a?: Uint8Array | null, b?: Uint8Array | null): boolean {
  if (!a || !b) return a === b;
  if (a.length !== b.length) return false;
  return a.every((byte, index) => byte === known(b[index], 'byte'));
}
