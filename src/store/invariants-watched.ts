/**
 * One watch over the invariants for each trace. Whoever reads it on, the inspector bit by bit or a
 * breakpoint at once, what it finds is known to the breakpoints of the trace.
 */
import { oncePer } from '../lib/once-per.ts';
import type { Experiment } from '../trace/experiment.ts';
import { InvariantWatch } from '../trace/invariant-watch.ts';
import type { TraceReader } from '../trace/reader.ts';
import type { Run } from './runs.ts';
import { timeIndexOf } from './time-index.ts';

const watchFor = oncePer(
  (trace: TraceReader, experiment: Experiment) => new InvariantWatch(experiment, trace),
);

export function watchOf({ trace, experiment }: Run): InvariantWatch {
  return watchFor(trace, experiment);
}

/** Looks at up to `atMost` more of the events that have arrived. */
export function watchOn(run: Run, atMost = Infinity): void {
  const watch = watchOf(run);
  if (!watch.update(run.handledUntilUs, atMost)) return;
  const { breakpoints } = timeIndexOf(run.trace);
  for (const { violation } of watch.statuses()) {
    if (violation) breakpoints.noteViolation(violation.seq);
  }
}
