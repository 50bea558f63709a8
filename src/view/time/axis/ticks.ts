/** The ticks of a time axis: round times, as many as there is room for. Arithmetic only. */
import { ticks, tickStep } from 'd3';
import { inSeconds } from '../../amounts.ts';

/** Round times in the window, about `most` of them, and the step between two. */
export function ticksOf(fromUs: number, spanUs: number, most: number) {
  const count = Math.max(1, most);
  const toUs = fromUs + spanUs;
  return { stepUs: tickStep(fromUs, toUs, count), ticks: ticks(fromUs, toUs, count) };
}

/** Seconds with as many decimals as the step needs. */
export function tickLabel(atUs: number, stepUs: number): string {
  const decimals = Math.max(0, 6 - Math.floor(Math.log10(stepUs) + 1e-9));
  return inSeconds(atUs, decimals);
}

const endsS = [10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 450, 600, 900, 1200, 1800, 3600];

/** The end of the whole run: what has been seen, rounded up in steps, so that it stands still. */
export function roundEndUs(seenUs: number): number {
  const end = endsS.find((seconds) => seconds * 1e6 >= seenUs);
  return end === undefined ? Math.ceil(seenUs / 3.6e9) * 3.6e9 : end * 1e6;
}
