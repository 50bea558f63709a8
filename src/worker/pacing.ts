/**
 * Which host steps a run: a Web Worker a process, as long as they keep up, else this thread. Going
 * back has a threshold of its own, since starting workers takes a fifth of a second.
 */
import type { HostKind } from './messages.ts';

/** More than this to catch up with: the page waits, or plays faster than workers can. */
const behindUs = 1_500_000;
/** So many rounds in a row with little to do: the workers would have kept up. */
const calmRounds = 20;
const calmUs = 400_000;

export interface Pace {
  readonly host: HostKind;
  readonly calm: number;
}

export const initialPace: Pace = { host: 'inline', calm: 0 };

/** The pace of the next round, from the last one and how much is to be caught up with. */
export function nextPace(pace: Pace, backlogUs: number, processes: number, most: number): Pace {
  if (processes > most || backlogUs > behindUs) return initialPace;
  if (pace.host === 'workers') return pace;
  const calm = backlogUs < calmUs ? pace.calm + 1 : 0;
  return calm >= calmRounds ? { host: 'workers', calm: 0 } : { host: 'inline', calm };
}
