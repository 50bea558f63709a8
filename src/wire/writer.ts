/**
 * Writes values as bytes. One scratch buffer grows as needed and is copied out at the end; the bytes
 * of strings written before are remembered, since a run writes the same few names for ever. A value
 * that its type cannot hold is a defect of the caller and throws.
 */
import { AssertionError } from '../lib/assert.ts';
import { encodeUtf8 } from '../lib/utf8.ts';

/** More different strings than a run of 10,000 consumers writes; then remembering starts anew. */
const rememberedStrings = 32_768;
/** Longer ones are rare and would make what is remembered large. */
const rememberedLength = 256;
const longestString = 0x7fff;

const known = new Map<string, Uint8Array>();

function bytesOf(text: string): Uint8Array {
  const found = known.get(text);
  if (found) return found;
  if (typeof text !== 'string') return misfit('string', text);
  const bytes = encodeUtf8(text);
  if (bytes.length > longestString) return misfit('string', `one of ${bytes.length} bytes`);
  if (text.length <= rememberedLength) {
    if (known.size >= rememberedStrings) known.clear();
    known.set(text, bytes);
  }
  return bytes;
}

function misfit(type: string, value: unknown): never {
  throw new AssertionError(`${type} cannot hold ${String(value)}`);
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
    if (value !== (value << 24) >> 24) misfit('int8', value);
    this.#reserve(1);
    this.#buffer[this.#at++] = value;
  }

  bool(value: boolean): void {
    if (typeof value !== 'boolean') misfit('bool', value);
    this.int8(value ? 1 : 0);
  }

  int16(value: number): void {
    if (value !== (value << 16) >> 16) misfit('int16', value);
    this.#low16(value);
  }

  uint16(value: number): void {
    if (value !== (value & 0xffff)) misfit('uint16', value);
    this.#low16(value);
  }

  int32(value: number): void {
    if (value !== (value | 0)) misfit('int32', value);
    this.#low32(value);
  }

  int64(value: number): void {
    if (!Number.isSafeInteger(value)) misfit('int64', value);
    this.#low32(Math.floor(value / 0x1_0000_0000));
    this.#low32(value % 0x1_0000_0000);
  }

  string(text: string): void {
    const bytes = bytesOf(text);
    this.#low16(bytes.length);
    this.#raw(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.int32(bytes.length);
    this.#raw(bytes);
  }

  /** Overwrites the int32 at `offset`: a size that is known only afterwards. */
  patchInt32(offset: number, value: number): void {
    const end = this.#at;
    this.#at = offset;
    this.int32(value);
    this.#at = end;
  }

  #low16(value: number): void {
    this.#reserve(2);
    this.#buffer[this.#at++] = value >> 8;
    this.#buffer[this.#at++] = value;
  }

  #low32(value: number): void {
    this.#reserve(4);
    this.#buffer[this.#at++] = value >> 24;
    this.#buffer[this.#at++] = value >> 16;
    this.#buffer[this.#at++] = value >> 8;
    this.#buffer[this.#at++] = value;
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
}
