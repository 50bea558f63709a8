/**
 * Writes values as bytes. One scratch buffer grows as needed and is copied out at the end; the bytes
 * of strings written before are remembered, since a run writes the same few names for ever.
 */
import { encodeUtf8 } from '../lib/utf8.ts';

const rememberedStrings = 20_000;
const known = new Map<string, Uint8Array>();

function bytesOf(text: string): Uint8Array {
  let bytes = known.get(text);
  if (!bytes) {
    if (known.size >= rememberedStrings) known.clear();
    bytes = encodeUtf8(text);
    known.set(text, bytes);
  }
  return bytes;
}

export class Writer {
  #buffer = new Uint8Array(4096);
  #at = 0;

  reset(): void {
    this.#at = 0;
  }

  /** A copy of what was written since the last reset. */
  take(): Uint8Array {
    return this.#buffer.slice(0, this.#at);
  }

  get length(): number {
    return this.#at;
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + count));
    grown.set(this.#buffer);
    this.#buffer = grown;
  }

  int8(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#at++] = value;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#buffer[this.#at++] = value >> 8;
    this.#buffer[this.#at++] = value;
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#buffer[this.#at++] = value >> 24;
    this.#buffer[this.#at++] = value >> 16;
    this.#buffer[this.#at++] = value >> 8;
    this.#buffer[this.#at++] = value;
  }

  int64(value: number): void {
    this.int32(Math.floor(value / 0x1_0000_0000));
    this.int32(value % 0x1_0000_0000);
  }

  string(text: string): void {
    const bytes = bytesOf(text);
    this.int16(bytes.length);
    this.#raw(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.int32(bytes.length);
    this.#raw(bytes);
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    if (bytes.length > 64) {
      this.#buffer.set(bytes, this.#at);
    } else {
      for (let i = 0; i < bytes.length; i++) this.#buffer[this.#at + i] = bytes[i] as number;
    }
    this.#at += bytes.length;
  }

  /** Overwrites the int32 at `offset`: a size that is known only afterwards. */
  patchInt32(offset: number, value: number): void {
    const end = this.#at;
    this.#at = offset;
    this.int32(value);
    this.#at = end;
  }
}
