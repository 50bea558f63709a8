/** What can be asked of a trace, and what can be added to it, by those who need not know how it is kept. */
import type { EventKind, NewEvent, TraceEvent } from './events.ts';

export interface TraceReader {
  readonly length: number;
  /** Time of event `seq`. */
  atUs(seq: number): number;
  kind(seq: number): EventKind;
  /** The event as an object, made on demand; its keys are in file order. */
  event(seq: number): TraceEvent;
  /** The last event at or before `atUs`, or -1. */
  lastAtOrBefore(atUs: number): number;

  // Single fields, for readers that go over many events. `undefined` where the key is missing.
  process(seq: number): string | undefined;
  cause(seq: number): number | null;
  because(seq: number): number | null;
  rules(seq: number): TraceEvent['rules'];
  text(seq: number, field: string): string | null | undefined;
  int(seq: number, field: string): number | null | undefined;
  bool(seq: number, field: string): boolean | null | undefined;
  json(seq: number, field: string): unknown;
  /** A view of the stored bytes: read it, never change or transfer it. */
  bytes(seq: number, field: string): Uint8Array | null | undefined;
}

export interface TraceWriter extends TraceReader {
  /** Gives the event its `seq` and its `because`; returns the `seq`. */
  append(event: NewEvent): number;
}
