/**
 * How far a message had come at which time, as corners of a line: slanted while it travels, level
 * while it is held. Pure.
 */
import type { LaneMessage } from '../../../trace/queries/lane-messages.ts';

export interface Waypoint {
  readonly atUs: number;
  /** Of the way from its sender, at 0, to its receiver, at 1. */
  readonly share: number;
}

/** The whole of its way as it came to be; of one that is under way, as it is planned. */
export function pathOf(message: LaneMessage): readonly Waypoint[] {
  const { sentUs, plannedUs, endedUs, end, holds } = message;
  const flightUs = Math.max(1, plannedUs - sentUs);
  const path: Waypoint[] = [{ atUs: sentUs, share: 0 }];
  let last = { atUs: sentUs, share: 0 };
  const go = (atUs: number, share: number) => path.push((last = { atUs, share }));
  for (const { reason, fromUs, toUs } of holds) {
    const travelled = last.share + (fromUs - last.atUs) / flightUs;
    const share = reason === 'receiver-frozen' ? 1 : Math.min(1, travelled);
    go(fromUs, share);
    go(toUs, share);
  }
  const planned = last.atUs + (1 - last.share) * flightUs;
  if (end === 'dropped') {
    go(endedUs, Math.min(1, last.share + (endedUs - last.atUs) / flightUs));
  } else {
    go(end === 'delivered' ? endedUs : planned, 1);
  }
  return path;
}

/** How far along its way it is at a time. */
export function shareAt(path: readonly Waypoint[], atUs: number): number {
  const next = path.findIndex((point) => point.atUs >= atUs);
  const to = path[next];
  if (!to) return path.at(-1)?.share ?? 0;
  const from = path[next - 1];
  if (!from || to.atUs === from.atUs) return to.share;
  if (to.atUs === Infinity) return from.share;
  return from.share + ((atUs - from.atUs) / (to.atUs - from.atUs)) * (to.share - from.share);
}

/** Squared distance of a point from the nearest part of a line through points. */
export function squaredDistance(
  points: readonly (readonly [x: number, y: number])[],
  x: number,
  y: number,
): number {
  let least = Infinity;
  for (let index = 0; index < points.length; index++) {
    const [ax, ay] = points[Math.max(0, index - 1)] as readonly [number, number];
    const [bx, by] = points[index] as readonly [number, number];
    const squared = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = squared === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared;
    const part = Math.min(1, Math.max(0, along));
    least = Math.min(least, (ax + part * (bx - ax) - x) ** 2 + (ay + part * (by - ay) - y) ** 2);
  }
  return least;
}
