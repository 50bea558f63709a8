/**
 * Seeded random streams in integer arithmetic: the same on every engine, to the last bit.
 * The generator is sfc32 (Chris Doty-Humphrey, PractRand); seeds are hashed with FNV-1a and mixed.
 * A stream's state is four plain numbers, so it can live in a process's state and be copied with it.
 */

/** State of one stream: four unsigned 32-bit integers. Drawing from it changes it in place. */
export type RandomStream = [number, number, number, number];

/** A stream of its own for every (seed, name): adding a name shifts nobody else's luck. */
export function randomStream(seed: number, name: string): RandomStream {
  const stream: RandomStream = [hash(name, 0x811c9dc5), hash(name, seed >>> 0), seed >>> 0, 1];
  for (let i = 0; i < 12; i++) nextUint32(stream);
  return stream;
}

/** The next unsigned 32-bit integer. */
export function nextUint32(stream: RandomStream): number {
  const [a, b, c, counter] = stream;
  const result = (a + b + counter) | 0;
  stream[0] = (b ^ (b >>> 9)) >>> 0;
  stream[1] = (c + (c << 3)) >>> 0;
  stream[2] = (((c << 21) | (c >>> 11)) + result) >>> 0;
  stream[3] = (counter + 1) >>> 0;
  return result >>> 0;
}

const word = 0x1_0000_0000;
/** Of 53 bits: the most that a number holds exactly. */
const twoWords = 2 ** 53;

/**
 * A uniform integer in `low..high`, both included; there are at most 2^53 of them. Draws one word
 * for up to 2^32 of them and two for more, again only where a rejection is needed, so streams stay
 * easy to reason about.
 */
export function nextInt(stream: RandomStream, low: number, high: number): number {
  const span = high - low + 1;
  if (span <= 1) {
    nextUint32(stream);
    return low;
  }
  return (
    low +
    (span <= word ? below(span, stream, word, nextUint32) : below(span, stream, twoWords, next53))
  );
}

/** Uniform below `span`: of the `count` values that `next` has, those are rejected that are left over. */
function below(
  span: number,
  stream: RandomStream,
  count: number,
  next: (stream: RandomStream) => number,
): number {
  const limit = count - (count % span);
  for (;;) {
    const drawn = next(stream);
    if (drawn < limit) return drawn % span;
  }
}

function next53(stream: RandomStream): number {
  const high = nextUint32(stream) >>> 11;
  return high * word + nextUint32(stream);
}

/** FNV-1a over UTF-16 code units, then an avalanche, so that near names give far seeds. */
function hash(name: string, basis: number): number {
  let value = basis ^ 0x811c9dc5;
  for (let i = 0; i < name.length; i++) value = Math.imul(value ^ name.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
