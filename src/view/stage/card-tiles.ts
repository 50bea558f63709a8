/** Where each partition tile stands, on a card or on the shelf, in the stage's pixels. Pure. */
import type { PartitionKey } from '../../trace/world.ts';
import type { Box } from './places/geometry.ts';
import type { ConsumerPlace, Density, StageLayout } from './places/layout.ts';
import type { Tile } from './ownership.ts';
import { packTiles, tileWidth } from './places/pack.ts';
import type { Packed } from './places/pack.ts';
import type { ConsumerView, ShelfView } from './views.ts';

export interface PlacedTiles {
  /** The place that the tiles fill; `packed` is relative to it. */
  readonly area: Box;
  readonly packed: Packed;
  /** There is room for the note beside them. */
  readonly noted: boolean;
}

/** The same width for all: that of the longest label. */
export function widthOfTiles(tiles: readonly Tile[]): number {
  return tileWidth(Math.max(2, ...tiles.map(({ label }) => label.length)));
}

const noteWidth = 58;
const smallRemedyWidth = 28;

/** The tiles of a card, or null where it says in words what it has. */
export function cardTiles(
  { tiles, count, note, remedy }: ConsumerView,
  { tiles: place }: ConsumerPlace,
  density: Density,
): PlacedTiles | null {
  if (tiles.length === 0 || note.startsWith('gave up') || place.width === 0) return null;
  const taken = density === 'compact' && remedy !== null ? smallRemedyWidth : 0;
  const noted = density === 'full' && note !== '' && place.width - noteWidth > 90;
  const shift = noted ? noteWidth : 0;
  const area = { ...place, x: place.x + shift, width: place.width - shift - taken };
  return { area, packed: packTiles(area, count, widthOfTiles(tiles)), noted };
}

/** The tiles have a row of their own, or stand between few words or many. */
export type ShelfForm = 'two rows' | 'brief' | 'full';

export function shelfForm({ width }: Box): ShelfForm {
  if (width < 600) return 'two rows';
  return width < 800 ? 'brief' : 'full';
}

/** What the words left and right of the tiles take. */
const titleWidths = { brief: 168, full: 132 } as const;
const numbersWidths = { brief: 258, full: 462 } as const;
const chipTextLeft = 30;
const chipRight = 4;
/** Of a character of a chip's small text, of a small tile, and between two of them. */
const characterWidth = 7;
const smallTile = 6;
const smallGap = 2;
/** Small tiles stand two in a column beside the generation. */
const inColumn = 2;

export interface SmallTiles {
  readonly shown: readonly Tile[];
  /** How many more there are. */
  readonly more: number;
}

/** On a chip of that width, beside its generation: as many small tiles as fit, and how many more. */
export function chipTiles(
  { tiles, count }: Pick<ConsumerView, 'tiles' | 'count'>,
  width: number,
  generation: string,
): SmallTiles {
  const room = width - chipTextLeft - chipRight - characterWidth * generation.length - smallGap;
  const columnsIn = (pixels: number) =>
    Math.max(0, Math.floor((pixels + smallGap) / (smallTile + smallGap)));
  if (count <= columnsIn(room) * inColumn) return { shown: tiles.slice(0, count), more: 0 };
  const moreWidth = characterWidth * (1 + String(count).length) + smallGap;
  const shown = tiles.slice(0, columnsIn(room - moreWidth) * inColumn);
  return { shown, more: count - shown.length };
}

/** Where the shelf's tiles go. */
export function shelfArea({ shelf }: StageLayout): Box {
  const { x, y, width, height } = shelf;
  const form = shelfForm(shelf);
  if (form === 'two rows') return { x: x + 12, y: y + 36, width: width - 24, height: 22 };
  const titleWidth = titleWidths[form];
  const inner = width - titleWidth - numbersWidths[form] - 8;
  return { x: x + titleWidth, y: y + (height - 20) / 2, width: inner, height: 22 };
}

export interface PlacedShelf {
  readonly area: Box;
  /** Of the tiles shown, in the shelf's order, relative to the area. */
  readonly boxes: ReadonlyMap<PartitionKey, Box>;
  readonly more: Packed['more'];
}

/** Every partition has its own place on the shelf, as long as all of them find one. */
export function shelfTiles(view: ShelfView, layout: StageLayout): PlacedShelf {
  const { homes, tiles } = view;
  const area = shelfArea(layout);
  const width = widthOfTiles(homes.length > 0 ? homes : tiles);
  const all = packTiles(area, view.all, width);
  const fits = all.more === null && homes.length > 0;
  const packed = fits ? all : packTiles(area, view.count, width);
  const boxes = new Map<PartitionKey, Box>();
  for (const [index, { key }] of (fits ? homes : tiles).entries()) {
    const box = packed.boxes[index];
    if (box) boxes.set(key, box);
  }
  return { area, boxes, more: packed.more };
}
