/**
 * The append-only trace. Events are kept in columns (numbers in typed arrays, strings interned,
 * JSON values and bytes aside) laid out from the vocabulary, so that a million of them fit, a chunk
 * can be transferred between threads without copying each event, and a fork is a memory copy.
 */
import type { EventKind, NewEvent, TraceEvent } from './events.ts';

/** A run of events as transferable columns, with the strings and values that are new since the last. */
export interface TraceChunk {
  readonly firstSeq: number;
  readonly count: number;
  readonly buffers: readonly ArrayBuffer[];
  readonly newStrings: readonly string[];
  readonly newValues: readonly unknown[];
}

export interface TraceReader {
  readonly length: number;
  /** Time of event `seq`. */
  atUs(seq: number): number;
  kind(seq: number): EventKind;
  /** The event as an object, made on demand; its keys are in file order. */
  event(seq: number): TraceEvent;
  /** The last event at or before `atUs`, or -1. */
  lastAtOrBefore(atUs: number): number;
}

export interface TraceWriter extends TraceReader {
  /** Gives the event its `seq` and its `because`; returns the `seq`. */
  append(event: NewEvent): number;
}
