/**
 * A page of the trace: the columns of up to `pageSize` events in a row. Full pages never change, so
 * forks share them; the last page of a trace is its own. Everything in a page counts from its start,
 * so a slice of a page means the same in every copy of it, on any thread.
 */
import type { BecauseState } from './because.ts';
import { layouts } from './layout.ts';

export const pageBits = 13;
export const pageSize = 1 << pageBits;

/** Buffers that one slice of a page is shipped as. */
export const buffersPerSlice = 9;

const withRoom = (length: number) => length + (length >>> 3) + 64;

export class Page {
  count = 0;
  payloadLength = 0;
  byteLength = 0;
  readonly atUs = new Float64Array(pageSize);
  readonly kind = new Uint8Array(pageSize);
  /** Number of the string, plus 1; 0: nobody's. */
  readonly process = new Uint32Array(pageSize);
  /** -1: null. */
  readonly cause = new Int32Array(pageSize);
  /** -1: null. */
  readonly because = new Int32Array(pageSize);
  readonly rules = new Uint32Array(pageSize);
  /** Where the event's payload starts. */
  readonly start = new Uint32Array(pageSize);
  /** What the because table remembered before the first event; never changed. */
  notes: BecauseState | null = null;
  payload: Float64Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;

  /** A page is mostly as large as the one before. */
  constructor(before?: Page) {
    this.payload = new Float64Array(before ? withRoom(before.payloadLength) : 1024);
    this.bytes = new Uint8Array(before ? withRoom(before.byteLength) : 1024);
  }

  /** Makes room for one more payload of `width` slots and returns where it starts. */
  reserve(width: number): number {
    const start = this.payloadLength;
    this.payloadLength = start + width;
    if (this.payloadLength > this.payload.length) this.#growPayload();
    return start;
  }

  /** Copies `bytes` in and returns where they start. */
  addBytes(bytes: Uint8Array): number {
    const start = this.byteLength;
    this.byteLength = start + bytes.length;
    if (this.byteLength > this.bytes.length) this.#growBytes();
    this.bytes.set(bytes, start);
    return start;
  }

  /** A page of its own with the first `count` events of this one. */
  copy(count: number): Page {
    const page = new Page();
    page.paste(this.slice(0, count), count);
    page.notes = this.notes;
    return page;
  }

  /** Events `from` to before `to` as buffers that share nothing with this page. */
  slice(from: number, to: number): ArrayBuffer[] {
    return [
      this.atUs.slice(from, to).buffer,
      this.kind.slice(from, to).buffer,
      this.process.slice(from, to).buffer,
      this.cause.slice(from, to).buffer,
      this.because.slice(from, to).buffer,
      this.rules.slice(from, to).buffer,
      this.start.slice(from, to).buffer,
      this.payload.slice(this.#payloadBefore(from), this.#payloadBefore(to)).buffer,
      this.bytes.slice(this.#bytesBefore(from), this.#bytesBefore(to)).buffer,
    ];
  }

  /** Appends `count` events that a {@link slice} of a page with the same beginning holds. */
  paste(buffers: readonly ArrayBuffer[], count: number): void {
    const at = (index: number) => buffers[index] as ArrayBuffer;
    const from = this.count;
    this.atUs.set(new Float64Array(at(0)), from);
    this.kind.set(new Uint8Array(at(1)), from);
    this.process.set(new Uint32Array(at(2)), from);
    this.cause.set(new Int32Array(at(3)), from);
    this.because.set(new Int32Array(at(4)), from);
    this.rules.set(new Uint32Array(at(5)), from);
    this.start.set(new Uint32Array(at(6)), from);
    const payload = new Float64Array(at(7));
    const start = this.reserve(payload.length);
    this.payload.set(payload, start);
    this.addBytes(new Uint8Array(at(8)));
    this.count = from + count;
  }

  #payloadBefore(index: number): number {
    return index < this.count ? (this.start[index] as number) : this.payloadLength;
  }

  #bytesBefore(index: number): number {
    for (let i = index; i < this.count; i++) {
      const slot = layouts[this.kind[i] as number]?.bytesSlot ?? -1;
      if (slot >= 0) return this.payload[(this.start[i] as number) + slot] as number;
    }
    return this.byteLength;
  }

  #growPayload(): void {
    const grown = new Float64Array(Math.max(2 * this.payload.length, this.payloadLength));
    grown.set(this.payload);
    this.payload = grown;
  }

  #growBytes(): void {
    const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.byteLength));
    grown.set(this.bytes);
    this.bytes = grown;
  }
}
