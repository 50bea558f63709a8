/**
 * Where traces were forked off. What is gathered of a trace by `perTrace` goes on, in its branches,
 * with what is known of the past that they share. The indexes over time do not: a branch reads them
 * anew, in one pass (time-index.ts) or bit by bit.
 */
import type { TraceReader } from '../trace/reader.ts';

interface Fork {
  readonly from: TraceReader;
  /** The last event that both have. */
  readonly seq: number;
}

const forks = new WeakMap<TraceReader, Fork>();

export function noteFork(trace: TraceReader, from: TraceReader, seq: number): void {
  forks.set(trace, { from, seq });
}

/**
 * One of something for each trace: made when it is first asked for, or forked from that of the
 * nearest ancestor which has one, with the last event that both share.
 */
export function perTrace<T, More extends readonly unknown[]>(
  make: (trace: TraceReader, ...more: More) => T,
  fork: (of: T, seq: number, trace: TraceReader) => T,
): (trace: TraceReader, ...more: More) => T {
  const known = new WeakMap<TraceReader, T>();
  const forkOfKnown = (trace: TraceReader): T | undefined => {
    let shared = Infinity;
    for (let at = forks.get(trace); at; at = forks.get(at.from)) {
      shared = Math.min(shared, at.seq);
      const its = known.get(at.from);
      if (its !== undefined) return fork(its, shared, trace);
    }
    return undefined;
  };
  return (trace, ...more) => {
    const its = known.get(trace) ?? forkOfKnown(trace) ?? make(trace, ...more);
    known.set(trace, its);
    return its;
  };
}

/**
 * The last event that two traces share because one was forked from the other, or both from one; -1
 * where they have nothing in common that is known. A trace shares all of itself with itself.
 */
export function sharedSeqOf(first: TraceReader, second: TraceReader): number {
  const shares = new Map<TraceReader, number>([[first, first.length - 1]]);
  for (let at = forks.get(first), shared = Infinity; at; at = forks.get(at.from)) {
    shared = Math.min(shared, at.seq);
    shares.set(at.from, shared);
  }
  let shared = Infinity;
  for (let trace: TraceReader | undefined = second; trace;) {
    const its = shares.get(trace);
    if (its !== undefined) return Math.min(its, shared, second.length - 1);
    const fork = forks.get(trace);
    shared = Math.min(shared, fork?.seq ?? -1);
    trace = fork?.from;
  }
  return -1;
}
