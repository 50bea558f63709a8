/**
 * Where adaptive speed hurries through a run, as stretches of time: read off the trace alone, with the
 * rule by which it plays, so that it is known of what lies ahead and of what was played otherwise.
 */
import type { TraceReader } from '../trace/reader.ts';
import type { WorldReader } from '../trace/world-reader.ts';
import { perTrace } from './forks.ts';
import { adaptiveFactor } from './playback.ts';
import type { Run } from './runs.ts';

export interface HurriedStretch {
  readonly fromUs: number;
  readonly toUs: number;
  /** Virtual seconds a second, above 1. */
  readonly factor: number;
}

export class Paces {
  readonly #trace: TraceReader;
  readonly #reader: WorldReader;
  readonly #stretches: HurriedStretch[];
  #next: number;

  constructor(
    trace: TraceReader,
    reader: WorldReader,
    known: readonly HurriedStretch[] = [],
    next = 0,
  ) {
    this.#trace = trace;
    this.#reader = reader;
    this.#stretches = [...known];
    this.#next = next;
  }

  /** In order; they end where a later event has been read. */
  get stretches(): readonly HurriedStretch[] {
    return this.#stretches;
  }

  /** Reads up to `atMost` more of the events that have come. */
  readOn(atMost: number): void {
    const end = Math.min(this.#trace.length - 1, this.#next + atMost);
    for (; this.#next < end; this.#next++) this.#read(this.#next);
  }

  /** For a fork that shares the events up to `seq`. */
  fork(seq: number, trace: TraceReader): Paces {
    const next = Math.max(0, Math.min(this.#next, seq));
    const untilUs = next > 0 ? trace.atUs(next) : 0;
    const known = this.#stretches
      .filter(({ fromUs }) => fromUs < untilUs)
      .map((stretch) => ({ ...stretch, toUs: Math.min(stretch.toUs, untilUs) }));
    return new Paces(trace, this.#reader.fork(trace), known, next);
  }

  /** What lasts from this event to the next: only the last event of a moment counts. */
  #read(seq: number): void {
    const fromUs = this.#trace.atUs(seq);
    const toUs = this.#trace.atUs(seq + 1);
    if (toUs === fromUs) return;
    const factor = adaptiveFactor(this.#reader.worldAt(seq));
    if (factor <= 1) return;
    const last = this.#stretches.at(-1);
    if (last?.toUs === fromUs && last.factor === factor) {
      this.#stretches[this.#stretches.length - 1] = { ...last, toUs };
    } else {
      this.#stretches.push({ fromUs, toUs, factor });
    }
  }
}

const known = perTrace(
  (trace, reader: WorldReader) => new Paces(trace, reader.fork(trace)),
  (paces, seq, trace) => paces.fork(seq, trace),
);

/** Of a run; a branch goes on with what is known of the past that it shares. */
export function pacesOf({ trace, reader }: Run): Paces {
  return known(trace, reader);
}
