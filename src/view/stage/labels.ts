/** Where the label of a message stands: beside it, clear of cards and of other labels. Pure. */
import { overlaps } from './places/geometry.ts';
import type { Box, Point } from './places/geometry.ts';

export const lineHeight = 15;
const beside = 10;
const margin = 4;

/** A card with the room around it that its border and ring need. */
export function withMargin({ x, y, width, height }: Box): Box {
  return {
    x: x - margin,
    y: y - margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  };
}

/** To the right, to the left, above, below. */
function placesFor({ x, y }: Point, width: number): Box[] {
  const box = (left: number, up: number) => ({ x: left, y: up, width, height: lineHeight });
  return [
    box(x + beside, y - lineHeight / 2),
    box(x - beside - width, y - lineHeight / 2),
    box(x - width / 2, y - beside - lineHeight),
    box(x - width / 2, y + beside),
  ];
}

interface Ground {
  readonly taken: readonly Box[];
  readonly stageWidth: number;
}

/** The first place that is free; undefined: there is none. */
export function freePlace(at: Point, width: number, { taken, stageWidth }: Ground) {
  return placesFor(at, width).find(
    (box) =>
      box.x > 2 && box.x + width < stageWidth - 2 && !taken.some((other) => overlaps(box, other)),
  );
}
