/** The ways between states by name, and the events at which one of them was taken. Pure. */
import type { Transition } from './transitions.ts';

export interface WayName {
  readonly from: string;
  readonly to: string;
}

export function wayKey({ from, to }: WayName): string {
  return `${from} ${to}`;
}

/** Where one can go from a moment; null: nowhere. */
export interface WayStops {
  readonly first: number | null;
  /** The one before the last. */
  readonly before: number | null;
  /** The last at or before the moment. */
  readonly last: number | null;
  readonly after: number | null;
}

/** From event `at` on; what lies beyond event `seen` is nobody's news yet. */
export function wayStops(
  transitions: readonly Transition[],
  way: WayName,
  at: number,
  seen = at,
): WayStops {
  const taken = transitions
    .filter(({ from, to, seq }) => from === way.from && to === way.to && seq <= seen)
    .map(({ seq }) => seq);
  const index = taken.findLastIndex((seq) => seq <= at);
  const stop = (place: number) => taken[place] ?? null;
  return {
    first: index < 0 ? null : stop(0),
    before: stop(index - 1),
    last: stop(index),
    after: stop(index + 1),
  };
}
