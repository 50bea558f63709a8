/**
 * Where a state machine is drawn. The states stand below each other in the order of the table. A way
 * to the next state is a straight line; the others leave sideways to a lane and come in again at
 * their target, where all that lead to it share the lane: down and to the first state on the right,
 * back up on the left. Every way has a place of its own for its count, so nothing overlaps. Pure.
 */
import { known } from '../../../lib/assert.ts';
import type { Machine } from './table.ts';

export interface Box {
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Corners of the line, from the state to the tip of the arrow. */
  readonly points: readonly Point[];
  /** Middle of its count. */
  readonly badge: Point;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly edges: readonly Edge[];
}

/** Room for a count: no two are nearer to each other. */
export const badgeSize = { width: 28, height: 20 } as const;

const portPitch = 24;
const leastBox = { width: 144, height: 30 } as const;
const gap = 30;
const stub = badgeSize.width + 8;
const laneGap = 11;
const margin = 4;

type Side = 'left' | 'right';

/** A way that leaves sideways, or the place where those to one target come in again. */
interface Port {
  readonly state: number;
  readonly side: Side;
  /** Null: ways come in here. */
  readonly to: number | null;
}

interface Lane {
  readonly side: Side;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

const isStraight = (from: number, to: number) => to === from + 1;

function sideOf(from: number, to: number): Side {
  return to < from && to > 0 ? 'left' : 'right';
}

interface IndexedWay {
  readonly from: number;
  readonly to: number;
}

function waysOf(machine: Machine): IndexedWay[] {
  const indexOf = new Map(machine.map(({ name }, index) => [name, index]));
  return machine.flatMap(({ ways }, from) =>
    ways.map(({ to }) => ({ from, to: known(indexOf.get(to), `state ${to}`) })),
  );
}

/** From top to bottom: up to the nearest first, then what comes in, then down to the farthest first. */
function rankOf({ state, to }: Port): number {
  if (to === null) return 0;
  return to < state ? -1000 + (state - to) : 1000 - (to - state);
}

function portsOf(ways: readonly IndexedWay[]): Port[] {
  const ports = new Map<string, Port>();
  const add = (port: Port) => ports.set(`${port.state} ${port.side} ${port.to}`, port);
  for (const { from, to } of ways) {
    if (isStraight(from, to)) continue;
    const side = sideOf(from, to);
    add({ state: from, side, to });
    add({ state: to, side, to: null });
  }
  return [...ports.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The machine's drawing, at least so wide. */
export function drawingOf(machine: Machine, leastWidth: number): Drawing {
  const ways = waysOf(machine);
  const ports = portsOf(ways);
  const rows = rowsOf(machine, ports);
  const portY = placePorts(ports, rows);
  const yOf = (state: number, side: Side, to: number | null) =>
    known(portY.get(`${state} ${side} ${to}`), 'port');
  const lanes = placeLanes(lanesOf(ways, yOf));
  const room = (side: Side) => margin + stub + laneGap * laneCount(lanes, side);
  const width = Math.max(leastWidth, room('left') + leastBox.width + room('right'));
  const left = room('left');
  const right = width - room('right');
  const boxes = rows.map(({ y, height }, index): Box => {
    return { state: machine[index]?.name ?? '', x: left, y, width: right - left, height };
  });
  const laneX = (side: Side, to: number) => {
    const out = stub + laneGap * known(lanes.get(`${side} ${to}`), 'lane');
    return side === 'left' ? left - out : right + out;
  };
  const edges = ways.map(({ from, to }): Edge => {
    const names = { from: machine[from]?.name ?? '', to: machine[to]?.name ?? '' };
    if (isStraight(from, to)) return { ...names, ...straight(known(boxes[from], 'box')) };
    const side = sideOf(from, to);
    const x = side === 'left' ? left : right;
    const start = yOf(from, side, to);
    const end = yOf(to, side, null);
    return { ...names, ...sideways(x, laneX(side, to), start, end) };
  });
  const last = known(rows.at(-1), 'a state');
  return { width, height: last.y + last.height + margin, boxes, edges };
}

interface Row {
  readonly y: number;
  readonly height: number;
}

/** As high as the ports of the fuller side need. */
function rowsOf(machine: Machine, ports: readonly Port[]): Row[] {
  let y = margin;
  return machine.map((_, state) => {
    const count = (side: Side) =>
      ports.filter((port) => port.state === state && port.side === side).length;
    const most = Math.max(count('left'), count('right'));
    const row = { y, height: Math.max(leastBox.height, most * portPitch) };
    y += row.height + gap;
    return row;
  });
}

/** Evenly over the height of their state. */
function placePorts(ports: readonly Port[], rows: readonly Row[]): Map<string, number> {
  const placed = new Map<string, number>();
  for (const port of ports) {
    const { state, side, to } = port;
    const beside = ports.filter((other) => other.state === state && other.side === side);
    const { y, height } = known(rows[state], 'row');
    const at = y + (height * (beside.indexOf(port) + 0.5)) / beside.length;
    placed.set(`${state} ${side} ${to}`, at);
  }
  return placed;
}

type YOf = (state: number, side: Side, to: number | null) => number;

/** One for each target and side, as long as the ways in it need. */
function lanesOf(ways: readonly IndexedWay[], yOf: YOf): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { from, to } of ways) {
    if (isStraight(from, to)) continue;
    const side = sideOf(from, to);
    const ends = [yOf(from, side, to), yOf(to, side, null)];
    const before = lanes.get(`${side} ${to}`);
    const top = Math.min(...ends, before?.top ?? Infinity);
    const bottom = Math.max(...ends, before?.bottom ?? -Infinity);
    lanes.set(`${side} ${to}`, { side, to, top, bottom });
  }
  return [...lanes.values()];
}

/** Short lanes near the states, long ones outside; which number each has, from 1. */
function placeLanes(lanes: readonly Lane[]): Map<string, number> {
  const placed: (Lane & { readonly number: number })[] = [];
  const byLength = lanes.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top));
  for (const lane of byLength) {
    const beside = placed.filter(
      (other) => other.side === lane.side && other.top <= lane.bottom && lane.top <= other.bottom,
    );
    let number = 1;
    while (beside.some((other) => other.number === number)) number++;
    placed.push({ ...lane, number });
  }
  return new Map(placed.map(({ side, to, number }) => [`${side} ${to}`, number]));
}

function laneCount(lanes: ReadonlyMap<string, number>, side: Side): number {
  const numbers = [...lanes].filter(([key]) => key.startsWith(side)).map(([, number]) => number);
  return Math.max(0, ...numbers);
}

function straight({ x, y, width, height }: Box): Pick<Edge, 'points' | 'badge'> {
  const middle = x + width / 2;
  const top = y + height;
  return {
    points: [
      { x: middle, y: top },
      { x: middle, y: top + gap },
    ],
    badge: { x: middle, y: top + gap / 2 - 2 },
  };
}

/** Out of the state, along the lane, into the target. */
function sideways(x: number, lane: number, start: number, end: number) {
  const away = lane < x ? -1 : 1;
  return {
    points: [
      { x, y: start },
      { x: lane, y: start },
      { x: lane, y: end },
      { x, y: end },
    ],
    badge: { x: x + away * (4 + badgeSize.width / 2), y: start },
  };
}

const cornerRadius = 5;

/** The line with its corners rounded, as SVG has it. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${first.x} ${first.y}`];
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    const before = points[index] ?? point;
    if (!next) return parts.push(`L${point.x} ${point.y}`);
    const into = towards(point, before);
    const out = towards(point, next);
    return parts.push(`L${into.x} ${into.y}`, `Q${point.x} ${point.y} ${out.x} ${out.y}`);
  });
  return parts.join('');
}

/** A corner's radius away from `from`, and no farther than half of the way. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(cornerRadius, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The tip of the arrow at the end of the line. */
export function arrowOf(points: readonly Point[]): string {
  const tip = points.at(-1) ?? { x: 0, y: 0 };
  const back = towards({ ...tip }, points.at(-2) ?? tip);
  const [dx, dy] = [Math.sign(back.x - tip.x) * 7, Math.sign(back.y - tip.y) * 7];
  const corners = [-4, 4].map((by) => {
    return `${tip.x + dx + (dx === 0 ? by : 0)},${tip.y + dy + (dy === 0 ? by : 0)}`;
  });
  return `${tip.x},${tip.y} ${corners.join(' ')}`;
}
