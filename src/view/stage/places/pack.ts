/** How partition tiles fill the place that a card or the shelf leaves them. Pure arithmetic. */
import type { Box } from './geometry.ts';

export const tileHeight = 20;
const gap = 4;

/** Room for a label of that many characters in 12 px figures. */
export function tileWidth(characters: number): number {
  return Math.round(11 + 7 * characters);
}

export interface Packed {
  /** One box a tile shown, relative to the area. */
  readonly boxes: readonly Box[];
  /** Where "+n" stands for those that have no place; null when all have one. */
  readonly more: { readonly box: Box; readonly count: number } | null;
}

/** Places `count` tiles of one width in rows; the last place counts the rest. */
export function packTiles(area: Box, count: number, width: number): Packed {
  const columns = Math.max(1, Math.floor((area.width + gap) / (width + gap)));
  const rows = Math.max(1, Math.floor((area.height + gap) / (tileHeight + gap)));
  const places = columns * rows;
  const shown = count <= places ? count : places - 1;
  const boxAt = (index: number): Box => ({
    x: (index % columns) * (width + gap),
    y: Math.floor(index / columns) * (tileHeight + gap),
    width,
    height: tileHeight,
  });
  const boxes = Array.from({ length: shown }, (_, index) => boxAt(index));
  const more = count > shown ? { box: boxAt(shown), count: count - shown } : null;
  return { boxes, more };
}
