/**
 * How consumers stand in rows: cards, compact cards, chips or cells, by their number and the room
 * there is. A grid has tiers of capacity, so that it grows in steps and nobody moves within one.
 */
import { clamp } from './geometry.ts';

/** How much room a consumer has: all marks, fewer words, a chip, or a cell that is drawn. */
export type Density = 'full' | 'compact' | 'chip' | 'cell';

/** Below this width the stage is one narrow column, as on a phone. */
const narrowBelow = 640;
const mostCards = 16;
const oneRowOfCards = 8;
const mostChips = 60;
/** So many may be looked at closer, as cards on a stage that scrolls. */
export const mostCloser = 120;

/** Below this height everything but the room for messages shrinks. */
const tightBelow = 520;

/** Below these that shrinks too: who presents on a small screen shows the consumers all the same. */
const lowBelow = 340;
const lowPhoneBelow = 600;

export interface Measures {
  readonly narrow: boolean;
  readonly pad: number;
  readonly groupBar: number;
  readonly zooKeeper: number;
  readonly aboveBrokers: number;
  readonly broker: number;
  readonly leastFullCard: number;
  /** So many rows of full cards there may be. */
  readonly fullRows: number;
  readonly shelf: number;
  readonly caption: number;
  readonly gap: number;
  /** Between brokers and consumers, where the messages are: at least. */
  readonly linkGap: number;
}

const roomy: Measures = {
  narrow: false,
  pad: 12,
  groupBar: 50,
  zooKeeper: 50,
  aboveBrokers: 24,
  broker: 64,
  leastFullCard: 132,
  fullRows: 1,
  shelf: 38,
  caption: 38,
  gap: 10,
  linkGap: 44,
};

const tight: Measures = {
  ...roomy,
  pad: 8,
  groupBar: 46,
  zooKeeper: 46,
  aboveBrokers: 18,
  broker: 58,
  leastFullCard: 116,
  shelf: 32,
  caption: 36,
  gap: 8,
};

const low: Measures = {
  ...tight,
  groupBar: 42,
  zooKeeper: 42,
  broker: 42,
  shelf: 28,
  gap: 6,
  linkGap: 30,
};

const narrow: Measures = {
  ...roomy,
  narrow: true,
  groupBar: 66,
  zooKeeper: 42,
  aboveBrokers: 22,
  leastFullCard: 124,
  fullRows: 3,
  shelf: 66,
  caption: 58,
  linkGap: 68,
};

const lowNarrow: Measures = {
  ...narrow,
  pad: 8,
  groupBar: 60,
  aboveBrokers: 18,
  broker: 58,
  leastFullCard: 116,
  fullRows: 2,
  gap: 8,
  linkGap: 44,
};

export function measuresFor(width: number, height: number, consumers: number): Measures {
  if (width < narrowBelow) return height < lowPhoneBelow ? lowNarrow : narrow;
  if (height >= tightBelow) return roomy;
  if (height < lowBelow) return low;
  if (consumers > mostCards) return { ...tight, broker: 42, linkGap: 32 };
  // Two rows of cards need what can be spared.
  return consumers > oneRowOfCards ? { ...tight, broker: 42, linkGap: 32, gap: 6 } : tight;
}

export interface Grid {
  readonly density: Density;
  readonly columns: number;
  readonly rows: number;
  readonly capacity: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly gap: number;
}

const leastFullWidth = 165;
const leastCloserWidth = 104;
const leastChipHeight = 33;

/** There are more than there is room for cards, and few enough to show them closer. */
export function canBeCloser(count: number): boolean {
  return count > mostCards && count <= mostCloser;
}

/** Cards for many, in as many rows as they need. */
export function closerGrid(count: number, inner: number, { narrow, gap }: Measures): Grid {
  const columns = clamp(Math.floor((inner + gap) / (leastCloserWidth + gap)), 1, oneRowOfCards);
  const height = narrow ? 104 : 112;
  return sized('compact', columns, Math.ceil((count + 1) / columns), inner, height, gap);
}

/** The tier of the grid for `count` consumers, with `room` pixels of height for it. */
export function gridFor(count: number, inner: number, room: number, sizes: Measures): Grid {
  const { narrow, fullRows, gap } = sizes;
  const fullColumns = clamp(Math.floor((inner + gap) / (leastFullWidth + gap)), 1, 6);
  const fewest = narrow ? fullColumns * Math.max(1, Math.ceil(count / fullColumns)) : 4;
  if (count <= fullColumns * fullRows) {
    const columns = narrow || count > fewest ? fullColumns : Math.min(fullColumns, fewest);
    const rows = narrow ? Math.max(1, Math.ceil(count / columns)) : 1;
    const each = Math.floor((room - 40 - (rows - 1) * gap) / rows);
    return sized('full', columns, rows, inner, clamp(each, sizes.leastFullCard, 148), gap);
  }
  if (count <= mostCards) {
    const columns = narrow ? clamp(Math.floor(inner / 106), 1, 3) : oneRowOfCards;
    const rows = narrow ? Math.ceil(count / columns) : count > columns ? 2 : 1;
    const height = rows === 1 ? clamp(room - 40, 80, 128) : clamp((room - gap) / 2, 80, 124);
    return sized('compact', columns, rows, inner, height, gap);
  }
  if (count > mostChips) return cellGrid(count, inner, room);
  return chipGrid(count > mostChips / 2 ? mostChips : mostChips / 2, inner, room, narrow);
}

function chipGrid(capacity: number, inner: number, room: number, narrow: boolean): Grid {
  const gap = 5;
  const mostColumns = Math.max(1, Math.floor((inner + gap) / (64 + gap)));
  const fewestRows = Math.ceil(capacity / mostColumns);
  const rowsThatFit = narrow ? fewestRows : Math.floor((room + gap) / (leastChipHeight + gap));
  const rows = clamp(rowsThatFit, fewestRows, Math.max(fewestRows, Math.ceil(capacity / 12)));
  const height = clamp(Math.floor((room + gap) / rows) - gap, leastChipHeight, 40);
  return sized('chip', Math.ceil(capacity / rows), rows, inner, height, gap);
}

const cellTiers = [120, 200, 300, 400, 600, 1000];
const cellGap = 2;
const leastCell = 24;
/** A cell of this width has room for the name beside its ring. */
const namedCell = 62;

/** Small cells: with names where all of them fit so, else as wide as the height allows. */
function cellGrid(count: number, inner: number, room: number): Grid {
  const capacity = cellTiers.find((tier) => tier >= count) ?? Math.ceil(count / 1000) * 1000;
  const columnsOf = (width: number) => Math.floor((inner + cellGap) / (width + cellGap));
  const rowsThatFit = Math.max(1, Math.floor((room + cellGap) / (leastCell + cellGap)));
  const named = columnsOf(namedCell);
  const needed = Math.ceil(capacity / rowsThatFit);
  const columns = Math.max(1, Math.min(columnsOf(leastCell), Math.max(needed, named)));
  const rows = Math.ceil(capacity / columns);
  const height = clamp(Math.floor((room + cellGap) / rows) - cellGap, leastCell, 30);
  return sized('cell', columns, rows, inner, height, cellGap);
}

const widest: Readonly<Record<Density, number>> = {
  full: 232,
  compact: 152,
  chip: 92,
  cell: 84,
};

function sized(
  density: Density,
  columns: number,
  rows: number,
  inner: number,
  cellHeight: number,
  gap: number,
): Grid {
  const even = Math.floor((inner - (columns - 1) * gap) / columns);
  const cellWidth = Math.min(widest[density], even);
  return { density, columns, rows, capacity: columns * rows, cellWidth, cellHeight, gap };
}
