/** The ticks of a time axis: round times, as many as there is room for. Arithmetic only. */

const steps = [1, 2, 5] as const;

/** The smallest round length of which no more than `most` go into `spanUs`. */
export function tickStepUs(spanUs: number, most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of steps) {
      if (spanUs / (step * unit) <= most) return step * unit;
    }
  }
}

/** Every multiple of the step in the window. */
export function ticksOf(fromUs: number, spanUs: number, most: number) {
  const stepUs = tickStepUs(spanUs, Math.max(1, most));
  const ticks: number[] = [];
  for (let at = Math.ceil(fromUs / stepUs) * stepUs; at <= fromUs + spanUs; at += stepUs) {
    ticks.push(at);
  }
  return { stepUs, ticks };
}

/** Seconds with as many decimals as the step needs. */
export function tickLabel(atUs: number, stepUs: number): string {
  const decimals = Math.max(0, 6 - Math.floor(Math.log10(stepUs) + 1e-9));
  return `${(atUs / 1e6).toFixed(decimals)} s`;
}

const endsS = [10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 450, 600, 900, 1200, 1800, 3600];

/** The end of the scrubber: what has been seen and a little room, in steps, so that it stands still. */
export function scrubEndUs(seenUs: number): number {
  const end = endsS.find((seconds) => seconds * 1e6 >= seenUs);
  return end === undefined ? Math.ceil(seenUs / 3.6e9) * 3.6e9 : end * 1e6;
}
