/** `fuzz`: random experiments with the invariants checked; a failure is printed as small as it gets. */
import { writeExperiment } from '../../trace/experiment-schema.ts';
import { limits } from '../../trace/experiment-fields.ts';
import type { Experiment } from '../../trace/experiment.ts';
import { randomExperiment } from '../../trace/random-experiment.ts';
import { shrinkExperiment } from '../../trace/shrink-experiment.ts';
import type { Io } from '../io.ts';
import { parseDurationMs, parseOptions, parseRange } from '../options.ts';
import { runToEnd, violationLine } from '../simulate.ts';
import type { Violation } from '../simulate.ts';

const options = { seeds: { type: 'string' }, time: { type: 'string' } } as const;

/** Far more than such small worlds have at one moment. */
const eventsAtOnce = 20_000;

/** Seeds without a time run to their end, a time without seeds to its end. */
export async function fuzz(args: readonly string[], io: Io, attempt = tried): Promise<number> {
  const { values } = parseOptions(args, options, []);
  const { seeds, time } = values;
  const allSeeds = time === undefined ? '1..1000' : `1..${limits.seed}`;
  const [first, last] = parseRange(seeds ?? allSeeds, '--seeds');
  const wanted = time ?? (seeds === undefined ? '60s' : null);
  const limitMs = wanted === null ? Infinity : parseDurationMs(wanted, '--time');
  const startedMs = io.nowMs();
  let events = 0;
  let seed = first;
  for (; seed <= last && io.nowMs() - startedMs < limitMs; seed++) {
    const experiment = randomExperiment(seed);
    const { violation, count } = attempt(experiment);
    events += count;
    if (violation) return reportFailure(io, seed, { experiment, violation, attempt });
  }
  const counted = `${seed - first} experiments, ${events} events`;
  const left = seed <= last && seeds !== undefined ? `; the time is over before seed ${seed}` : '';
  await io.out.write(`no invariant broken: ${counted}${left}\n`);
  return 0;
}

interface Tried {
  readonly violation: Violation | null;
  readonly count: number;
}

function tried(experiment: Experiment): Tried {
  const { untilMs } = experiment;
  const { trace, violation } = runToEnd(experiment, { untilMs, check: true, eventsAtOnce });
  return { violation, count: trace.length };
}

interface Failure {
  readonly experiment: Experiment;
  readonly violation: Violation;
  readonly attempt: typeof tried;
}

async function reportFailure(io: Io, seed: number, failure: Failure): Promise<number> {
  const { experiment, violation, attempt } = failure;
  io.error(`fuzz seed ${seed}: ${violationLine(experiment, violation)}`);
  const small = shrinkExperiment(experiment, (smaller) => attempt(smaller).violation !== null);
  const inSmall = attempt(small).violation ?? violation;
  io.error(`as small as it gets: ${violationLine(small, inSmall)}`);
  await io.out.write(writeExperiment({ ...small, title: `fuzz seed ${seed}` }));
  return 1;
}
