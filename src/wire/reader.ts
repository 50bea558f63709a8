/**
 * Reads values from bytes and trusts none of them: every length is checked against what is left.
 * Strings read before are recognised by their bytes and not decoded again.
 */
import { decodeUtf8 } from '../lib/utf8.ts';

/** Thrown inside the wire layer only; its public functions turn it into an answer. */
export class MalformedError extends Error {
  override name = 'MalformedError';
}

interface KnownString {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** A power of two, above the number of different strings that a run of 10,000 consumers reads. */
const slots = 32_768;
/** Longer ones are rare and would make what is remembered large. */
const rememberedLength = 256;
const known: (KnownString | undefined)[] = Array.from({ length: slots });

function sameBytes(candidate: KnownString, bytes: Uint8Array, start: number, length: number) {
  if (candidate.bytes.length !== length) return false;
  for (let i = 0; i < length; i++) if (candidate.bytes[i] !== bytes[start + i]) return false;
  return true;
}

function decoded(bytes: Uint8Array, start: number, end: number): string {
  const text = decodeUtf8(bytes, start, end);
  if (text === null) throw new MalformedError('a string is not UTF-8');
  return text;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > rememberedLength) return decoded(bytes, start, end);
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (slots - 1);
  const candidate = known[slot];
  if (candidate && sameBytes(candidate, bytes, start, end - start)) return candidate.text;
  const text = decoded(bytes, start, end);
  known[slot] = { bytes: copyOf(bytes, start, end), text };
  return text;
}

/** Not `slice`: Node's Buffer shares its memory there, and the bytes may be changed afterwards. */
function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.subarray(start, end));
}

export class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  #take(count: number): number {
    if (count < 0 || count > this.left) {
      throw new MalformedError(`${count} bytes wanted at ${this.#at}, ${this.left} left`);
    }
    const start = this.#at;
    this.#at += count;
    return start;
  }

  int8(): number {
    return ((this.#bytes[this.#take(1)] as number) << 24) >> 24;
  }

  int16(): number {
    const i = this.#take(2);
    const b = this.#bytes;
    return (((b[i] as number) << 24) >> 16) | (b[i + 1] as number);
  }

  int32(): number {
    const i = this.#take(4);
    const b = this.#bytes;
    return (
      ((b[i] as number) << 24) |
      ((b[i + 1] as number) << 16) |
      ((b[i + 2] as number) << 8) |
      (b[i + 3] as number)
    );
  }

  int64(): number {
    const high = this.int32();
    const value = high * 0x1_0000_0000 + (this.int32() >>> 0);
    if (!Number.isSafeInteger(value)) throw new MalformedError('an int64 is beyond 2^53');
    return value;
  }

  bool(): boolean {
    const value = this.int8();
    if (value !== 0 && value !== 1) throw new MalformedError(`a bool is ${value}`);
    return value === 1;
  }

  string(): string {
    const length = this.int16();
    const start = this.#take(length);
    return textOf(this.#bytes, start, start + length);
  }

  bytes(): Uint8Array {
    const length = this.int32();
    const start = this.#take(length);
    return copyOf(this.#bytes, start, start + length);
  }

  /** All bytes from `start` on, as they are. */
  rest(start: number): Uint8Array {
    return copyOf(this.#bytes, start, this.#bytes.length);
  }

  /** A count of elements of at least `smallest` bytes each: an absurd one is refused at once. */
  count(smallest: number): number {
    const count = this.int32();
    if (count < 0 || count * smallest > this.left) {
      throw new MalformedError(`an array of ${count} elements in ${this.left} bytes`);
    }
    return count;
  }
}
