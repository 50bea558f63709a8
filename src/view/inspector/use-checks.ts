/**
 * Coverage and invariants of the run that is shown, as far as it has been seen. They are read on bit
 * by bit in the animation frame, so that opening a long run does not halt the page.
 */
import { useState } from 'react';
import { activeRun } from '../../store/playground.ts';
import { Coverage } from '../../trace/queries/coverage.ts';
import type { Run } from '../../store/runs.ts';
import { InvariantWatch } from '../../trace/invariant-watch.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { useFrame, usePlaygroundStore, useRun } from '../context.tsx';

/** Events that are read in one frame. */
const eventsAtOnce = 2000;

export interface Checks {
  readonly coverage: Coverage;
  readonly watch: InvariantWatch;
}

const known = new WeakMap<TraceReader, Checks>();

function checksOf({ trace, experiment }: Run): Checks {
  let checks = known.get(trace);
  if (!checks) {
    checks = { coverage: new Coverage(), watch: new InvariantWatch(experiment, trace) };
    known.set(trace, checks);
  }
  return checks;
}

/** The last event of what has been seen; the component renders again when there is something new. */
export function useChecks<T>(tell: (checks: Checks, last: number) => T): T {
  const store = usePlaygroundStore();
  const run = useRun();
  const { trace } = run;
  const checks = checksOf(run);
  const tellNow = () => {
    const { seenUs } = activeRun(store.getState());
    return tell(checks, trace.lastAtOrBefore(seenUs));
  };
  const [told, setTold] = useState(tellNow);
  useFrame(() => {
    checks.coverage.readOn(trace, eventsAtOnce);
    checks.watch.update(run.handledUntilUs, eventsAtOnce);
    const now = tellNow();
    setTold((old) => (JSON.stringify(old) === JSON.stringify(now) ? old : now));
  });
  return told;
}
