/** Amounts as the page writes them. */

/** Microseconds in milliseconds, to the microsecond: `333.333 ms`, `1,000 ms`. */
export function ms(us: number): string {
  return `${Number((us / 1000).toFixed(3)).toLocaleString('en', { maximumFractionDigits: 3 })} ms`;
}
