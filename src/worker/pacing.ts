/**
 * Which host steps a run: a Web Worker a process as long as they keep up, else the simulation
 * worker's own thread. Threads that were too slow are tried again later and later.
 */
import type { HostKind } from './messages.ts';

/** Threads that have worked so long without having what the page asked for are too slow. */
const tooLongMs = 250;
/** A request that is met so quickly is one that threads may do as well. */
const calmMs = 50;
/** So many of those in a row, at first; and at most, after threads were too slow often. */
const fewestCalm = 20;
const mostCalm = 1280;

export interface Pace {
  readonly host: HostKind;
  /** Calm rounds in a row. */
  readonly calm: number;
  /** How many of them threads are worth. */
  readonly needed: number;
}

export const initialPace: Pace = { host: 'inline', calm: 0, needed: fewestCalm };

/** How things stand at the beginning of a round. */
export interface Standing {
  /** How long the page has been waiting for what it asked. */
  readonly behindMs: number;
  readonly processes: number;
  /** More processes than this get no threads. */
  readonly most: number;
}

/** The pace of the next round. */
export function nextPace(pace: Pace, { behindMs, processes, most }: Standing): Pace {
  const { host, calm, needed } = pace;
  if (processes > most) return { host: 'inline', calm: 0, needed };
  if (host === 'workers') {
    if (behindMs <= tooLongMs) return pace;
    return { host: 'inline', calm: 0, needed: Math.min(mostCalm, 2 * needed) };
  }
  if (behindMs > calmMs) return { host, calm: 0, needed };
  return calm + 1 < needed
    ? { host, calm: calm + 1, needed }
    : { host: 'workers', calm: 0, needed };
}

/** Another run, or an action: it is simulated inline first, so that it is seen at once. */
export function restarted({ needed }: Pace): Pace {
  return { host: 'inline', calm: 0, needed };
}
