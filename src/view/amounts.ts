/** Amounts as the page writes them. */

/** A moment or a time in seconds, to the millisecond unless it has to be short: `4.321 s`. */
export function inSeconds(us: number, decimals = 3): string {
  return `${secondsNumber(us, decimals)} s`;
}

/** The same without its unit, where a field or a column has that. */
export function secondsNumber(us: number, decimals = 3): string {
  return (us / 1e6).toFixed(decimals);
}

/** Microseconds in milliseconds, to the microsecond: `333.333 ms`, `1,000 ms`. */
export function ms(us: number): string {
  return `${Number((us / 1000).toFixed(3)).toLocaleString('en', { maximumFractionDigits: 3 })} ms`;
}
