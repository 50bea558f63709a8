/**
 * Where each message is at a time: as far along its line as the share of its flight that is over.
 * Held ones stand still, in a queue where many wait at one place. Pure; the canvas draws these
 * places and the mouse picks from them.
 */
import type { MessageWorld, World } from '../../../trace/world.ts';
import { clamp, lengthOf, placeAlong } from '../places/geometry.ts';
import type { Point } from '../places/geometry.ts';
import { shapeOf } from '../marks.ts';
import type { ShapeName } from '../marks.ts';
import { routeBetween } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { isRefusal } from '../../words/messages.ts';

export interface MessagePlace extends Point {
  readonly message: MessageWorld;
  readonly shape: ShapeName;
  readonly refusal: boolean;
  /** Of brokers and ZooKeeper among themselves: drawn dimmed. */
  readonly isBackstage: boolean;
  /** Direction of travel, a unit vector. */
  readonly dx: number;
  readonly dy: number;
}

export interface LostPlace extends MessagePlace {
  readonly atUs: number;
  readonly reason: string;
}

/** Requests and responses keep to their own side, so that they do not hide each other. */
const laneOffset = 5;
const backstageOffset = 2;
/** Marks keep whole at the sides of the stage. */
const edge = 8;
/** How far the first message stands from the card, and those queued behind from each other. */
const standOff = 14;
const queueStep = 13;
const longestQueue = 5;

export function messagePlaces(world: World, scene: Scene, atUs: number): MessagePlace[] {
  const places: MessagePlace[] = [];
  const queues = new Map<string, number>();
  for (const message of world.messages.values()) {
    const shown = message.held === null ? atUs : message.heldAtUs;
    const flight = message.arrivesAtUs - message.sentAtUs;
    const share = shareOf(message, shown, flight);
    let queued = 0;
    if (message.held !== null) {
      const end = `${message.from}>${message.to}:${share < 1 ? share.toFixed(2) : 'end'}`;
      queued = queues.get(end) ?? 0;
      queues.set(end, queued + 1);
      if (queued >= longestQueue) continue;
    }
    const place = placeOf(scene, message, share, queued);
    if (place) places.push(place);
  }
  return places;
}

function shareOf(message: MessageWorld, atUs: number, flightUs: number): number {
  if (message.held === 'receiver-frozen') return 1;
  return flightUs <= 0 ? 1 : clamp((atUs - message.sentAtUs) / flightUs, 0, 1);
}

function placeOf(
  scene: Scene,
  message: MessageWorld,
  share: number,
  queued: number,
): MessagePlace | null {
  const points = routeBetween(scene.layout, message.from, message.to);
  if (!points) return null;
  const length = lengthOf(points);
  const way = Math.max(0, length - 2 * standOff);
  const queue = message.held === null ? 0 : queued * queueStep;
  // Behind the one in front: nearer to the sender, or where none has left it, further on.
  const along = share > 0.5 ? standOff + share * way - queue : standOff + share * way + queue;
  const { x, y, dx, dy } = placeAlong(points, clamp(along, 0, length));
  const isBackstage =
    !scene.layout.consumers.has(message.from) && !scene.layout.consumers.has(message.to);
  const lane = isBackstage ? backstageOffset : laneOffset;
  return {
    message,
    shape: shapeOf(message.api),
    refusal: isRefusal(message),
    isBackstage,
    x: clamp(x - dy * lane, edge, scene.layout.width - edge),
    y: y + dx * lane,
    dx,
    dy,
  };
}

/** How long a cross stays, in virtual time. */
export const crossLastsUs = 1_000_000;

export function lostPlaces(world: World, scene: Scene, atUs: number): LostPlace[] {
  const places: LostPlace[] = [];
  for (const { message, atUs: lostAtUs, reason } of world.lost) {
    if (atUs - lostAtUs > crossLastsUs) continue;
    const flight = message.arrivesAtUs - message.sentAtUs;
    const share = flight <= 0 ? 1 : clamp((lostAtUs - message.sentAtUs) / flight, 0, 1);
    const place = placeOf(scene, message, share, 0);
    if (place) places.push({ ...place, atUs: lostAtUs, reason });
  }
  return places;
}

const pickReach = 12;

/** The message under a point, the nearest first; null where there is none. */
export function messageAt(places: readonly MessagePlace[], { x, y }: Point): MessagePlace | null {
  let nearest: MessagePlace | null = null;
  let least = pickReach ** 2;
  for (const place of places) {
    const squared = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (squared > least) continue;
    least = squared;
    nearest = place;
  }
  return nearest;
}
