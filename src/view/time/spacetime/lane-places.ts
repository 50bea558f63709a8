/** Where things stand in a lane: the comb of heartbeats, the lifeline, bars of timers below it. Pure. */
import type { ProcessRole } from '../../../protocol/step.ts';

export interface LaneParts {
  /** From the top of the lane: the lifeline, a strip where it tells states. */
  readonly top: number;
  readonly bottom: number;
  /** How far a tick of the comb stands out above it. */
  readonly tick: number;
  /** The bars below it, from their upper edges on. */
  readonly bars: readonly number[];
  readonly barHeight: number;
  /** There is room for words. */
  readonly hasWords: boolean;
}

export const laneHeights = { least: 16, most: 100 } as const;

const lineHeight = 2;
const mostBars = 3;

/** By the height of the lane, the highest first. */
const sizes = [
  { from: 34, tick: 8, strip: 14, bar: 4 },
  { from: 25, tick: 5, strip: 13, bar: 3 },
  { from: 20, tick: 3, strip: 12, bar: 2 },
  { from: 0, tick: 3, strip: 5, bar: 2 },
] as const;

export function partsOf(laneHeight: number, role: ProcessRole): LaneParts {
  const { tick, strip, bar, from } = sizes.find((size) => laneHeight >= size.from) ?? sizes[3];
  const room = laneHeight - tick - strip;
  const count = Math.min(mostBars, Math.floor(room / (bar + 1)));
  // In the middle of the lane, where its name stands.
  const above = tick + Math.floor((room - count * (bar + 1)) / 2);
  const hasStrip = role === 'consumer';
  const top = hasStrip ? above : above + strip / 2 - lineHeight / 2;
  const below = above + strip + 1;
  return {
    top,
    bottom: top + (hasStrip ? strip : lineHeight),
    tick,
    bars: Array.from({ length: count }, (_, index) => below + index * (bar + 1)),
    barHeight: bar,
    hasWords: from > 0,
  };
}

/** Where a message leaves a lane for another, or reaches it from there: at the edge that faces it. */
export function doorOf({ top, bottom }: LaneParts, laneTop: number, otherTop: number): number {
  return laneTop + (otherTop > laneTop ? bottom : top);
}
