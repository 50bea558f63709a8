/** Virtual time and its units. Instants and durations are integer numbers of microseconds. */

/** Microseconds of virtual time: an instant since the start of the run, or a duration. */
export type Us = number;

export const usPerMs = 1000;

/** Milliseconds (up to three decimals) as whole microseconds, rounded once. */
export function msToUs(ms: number): Us {
  return Math.round(ms * usPerMs);
}

export function usToMs(us: Us): number {
  return us / usPerMs;
}
