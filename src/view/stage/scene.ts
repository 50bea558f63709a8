/**
 * The layout together with the lines between processes, and what lies under a point of it. Pure:
 * the palette, the mouse and the canvas all ask here, so they agree.
 */
import { linkKey } from '../../trace/world.ts';
import type { LinkWorld, World } from '../../trace/world.ts';
import type { Target } from '../../store/selection.ts';
import { centreOf, clamp, contains, distanceToLine, hangingCurve } from './places/geometry.ts';
import type { Box, Point } from './places/geometry.ts';
import { castOf, layoutOf } from './places/layout.ts';
import type { Cast, StageLayout } from './places/layout.ts';

/** Both ends know the connection, one does, or there is only the link. */
export type LineState = 'open' | 'half-open' | 'none';

export interface Line {
  readonly key: string;
  readonly peers: readonly [string, string];
  /** From the first of `peers` to the second. */
  readonly points: readonly Point[];
  readonly state: LineState;
  readonly link: LinkWorld;
  /** No consumer is at either end. */
  readonly isBackstage: boolean;
}

export interface Scene {
  readonly layout: StageLayout;
  readonly lines: ReadonlyMap<string, Line>;
}

interface Laid {
  readonly key: string;
  readonly layout: StageLayout;
}

let lastLaid: Laid | null = null;

/** The layout is asked for at every event and changes hardly ever; the last one is kept. */
function laidOut(cast: Cast, width: number, height: number, closer: boolean): StageLayout {
  const key = JSON.stringify([cast, width, height, closer]);
  if (lastLaid?.key !== key) lastLaid = { key, layout: layoutOf(cast, width, height, closer) };
  return lastLaid.layout;
}

export function sceneOf(
  world: World,
  group: string,
  width: number,
  height: number,
  closer = false,
): Scene {
  const layout = laidOut(castOf(world, group), width, height, closer);
  const states = lineStates(world);
  const lines = new Map<string, Line>();
  for (const [key, link] of world.links) {
    const state = states.get(key) ?? 'none';
    if (state === 'none' && !link.cut && !link.slowed) continue;
    const [a, b] = link.peers;
    const points = routeBetween(layout, a, b);
    if (!points) continue;
    const isBackstage = !layout.consumers.has(a) && !layout.consumers.has(b);
    lines.set(key, { key, peers: link.peers, points, state, link, isBackstage });
  }
  return { layout, lines };
}

function lineStates(world: World): Map<string, LineState> {
  const states = new Map<string, LineState>();
  for (const { opener, peer, openAt } of world.connections.values()) {
    if (openAt.size === 0) continue;
    const key = linkKey(opener, peer);
    if (openAt.size > 1) states.set(key, 'open');
    else if (!states.has(key)) states.set(key, 'half-open');
  }
  return states;
}

/** The way from `from` to `to`; null where one of them is not on the stage. */
export function routeBetween(layout: StageLayout, from: string, to: string): Point[] | null {
  if (layout.consumers.has(from)) return routeBetween(layout, to, from)?.toReversed() ?? null;
  const broker = layout.brokers.get(from);
  if (!broker) {
    return layout.brokers.has(to) ? (routeBetween(layout, to, from)?.toReversed() ?? null) : null;
  }
  const consumer = layout.consumers.get(to);
  if (consumer) {
    const port = bottomPort(broker, consumer.channelX ?? consumer.socket.x);
    return [port, ...channelTo(layout, consumer.channelX, consumer.socket)];
  }
  const other = layout.brokers.get(to);
  if (other) return betweenBrokers(broker, other);
  if (layout.zooKeeper?.name !== to) return null;
  return [topPort(broker), zooKeeperPort(layout, layout.zooKeeper.box, broker)];
}

function channelTo(layout: StageLayout, channelX: number | null, socket: Point): Point[] {
  if (channelX === null) return [socket];
  const turnY = socket.y - 4;
  return [
    { x: channelX, y: layout.cards.y },
    { x: channelX, y: turnY },
    { x: socket.x, y: turnY },
    socket,
  ];
}

function bottomPort(broker: Box, towardsX: number): Point {
  const { x } = centreOf(broker);
  const reach = broker.width * 0.42;
  return { x: x + clamp((towardsX - x) * 0.16, -reach, reach), y: broker.y + broker.height };
}

function topPort(broker: Box): Point {
  return { x: centreOf(broker).x, y: broker.y };
}

function zooKeeperPort(layout: StageLayout, box: Box, broker: Box): Point {
  const share = centreOf(broker).x / layout.width;
  return { x: box.x + box.width * (0.08 + 0.84 * share), y: box.y + box.height };
}

function betweenBrokers(from: Box, to: Box): Point[] {
  const a = centreOf(from);
  const b = centreOf(to);
  const towards = Math.sign(b.x - a.x);
  const start = { x: a.x + towards * from.width * 0.3, y: from.y + from.height };
  const end = { x: b.x - towards * to.width * 0.3, y: to.y + to.height };
  return hangingCurve(start, end, 14);
}

/** How near to a line counts as on it. */
export const lineReach = 10;

/** What lies at a point of the stage: a process, a line within reach, else the stage itself. */
export function hitTest({ layout, lines }: Scene, x: number, y: number): Target {
  const point = { x, y };
  for (const [process, { box }] of layout.consumers) {
    if (contains(box, point)) return { kind: 'process', process };
  }
  for (const [process, box] of layout.brokers) {
    if (contains(box, point)) return { kind: 'process', process };
  }
  const { zooKeeper } = layout;
  if (zooKeeper && contains(zooKeeper.box, point)) {
    return { kind: 'process', process: zooKeeper.name };
  }
  let nearest: Line | null = null;
  let least = lineReach;
  for (const line of lines.values()) {
    const away = distanceToLine(point, line.points);
    // Of lines that cross, the one to a consumer is meant.
    if (away > least || (away === least && line.isBackstage)) continue;
    least = away;
    nearest = line;
  }
  return nearest ? { kind: 'link', peers: nearest.peers } : { kind: 'stage' };
}
