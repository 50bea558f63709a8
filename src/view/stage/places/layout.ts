/**
 * Where everything on the stage stands: a pure function of who takes part and of the stage's size.
 * Consumers stand in fixed slots in order of arrival, so nothing moves without a meaning; a grid
 * grows in tiers, never one by one. It refuses to know states, timers and messages.
 */
import type { World } from '../../../trace/world.ts';
import type { Box, Point } from './geometry.ts';
import { canBeCloser, closerGrid, gridFor, measuresFor } from './grid.ts';
import type { Density, Grid, Measures } from './grid.ts';

export type { Density } from './grid.ts';

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

/**
 * The layout for these processes on a stage of this size; `closer`: with cards where chips or cells
 * would stand, and higher than the stage.
 */
export function layoutOf(cast: Cast, width: number, height: number, closer = false): StageLayout {
  const sizes = measuresFor(width, height, cast.consumers.length);
  const { pad, gap } = sizes;
  const inner = width - 2 * pad;
  const header = headerHeight(cast, sizes);
  const brokers = brokerRow(cast.brokers, width, pad + header + sizes.aboveBrokers, sizes);
  const foot = gap + sizes.shelf + gap + sizes.caption + gap;
  const room = height - brokers.bottom - sizes.linkGap - foot;
  const count = cast.consumers.length;
  const isCloser = closer && canBeCloser(count);
  const grid = isCloser ? closerGrid(count, inner, sizes) : gridFor(count, inner, room, sizes);
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
