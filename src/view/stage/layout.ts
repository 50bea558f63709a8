/**
 * Where everything on the stage stands: a pure function of who takes part and of the stage's size.
 * Consumers stand in fixed slots in order of arrival, so nothing moves without a meaning; a grid
 * grows in tiers, never one by one. It refuses to know states, timers and messages.
 */
import type { World } from '../../trace/world.ts';
import { clamp } from './geometry.ts';
import type { Box, Point } from './geometry.ts';

/** How much room a consumer has: all marks, fewer words, a chip, or a cell that is drawn. */
export type Density = 'full' | 'compact' | 'chip' | 'cell';

/** Names of those on the stage, each role in order of its slots. */
export interface Cast {
  readonly zooKeeper: string | null;
  readonly brokers: readonly string[];
  readonly consumers: readonly string[];
  /** Groups beside the one that is shown. */
  readonly otherGroups: readonly string[];
}

export interface ConsumerPlace {
  readonly box: Box;
  readonly ring: Point;
  readonly ringRadius: number;
  /** Where its connection leaves the card. */
  readonly socket: Point;
  /** Lines to the rows behind the first run down beside the cards here. */
  readonly channelX: number | null;
  /** Where its partition tiles go. */
  readonly tiles: Box;
}

export interface StageLayout {
  readonly width: number;
  /** At least the height asked for; more where that is too little. */
  readonly height: number;
  readonly density: Density;
  readonly groupBar: Box;
  /** Small cards of other groups, as many as there is room for. */
  readonly otherGroups: ReadonlyMap<string, Box>;
  readonly zooKeeper: { readonly name: string; readonly box: Box } | null;
  readonly brokers: ReadonlyMap<string, Box>;
  readonly consumers: ReadonlyMap<string, ConsumerPlace>;
  /** All rows of consumers; the table stands in their place. */
  readonly cards: Box;
  /** The next free slot of the grid, where there is one. */
  readonly freeSlot: Box | null;
  readonly shelf: Box;
  readonly caption: Box;
}

export function castOf(world: World, group: string): Cast {
  const bySlot = [...world.processes.values()].toSorted((a, b) => a.slot - b.slot);
  const consumers = bySlot.filter(({ consumer }) => consumer?.group === group);
  return {
    zooKeeper: bySlot.find(({ role }) => role === 'zookeeper')?.name ?? null,
    brokers: bySlot.filter(({ role }) => role === 'broker').map(({ name }) => name),
    consumers: consumers.map(({ name }) => name),
    otherGroups: [...world.groups.keys()].filter((id) => id !== group),
  };
}

/** Below this width the stage is one narrow column, as on a phone. */
const narrowBelow = 640;
const mostCards = 16;
const oneRowOfCards = 8;
const mostChips = 60;

/** Below this height everything but the room for messages shrinks. */
const tightBelow = 520;

interface Measures {
  readonly narrow: boolean;
  readonly pad: number;
  readonly groupBar: number;
  readonly zooKeeper: number;
  readonly aboveBrokers: number;
  readonly broker: number;
  readonly leastFullCard: number;
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

const narrow: Measures = {
  ...roomy,
  narrow: true,
  groupBar: 74,
  zooKeeper: 42,
  leastFullCard: 124,
  shelf: 66,
  caption: 58,
  linkGap: 92,
};

function measuresFor(width: number, height: number, consumers: number): Measures {
  if (width < narrowBelow) return narrow;
  if (height >= tightBelow) return roomy;
  if (consumers > mostCards) return { ...tight, broker: 42, linkGap: 32 };
  // Two rows of cards need what can be spared.
  return consumers > oneRowOfCards ? { ...tight, broker: 42, linkGap: 32, gap: 6 } : tight;
}

interface Grid {
  readonly density: Density;
  readonly columns: number;
  readonly rows: number;
  readonly capacity: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly gap: number;
}

const leastFullWidth = 165;
const leastChipHeight = 33;

/** The tier of the grid for `count` consumers, with `room` pixels of height for it. */
function gridFor(count: number, inner: number, room: number, sizes: Measures): Grid {
  const { narrow, gap } = sizes;
  const fullColumns = clamp(Math.floor((inner + gap) / (leastFullWidth + gap)), 1, 6);
  const fullRows = narrow ? 3 : 1;
  const fewest = narrow ? fullColumns * Math.max(1, Math.ceil(count / fullColumns)) : 4;
  if (count <= fullColumns * fullRows) {
    const columns = narrow || count > fewest ? fullColumns : Math.min(fullColumns, fewest);
    const rows = narrow ? Math.max(1, Math.ceil(count / columns)) : 1;
    return sized('full', columns, rows, inner, clamp(room - 40, sizes.leastFullCard, 148), gap);
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

/** The layout for these processes on a stage of this size. */
export function layoutOf(cast: Cast, width: number, height: number): StageLayout {
  const sizes = measuresFor(width, height, cast.consumers.length);
  const { pad, gap } = sizes;
  const inner = width - 2 * pad;
  const header = headerHeight(cast, sizes);
  const brokers = brokerRow(cast.brokers, width, pad + header + sizes.aboveBrokers, sizes);
  const foot = gap + sizes.shelf + gap + sizes.caption + gap;
  const room = height - brokers.bottom - sizes.linkGap - foot;
  const grid = gridFor(cast.consumers.length, inner, room, sizes);
  const cardsHeight = grid.rows * grid.cellHeight + (grid.rows - 1) * grid.gap;
  const linkGap = Math.max(sizes.linkGap, height - brokers.bottom - cardsHeight - foot);
  const cardsWidth = grid.columns * grid.cellWidth + (grid.columns - 1) * grid.gap;
  const cards = {
    x: Math.round((width - cardsWidth) / 2),
    y: brokers.bottom + linkGap,
    width: cardsWidth,
    height: cardsHeight,
  };
  const shelfY = cards.y + cards.height + gap;
  const captionY = shelfY + sizes.shelf + gap;
  return {
    width,
    height: captionY + sizes.caption + gap,
    density: grid.density,
    ...headerBoxes(cast, inner, sizes),
    brokers: brokers.boxes,
    consumers: placeConsumers(cast.consumers, grid, cards),
    cards,
    freeSlot: freeSlotOf(cast.consumers.length, grid, cards),
    shelf: { x: pad, y: shelfY, width: inner, height: sizes.shelf },
    caption: { x: pad, y: captionY, width: inner, height: sizes.caption },
  };
}

/** On a phone everything in the header has a row of its own. */
function headerHeight({ zooKeeper, otherGroups }: Cast, sizes: Measures): number {
  const { narrow, groupBar, gap } = sizes;
  if (!narrow) return groupBar;
  const others = otherGroups.length > 0 ? groupCardHeight + gap : 0;
  return groupBar + others + (zooKeeper === null ? 0 : sizes.zooKeeper + gap);
}

const zooKeeperWidth = 184;
const widestGroupCard = 168;
const leastGroupCard = 128;
const groupCardHeight = 46;
/** The bar of the group that is shown has at least this. */
const leastBarWidth = 388;
/** In a narrower bar the sentence takes two lines, for which there is room above the brokers. */
const oneLineBarWidth = 560;
const secondLine = 12;

type Header = Pick<StageLayout, 'groupBar' | 'otherGroups' | 'zooKeeper'>;

function headerBoxes(cast: Cast, inner: number, sizes: Measures): Header {
  return sizes.narrow ? headerRows(cast, inner, sizes) : headerRow(cast, inner, sizes);
}

function headerRow({ zooKeeper: name, otherGroups }: Cast, inner: number, sizes: Measures): Header {
  const { pad, gap } = sizes;
  const beside = name === null ? inner : inner - zooKeeperWidth - gap;
  const room = Math.max(0, beside - leastBarWidth);
  const shown = otherGroups.slice(0, Math.floor(room / (leastGroupCard + gap)));
  const width = Math.min(widestGroupCard, Math.floor(room / Math.max(1, shown.length)) - gap);
  const barWidth = beside - shown.length * (width + gap);
  const height = sizes.groupBar + (barWidth < oneLineBarWidth ? secondLine : 0);
  const place = (index: number): Box => ({
    x: pad + barWidth + gap + index * (width + gap),
    y: pad,
    width,
    height,
  });
  const zooKeeper = { x: pad + inner - zooKeeperWidth, y: pad, width: zooKeeperWidth };
  return {
    groupBar: { x: pad, y: pad, width: barWidth, height },
    otherGroups: new Map(shown.map((id, index) => [id, place(index)])),
    zooKeeper: name === null ? null : { name, box: { ...zooKeeper, height } },
  };
}

function headerRows(
  { zooKeeper: name, otherGroups }: Cast,
  inner: number,
  sizes: Measures,
): Header {
  const { pad, gap } = sizes;
  const most = Math.max(1, Math.floor((inner + gap) / (widestGroupCard + gap)));
  const shown = otherGroups.slice(0, most);
  const width = (inner - (shown.length - 1) * gap) / Math.max(1, shown.length);
  const y = pad + sizes.groupBar + gap;
  const place = (index: number): Box => ({
    x: pad + index * (width + gap),
    y,
    width,
    height: groupCardHeight,
  });
  const below = shown.length > 0 ? y + groupCardHeight + gap : y;
  const box = { x: pad, y: below, width: inner, height: sizes.zooKeeper };
  return {
    groupBar: { x: pad, y: pad, width: inner, height: sizes.groupBar },
    otherGroups: new Map(shown.map((id, index) => [id, place(index)])),
    zooKeeper: name === null ? null : { name, box },
  };
}

const leastBrokerWidth = 92;
const widestBroker = 184;

function brokerRow(names: readonly string[], stageWidth: number, y: number, sizes: Measures) {
  const { pad, broker: height } = sizes;
  const inner = stageWidth - 2 * pad;
  const gap = 14;
  const perRow = Math.max(1, Math.floor((inner + gap) / (leastBrokerWidth + gap)));
  const rows = Math.max(1, Math.ceil(names.length / perRow));
  const columns = Math.max(1, Math.ceil(names.length / rows));
  const even = Math.floor((inner - (columns - 1) * gap) / columns);
  const width = Math.min(widestBroker, even);
  // With room to spare the cards spread, so that their lines do.
  const stride = Math.min(width + gap + 56, (inner - width) / Math.max(1, columns - 1));
  const boxes = new Map<string, Box>();
  for (const [index, name] of names.entries()) {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, names.length - row * columns);
    const left = pad + (inner - width - (inRow - 1) * stride) / 2;
    const x = Math.round(left + (index % columns) * stride);
    boxes.set(name, { x, y: y + row * (height + gap), width, height });
  }
  return { boxes, bottom: y + rows * height + (rows - 1) * gap };
}

function cellAt(index: number, grid: Grid, cards: Box): Box {
  const column = index % grid.columns;
  const row = Math.floor(index / grid.columns);
  return {
    x: cards.x + column * (grid.cellWidth + grid.gap),
    y: cards.y + row * (grid.cellHeight + grid.gap),
    width: grid.cellWidth,
    height: grid.cellHeight,
  };
}

function freeSlotOf(count: number, grid: Grid, cards: Box): Box | null {
  return grid.density === 'full' && count < grid.capacity ? cellAt(count, grid, cards) : null;
}

function placeConsumers(
  names: readonly string[],
  grid: Grid,
  cards: Box,
): ReadonlyMap<string, ConsumerPlace> {
  const places = new Map<string, ConsumerPlace>();
  const { density } = grid;
  for (const [index, name] of names.entries()) {
    const box = cellAt(index, grid, cards);
    const { radius, ring, tiles } = insides[density](box);
    places.set(name, {
      box,
      ring,
      ringRadius: radius,
      // There is no way between cells: lines end above their column.
      socket: { x: box.x + box.width / 2, y: density === 'cell' ? cards.y : box.y },
      channelX: density === 'cell' || index < grid.columns ? null : box.x - grid.gap / 2,
      tiles,
    });
  }
  return places;
}

interface Inside {
  readonly radius: number;
  readonly ring: Point;
  readonly tiles: Box;
}

/** Where ring and tiles sit in a card; the style sheet leaves these places free. */
const insides: Readonly<Record<Density, (box: Box) => Inside>> = {
  full: ({ x, y, width, height }) => {
    const radius = height < 130 || width < 190 ? 22 : 25;
    const tiles = { x: x + 14, y: y + height - 27, width: width - 24, height: 22 };
    return { radius, ring: { x: x + 14 + radius, y: y + 32 + (height - 65) / 2 }, tiles };
  },
  compact: ({ x, y, width, height }) => {
    const tiles = { x: x + 11, y: y + 48, width: width - 18, height: height - 48 };
    return { radius: 14, ring: { x: x + 10 + 14, y: y + 4 + 14 }, tiles };
  },
  chip: ({ x, y, height }) => {
    const radius = 11;
    const ring = { x: x + 6 + radius, y: y + height / 2 };
    return { radius, ring, tiles: { ...ring, width: 0, height: 0 } };
  },
  cell: ({ x, y, width, height }) => {
    const ring = { x: width < 40 ? x + width / 2 : x + 13, y: y + height / 2 };
    return { radius: 9, ring, tiles: { ...ring, width: 0, height: 0 } };
  },
};
