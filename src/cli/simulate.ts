/** Runs an experiment to its end in this thread, with the invariants looked at if wanted. */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Protocol } from '../protocol/step.ts';
import { createInlineSimulation } from '../simulation/inline.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { TraceReader } from '../trace/reader.ts';
import { createInvariants } from '../trace/invariants.ts';
import type { Trace } from '../trace/trace.ts';

const protocols: ReadonlyMap<string, Protocol> = new Map([[registerProtocol.id, registerProtocol]]);

export interface RunOptions {
  readonly untilMs: number;
  /** Check the invariants after every event, and stop at the first that does not hold. */
  readonly check: boolean;
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
}

/** Events between two looks at what was appended. */
const sliceEvents = 5000;

export function runToEnd(experiment: Experiment, options: RunOptions, other?: Protocol): Ran {
  const { untilMs, check, eventsAtOnce = 1_000_000 } = options;
  const protocol = other ?? known(protocols.get(experiment.scenario.protocol), 'protocol');
  const simulation = createInlineSimulation(experiment, protocol);
  const untilUs = msToUs(untilMs);
  const { trace } = simulation;
  const checks = [noStandstill(trace, eventsAtOnce), ...(check ? [invariantsOf(trace)] : [])];
  for (let seq = 0; simulation.handledUntilUs < untilUs;) {
    const crash = crashOf(() => simulation.advance(untilUs, sliceEvents));
    for (; seq < trace.length; seq++) {
      for (const holds of checks) {
        const message = holds(seq);
        if (message === null) continue;
        return { trace: trace.fork(seq), violation: { seq, atUs: trace.atUs(seq), message } };
      }
    }
    if (crash === null) continue;
    const last = trace.length - 1;
    return { trace, violation: { seq: last, atUs: trace.atUs(last), message: crash } };
  }
  return { trace, violation: null };
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

/** Says what does not hold after event `seq`, or null. */
type Check = (seq: number) => string | null;

/** The rule that does not hold any more, and how. */
function invariantsOf(trace: TraceReader): Check {
  const invariants = createInvariants();
  return (seq) => {
    const violation = invariants.check(trace.event(seq));
    return violation && `${violation.rule}: ${violation.text}`;
  };
}

function noStandstill(trace: TraceReader, eventsAtOnce: number): Check {
  return (seq) => {
    const before = seq - eventsAtOnce;
    if (before < 0 || trace.atUs(before) < trace.atUs(seq)) return null;
    return `time stands still: more than ${eventsAtOnce} events at one instant`;
  };
}

export function violationLine({ seed }: Experiment, { seq, atUs, message }: Violation): string {
  return `seed ${seed}, ${(atUs / 1e6).toFixed(6)} s, event ${seq}: ${message}`;
}
