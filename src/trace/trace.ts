/**
 * The append-only trace. Events are kept in columns (numbers in typed arrays, strings interned,
 * JSON values and bytes aside) laid out from the vocabulary, so that a million of them fit, a chunk
 * can be transferred between threads without copying each event, and a fork shares all full pages.
 */
import { AssertionError, assert, known } from '../lib/assert.ts';
import { becauseOf, copyNotes, isNoted, noteCount, noteEvent, nothingNoted } from './because.ts';
import type { BecauseState } from './because.ts';
import type { EventKind, NewEvent, TraceEvent } from './events.ts';
import { eventKinds, layoutFor, layouts } from './layout.ts';
import type { FieldLayout, KindLayout } from './layout.ts';
import { Page, buffersPerSlice, pageBits, pageSize } from './page.ts';
import type { TraceWriter } from './reader.ts';
import { Tables } from './tables.ts';
import type { TableAdditions } from './tables.ts';

/**
 * A run of events as transferable columns, with the strings and values that are new since the last
 * chunk of this trace or of any other that shares its tables.
 */
export interface TraceChunk extends TableAdditions {
  readonly firstSeq: number;
  readonly count: number;
  /** The transfer list: nine buffers for each page that the events lie in. */
  readonly buffers: readonly ArrayBuffer[];
}

/** Slots of a missing key and of `null`; every other slot is finite. */
const absent = -Infinity;
const none = Infinity;

/** Events for each thing remembered, before all of that is copied again: it costs about as much. */
const notesEvery = 8;

export class Trace implements TraceWriter {
  readonly #tables: Tables;
  readonly #pages: Page[] = [];
  #length = 0;
  #taken = 0;
  /** What the because table remembers after the last event; made when something is appended. */
  #notes: BecauseState | null = null;
  /** A page that begins before this event keeps no notes. */
  #notesDue = 0;

  constructor(tables: Tables = new Tables()) {
    this.#tables = tables;
  }

  get length(): number {
    return this.#length;
  }

  append(event: NewEvent): number {
    const notes = (this.#notes ??= this.#rebuildNotes());
    if ((this.#length & (pageSize - 1)) === 0) this.#keepNotes(notes);
    const layout = layoutFor(event.kind);
    const seq = this.#write(layout, event, becauseOf(layout.index, notes, event, this) ?? -1);
    noteEvent(layout.index, notes, event, seq, this);
    return seq;
  }

  /** Appends an event as it was recorded, with the `because` that it was given then. */
  appendRecorded(event: TraceEvent): void {
    assert(event.seq === this.#length, 'events are appended in order');
    this.#notes = null;
    this.#write(layoutFor(event.kind), event, event.because ?? -1);
  }

  /** A trace with events 0..seq of this one, that goes on by itself. */
  fork(seq: number): Trace {
    assert(seq >= -1 && seq < this.#length, 'a fork starts at an event');
    const fork = new Trace(this.#tables);
    const length = seq + 1;
    const full = length >>> pageBits;
    for (const page of this.#pages.slice(0, full)) fork.#pages.push(page);
    const rest = length & (pageSize - 1);
    if (rest > 0) fork.#pages.push(this.#page(length).copy(rest));
    fork.#length = length;
    fork.#taken = Math.min(this.#taken, length);
    return fork;
  }

  /** Everything appended since the last call, ready to be transferred. */
  take(): TraceChunk {
    const firstSeq = this.#taken;
    const buffers: ArrayBuffer[] = [];
    for (let seq = firstSeq; seq < this.#length; seq = nextPageStart(seq)) {
      const to = Math.min(nextPageStart(seq), this.#length);
      const from = seq & (pageSize - 1);
      buffers.push(...this.#page(seq).slice(from, from + to - seq));
    }
    this.#taken = this.#length;
    return { firstSeq, count: this.#length - firstSeq, buffers, ...this.#tables.take() };
  }

  /** Appends what {@link take} of the original gave; chunks come in order. */
  adopt(chunk: TraceChunk): void {
    assert(chunk.firstSeq === this.#length, 'chunks are adopted in order');
    this.adoptTables(chunk);
    this.#notes = null;
    const end = chunk.firstSeq + chunk.count;
    for (let used = 0; this.#length < end; used += buffersPerSlice) {
      const to = Math.min(nextPageStart(this.#length), end);
      const slice = chunk.buffers.slice(used, used + buffersPerSlice);
      this.#lastPage().paste(slice, to - this.#length);
      this.#length = to;
    }
  }

  /** Takes the new strings and values of a chunk whose events are not wanted. */
  adoptTables(chunk: TableAdditions): void {
    this.#tables.adopt(chunk);
  }

  atUs(seq: number): number {
    return this.#page(seq).atUs[seq & (pageSize - 1)] as number;
  }

  kind(seq: number): EventKind {
    return eventKinds[this.#page(seq).kind[seq & (pageSize - 1)] as number] as EventKind;
  }

  process(seq: number): string | undefined {
    const id = this.#page(seq).process[seq & (pageSize - 1)] as number;
    return id === 0 ? undefined : this.#tables.string(id - 1);
  }

  cause(seq: number): number | null {
    return seqOrNull(this.#page(seq).cause[seq & (pageSize - 1)] as number);
  }

  because(seq: number): number | null {
    return seqOrNull(this.#page(seq).because[seq & (pageSize - 1)] as number);
  }

  rules(seq: number): TraceEvent['rules'] {
    return this.#tables.rules(this.#page(seq).rules[seq & (pageSize - 1)] as number);
  }

  text(seq: number, field: string): string | null | undefined {
    return this.#field(seq, field) as string | null | undefined;
  }

  int(seq: number, field: string): number | null | undefined {
    return this.#field(seq, field) as number | null | undefined;
  }

  bool(seq: number, field: string): boolean | null | undefined {
    return this.#field(seq, field) as boolean | null | undefined;
  }

  json(seq: number, field: string): unknown {
    return this.#field(seq, field);
  }

  bytes(seq: number, field: string): Uint8Array | null | undefined {
    return this.#field(seq, field) as Uint8Array | null | undefined;
  }

  event(seq: number): TraceEvent {
    const page = this.#page(seq);
    const index = seq & (pageSize - 1);
    const layout = layouts[page.kind[index] as number] as KindLayout;
    const start = page.start[index] as number;
    const event: Record<string, unknown> = { seq, atUs: page.atUs[index], kind: layout.kind };
    const process = page.process[index] as number;
    if (process !== 0) event['process'] = this.#tables.string(process - 1);
    for (const field of layout.fields) {
      const value = this.#value(page, start, field);
      if (value === undefined) continue;
      event[field.name] = value instanceof Uint8Array ? value.slice() : value;
    }
    event['cause'] = seqOrNull(page.cause[index] as number);
    event['because'] = seqOrNull(page.because[index] as number);
    event['rules'] = this.#tables.rules(page.rules[index] as number);
    return event as unknown as TraceEvent;
  }

  lastAtOrBefore(atUs: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.atUs(middle) <= atUs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #write(layout: KindLayout, event: NewEvent, because: number): number {
    const page = this.#lastPage();
    const tables = this.#tables;
    const index = page.count;
    const start = page.reserve(layout.width);
    const seq = this.#length;
    page.atUs[index] = event.atUs;
    page.kind[index] = layout.index;
    page.process[index] = event.process === undefined ? 0 : tables.idOf(event.process) + 1;
    page.cause[index] = event.cause ?? -1;
    page.because[index] = because;
    page.rules[index] = tables.idOfRules(event.rules);
    page.start[index] = start;
    const own = event as unknown as Readonly<Record<string, unknown>>;
    for (const field of layout.fields) {
      putValue(page, tables, start + field.slot, field, own[field.name]);
    }
    page.count = index + 1;
    this.#length = seq + 1;
    return seq;
  }

  /** With the page that begins now, unless there is much to copy and little has happened since. */
  #keepNotes(notes: BecauseState): void {
    if (this.#length < this.#notesDue) return;
    this.#lastPage().notes = copyNotes(notes);
    this.#notesDue = this.#length + notesEvery * noteCount(notes);
  }

  /** From the last page that has notes; a fork in a long trace repeats little more than a page. */
  #rebuildNotes(): BecauseState {
    const from = this.#pages.findLastIndex((page) => page.notes !== null);
    const start = known(from < 0 ? nothingNoted() : this.#pages[from]?.notes, 'notes');
    const notes = copyNotes(start);
    for (let seq = Math.max(0, from) << pageBits; seq < this.#length; seq++) {
      const kind = this.#page(seq).kind[seq & (pageSize - 1)] as number;
      if (isNoted(kind)) noteEvent(kind, notes, this.event(seq), seq, this);
    }
    return notes;
  }

  #field(seq: number, name: string): unknown {
    const page = this.#page(seq);
    const index = seq & (pageSize - 1);
    const field = layouts[page.kind[index] as number]?.byName.get(name);
    return field && this.#value(page, page.start[index] as number, field);
  }

  #value(page: Page, start: number, field: FieldLayout): unknown {
    const slot = page.payload[start + field.slot] as number;
    if (slot === absent) return undefined;
    if (slot === none) return null;
    if (field.kind === 'int') return slot;
    if (field.kind === 'text') return this.#tables.string(slot);
    if (field.kind === 'bool') return slot === 1;
    if (field.kind === 'json') return this.#tables.value(slot);
    return page.bytes.subarray(slot, slot + (page.payload[start + field.slot + 1] as number));
  }

  #page(seq: number): Page {
    return known(this.#pages[seq >>> pageBits], 'event');
  }

  /** The page that the next event goes to. */
  #lastPage(): Page {
    const index = this.#length >>> pageBits;
    const page = this.#pages[index];
    if (page) return page;
    const fresh = new Page(this.#pages[index - 1]);
    this.#pages.push(fresh);
    return fresh;
  }
}

function putValue(
  page: Page,
  tables: Tables,
  slot: number,
  field: FieldLayout,
  value: unknown,
): void {
  const { payload } = page;
  if (value === undefined) payload[slot] = absent;
  else if (value === null) payload[slot] = none;
  else if (field.kind === 'text') payload[slot] = tables.idOf(value as string);
  else if (field.kind === 'int') payload[slot] = integer(value, field.name);
  else if (field.kind === 'bool') payload[slot] = value === true ? 1 : 0;
  else if (field.kind === 'json') payload[slot] = tables.idOfValue(value);
  else {
    payload[slot] = page.addBytes(value as Uint8Array);
    payload[slot + 1] = (value as Uint8Array).length;
  }
}

function nextPageStart(seq: number): number {
  return ((seq >>> pageBits) + 1) << pageBits;
}

function seqOrNull(seq: number): number | null {
  return seq < 0 ? null : seq;
}

function integer(value: unknown, name: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new AssertionError(`${name} is an integer`);
}
