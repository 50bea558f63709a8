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

/**
 * A uniform integer in `low..high`, both included; `high - low` is below 2^32. Draws exactly once
 * for ranges below 2^32 where no rejection is needed, so streams stay easy to reason about.
 */
export function nextInt(stream: RandomStream, low: number, high: number): number {
  const span = high - low + 1;
  if (span <= 1) {
    nextUint32(stream);
    return low;
  }
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % span);
  for (;;) {
    const drawn = nextUint32(stream);
    if (drawn < limit) return low + (drawn % span);
  }
}

/** FNV-1a over UTF-16 code units, then an avalanche, so that near names give far seeds. */
function hash(name: string, basis: number): number {
  let value = basis ^ 0x811c9dc5;
  for (let i = 0; i < name.length; i++) value = Math.imul(value ^ name.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
