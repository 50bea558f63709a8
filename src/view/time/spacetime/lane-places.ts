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
  /** The strip is high enough for words. */
  readonly hasWords: boolean;
}

export const laneHeights = { least: 16, most: 44 } as const;

const wordsHeight = 13;
const lineHeight = 2;
const mostBars = 3;

export function partsOf(laneHeight: number, role: ProcessRole): LaneParts {
  const tick = Math.min(8, Math.max(3, Math.round(laneHeight * 0.18)));
  const strip = laneHeight >= 25 ? wordsHeight : laneHeight >= 20 ? 8 : 5;
  const barHeight = laneHeight >= 34 ? 4 : laneHeight >= 24 ? 3 : 2;
  const hasStrip = role === 'consumer';
  const top = hasStrip ? tick : tick + Math.floor(strip / 2) - lineHeight / 2;
  const bottom = hasStrip ? top + strip : top + lineHeight;
  const bars: number[] = [];
  for (let bar = bottom + 1; bar + barHeight <= laneHeight; bar += barHeight + 1) bars.push(bar);
  return {
    top,
    bottom,
    tick,
    bars: bars.slice(0, mostBars),
    barHeight,
    hasWords: hasStrip && strip >= wordsHeight,
  };
}

/** Where a message leaves a lane for another, or reaches it from there: at the edge that faces it. */
export function doorOf({ top, bottom }: LaneParts, laneTop: number, otherTop: number): number {
  return laneTop + (otherTop > laneTop ? bottom : top);
}
