/**
 * Coverage and invariants of the run that is shown, as far as it has been seen. They are read on bit
 * by bit in the animation frame, so that opening a long run does not halt the page.
 */
import { useState } from 'react';
import { shallow } from 'zustand/shallow';
import { activeRun } from '../../store/playground.ts';
import { perTrace } from '../../store/forks.ts';
import { Coverage } from '../../trace/queries/coverage.ts';
import { watchOf, watchOn } from '../../store/invariants-watched.ts';
import type { Run } from '../../store/runs.ts';
import type { InvariantWatch } from '../../trace/invariant-watch.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { useFrame, usePlaygroundStore, useRun } from '../context.tsx';

/** Events that are read in one frame. */
const eventsAtOnce = 2000;

export interface Checks {
  readonly coverage: Coverage;
  readonly watch: InvariantWatch;
}

interface Kept extends Checks {
  /** The frame in which it was read on last. */
  frameAtMs: number;
}

const known = new WeakMap<TraceReader, Kept>();

/** A branch goes on with its parent's coverage; what the invariants remember is not shared. */
const coverageOf = perTrace(
  () => new Coverage(),
  (coverage, last) => coverage.fork(last),
);

function checksOf(run: Run): Kept {
  const { trace } = run;
  let checks = known.get(trace);
  if (!checks) {
    checks = { coverage: coverageOf(trace), watch: watchOf(run), frameAtMs: -1 };
    known.set(trace, checks);
  }
  return checks;
}

/** Reads on once in a frame, however many tell of it. */
function readOn(checks: Kept, run: Run, frameAtMs: number): void {
  if (checks.frameAtMs === frameAtMs) return;
  checks.frameAtMs = frameAtMs;
  checks.coverage.readOn(run.trace, eventsAtOnce);
  watchOn(run, eventsAtOnce);
}

/**
 * What `tell` says, given the last event of what has been seen; the component renders again when one
 * of the things that it lists is another.
 */
export function useChecks<T>(tell: (checks: Checks, last: number) => readonly T[]): readonly T[] {
  const store = usePlaygroundStore();
  const run = useRun();
  const checks = checksOf(run);
  const tellNow = () => {
    const { seenUs } = activeRun(store.getState());
    return tell(checks, run.trace.lastAtOrBefore(seenUs));
  };
  const [told, setTold] = useState(tellNow);
  useFrame((frameAtMs) => {
    readOn(checks, run, frameAtMs);
    const now = tellNow();
    setTold((old) => (shallow(old, now) ? old : now));
  });
  return told;
}
