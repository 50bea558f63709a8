/** Runs an experiment to its end in this thread, with the invariants looked at if wanted. */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Protocol } from '../protocol/step.ts';
import { createInlineSimulation } from '../simulation/inline.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { Trace } from '../trace/trace.ts';

const protocols: ReadonlyMap<string, Protocol> = new Map([[registerProtocol.id, registerProtocol]]);

export interface RunOptions {
  readonly untilMs: number;
  /** Check the invariants after every event, and stop at the first that does not hold. */
  readonly check: boolean;
}

export interface Violation {
  readonly seq: number;
  readonly atUs: number;
  readonly message: string;
}

export interface Ran {
  readonly trace: Trace;
  readonly violation: Violation | null;
}

export function runToEnd(experiment: Experiment, { untilMs }: RunOptions): Ran {
  const protocol = known(protocols.get(experiment.scenario.protocol), 'protocol');
  const simulation = createInlineSimulation(experiment, protocol);
  simulation.advance(msToUs(untilMs));
  return { trace: simulation.trace, violation: null };
}

export function violationLine({ seed }: Experiment, { seq, atUs, message }: Violation): string {
  return `seed ${seed}, ${(atUs / 1e6).toFixed(6)} s, event ${seq}: ${message}`;
}
