/** Amounts as the page writes them: no other file turns microseconds into words. */
import { range } from '../trace/describe-words.ts';

/** A moment in seconds, to the millisecond where there is room: `4.321 s`. */
export function inSeconds(us: number, decimals = 3): string {
  return `${secondsNumber(us, decimals)} s`;
}

/** The same where something else says that it is seconds. */
export function secondsNumber(us: number, decimals = 3): string {
  return (us / 1e6).toFixed(decimals);
}

/** A time that runs: with two decimals up to ten seconds, with one beyond, never below nothing. */
export function seconds(us: number): string {
  return inSeconds(Math.max(0, us), us < 9.995e6 ? 2 : 1);
}

/** A time that was set, with no more decimals than it has: `3 s`, `1.33 s`. */
export function roundSeconds(us: number): string {
  return `${Number(secondsNumber(us, 2))} s`;
}

/** Microseconds in milliseconds, to the microsecond, as one types them: `333.333 ms`, `1000 ms`. */
export function ms(us: number): string {
  return `${Number((us / 1000).toFixed(3))} ms`;
}

/** From the least to the most: `5 to 15 ms`, or `5 ms` where they are one. */
export function msRange(latencyMs: readonly [number, number]): string {
  return `${range(latencyMs)} ms`;
}
