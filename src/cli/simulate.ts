/** Runs an experiment to its end in this thread, with the invariants looked at if wanted. */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Protocol } from '../protocol/step.ts';
import { createInlineSimulation } from '../simulation/inline.ts';
import type { Experiment } from '../trace/experiment.ts';
import { InvariantWatch } from '../trace/invariant-watch.ts';
import type { TraceReader } from '../trace/reader.ts';
import type { Trace } from '../trace/trace.ts';

const protocols: ReadonlyMap<string, Protocol> = new Map([[registerProtocol.id, registerProtocol]]);

export interface RunOptions {
  readonly untilMs: number;
  /** Check the invariants after every event, and stop at the first that does not hold. */
  readonly check: boolean;
  /** Checked, go on after `untilMs` until every group has settled or is too late for it (OWN-5). */
  readonly untilSettled?: boolean;
  /** So many events at one instant mean that time does not go on. */
  readonly eventsAtOnce?: number;
}

export interface Violation {
  readonly seq: number;
  readonly atUs: number;
  readonly message: string;
}

export interface Ran {
  /** Up to the violation, if there is one. */
  readonly trace: Trace;
  readonly violation: Violation | null;
  /** Virtual time up to which it was run. */
  readonly untilUs: Us;
}

/** Events between two looks at what was appended. */
const sliceEvents = 5000;
/** Virtual time between two looks at whether all has settled. */
const sliceUs = 500_000;

export function runToEnd(experiment: Experiment, options: RunOptions, other?: Protocol): Ran {
  const { check, untilSettled = false, eventsAtOnce = 1_000_000 } = options;
  const protocol = other ?? known(protocols.get(experiment.scenario.protocol), 'protocol');
  const simulation = createInlineSimulation(experiment, protocol);
  const { trace } = simulation;
  const watch = new InvariantWatch(experiment, trace, untilSettled);
  const checks = [noStandstill(trace, eventsAtOnce), ...(check ? [invariantsOf(watch)] : [])];
  let untilUs = msToUs(options.untilMs);
  for (;;) {
    const crash = crashOf(() => simulation.advance(untilUs, sliceEvents));
    const doneUs = crash === null ? simulation.handledUntilUs : trace.atUs(trace.length - 1);
    const violation = firstOf(checks, doneUs) ?? crashed(trace, crash);
    if (violation) return { trace: trace.fork(violation.seq), violation, untilUs: doneUs };
    if (doneUs < untilUs) continue;
    if (!untilSettled || watch.isCalm(untilUs)) return { trace, violation: null, untilUs };
    untilUs += sliceUs;
  }
}

/** Says what does not hold in what was appended since it was last asked, or null. */
type Check = (untilUs: Us) => Violation | null;

function firstOf(checks: readonly Check[], untilUs: Us): Violation | null {
  const found = checks.map((check) => check(untilUs)).filter((one) => one !== null);
  return found.toSorted((a, b) => a.seq - b.seq)[0] ?? null;
}

function crashed(trace: TraceReader, crash: string | null): Violation | null {
  if (crash === null) return null;
  const seq = trace.length - 1;
  return { seq, atUs: trace.atUs(seq), message: crash };
}

/** A defect of the simulation is told like a broken invariant: with the experiment that shows it. */
function crashOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return `after it the simulation crashed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The rule that does not hold any more, and how. */
function invariantsOf(watch: InvariantWatch): Check {
  return (untilUs) => {
    const violation = watch.update(untilUs);
    if (!violation) return null;
    const { seq, atUs, rule, text } = violation;
    return { seq, atUs, message: `${rule}: ${text}` };
  };
}

function noStandstill(trace: TraceReader, eventsAtOnce: number): Check {
  let seq = 0;
  return () => {
    for (; seq < trace.length; seq++) {
      const before = seq - eventsAtOnce;
      if (before < 0 || trace.atUs(before) < trace.atUs(seq)) continue;
      const message = `time stands still: more than ${eventsAtOnce} events at one instant`;
      return { seq, atUs: trace.atUs(seq), message };
    }
    return null;
  };
}

export function violationLine({ seed }: Experiment, { seq, atUs, message }: Violation): string {
  return `seed ${seed}, ${(atUs / 1e6).toFixed(6)} s, event ${seq}: ${message}`;
}
