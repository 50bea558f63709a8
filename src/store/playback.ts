/**
 * How the cursor moves: constant speeds, and the adaptive speed that hurries through quiet stretches
 * and slows down while something worth seeing is under way. Pure arithmetic over worlds.
 */
import type { MessageWorld, World } from '../trace/world.ts';

/** Virtual seconds a second. */
export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;
export type Speed = (typeof speeds)[number] | 'adaptive';

/** The viewer's place: all events up to `seq` are shown, at virtual time `atUs`. */
export interface Cursor {
  /** Not below the time of event `seq`; may lie between two events, and between two microseconds. */
  readonly atUs: number;
  /** -1 before the first event. */
  readonly seq: number;
}

/** Adaptive speed shows a message worth seeing for at least this long. */
export const attentiveFlightMs = 600;
const quietFactor = 4;
const busyFactor = 0.5;
const slowestFactor = 0.01;

/** Virtual seconds a second that adaptive speed takes in this world. */
export function adaptiveFactor(world: World): number {
  const busy = somebodyIsBusy(world);
  let factor = busy ? busyFactor : quietFactor;
  for (const message of world.messages.values()) {
    if (message.held !== null || isRoutine(message, busy)) continue;
    const flightMs = (message.arrivesAtUs - message.sentAtUs) / 1000;
    factor = Math.min(factor, flightMs / attentiveFlightMs);
  }
  return Math.max(slowestFactor, factor);
}

/** A rebalance is running, or a consumer is on its way into the group. */
function somebodyIsBusy(world: World): boolean {
  for (const group of world.groups.values()) {
    if (group.state === 'PreparingRebalance' || group.state === 'Rebalancing') return true;
  }
  for (const { status, consumer } of world.processes.values()) {
    if (consumer && status === 'running' && consumer.state !== 'PartOfGroup') return true;
  }
  return false;
}

/** Messages that keep things as they are; while somebody is busy heartbeats are no routine. */
function isRoutine(message: MessageWorld, busy: boolean): boolean {
  if (message.error !== null && message.error !== 'None') return false;
  if (message.api === 'Heartbeat') return !busy;
  return message.api !== 'RegisterConsumer' && message.api !== 'ConsumerMetadata';
}

/** What playback needs of a trace and its worlds. */
export interface Timeline {
  /** Time up to which the simulation has gone; the cursor never passes it. */
  readonly endUs: number;
  readonly length: number;
  atUs(seq: number): number;
  lastAtOrBefore(atUs: number): number;
  worldAt(seq: number): World;
}

export interface Advance {
  readonly cursor: Cursor;
  /** Virtual seconds a second in force at the end of the step. */
  readonly factor: number;
}

/** Moves the cursor on by `realMs` of the viewer's time. */
export function advance(timeline: Timeline, cursor: Cursor, realMs: number, speed: Speed): Advance {
  if (speed === 'adaptive') return advanceAdaptively(timeline, cursor, realMs);
  const atUs = Math.max(cursor.atUs, Math.min(timeline.endUs, cursor.atUs + realMs * 1000 * speed));
  return { cursor: { atUs, seq: timeline.lastAtOrBefore(atUs) }, factor: speed };
}

/** From event to event, since each may change how much there is to see. */
function advanceAdaptively(timeline: Timeline, cursor: Cursor, realMs: number): Advance {
  let { atUs, seq } = cursor;
  let restMs = realMs;
  let factor = adaptiveFactor(timeline.worldAt(seq));
  while (restMs > 0) {
    const nextUs = seq + 1 < timeline.length ? timeline.atUs(seq + 1) : Infinity;
    const reachUs = atUs + restMs * 1000 * factor;
    if (nextUs > reachUs || nextUs > timeline.endUs) {
      atUs = Math.max(atUs, Math.min(reachUs, timeline.endUs));
      break;
    }
    restMs -= (nextUs - atUs) / 1000 / factor;
    atUs = nextUs;
    seq = timeline.lastAtOrBefore(atUs);
    factor = adaptiveFactor(timeline.worldAt(seq));
  }
  return { cursor: { atUs, seq }, factor };
}

/** How far the simulation should run ahead: one second of playback, at least a little. */
export function leadUs(speed: Speed): number {
  const factor = speed === 'adaptive' ? quietFactor : speed;
  return Math.max(100_000, factor * 1_000_000);
}
