/** Draws from a stream of random numbers. */
import { nextInt } from '../../lib/random.ts';
import type { RandomStream } from '../../lib/random.ts';

/** Both ends included. */
export function draw(stream: RandomStream, low: number, high: number): number {
  return nextInt(stream, low, high);
}

export function pick<T>(stream: RandomStream, from: readonly T[]): T {
  return from[nextInt(stream, 0, from.length - 1)] as T;
}

/** True once in so many times. */
export function once(stream: RandomStream, times: number): boolean {
  return nextInt(stream, 1, times) === 1;
}
