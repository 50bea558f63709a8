/** `fuzz`: random experiments with the invariants checked; a failure is printed as small as it gets. */
import { limits } from '../../trace/experiment-fields.ts';
import { writeExperiment } from '../../trace/experiment-schema.ts';
import type { Experiment } from '../../trace/experiment.ts';
import { modes } from '../../trace/random/commands.ts';
import { randomExperiment } from '../../trace/random/experiment.ts';
import { shrinkExperiment } from '../../trace/shrink-experiment.ts';
import type { Io } from '../io.ts';
import { oneOf, parseDurationMs, parseOptions, parseRange } from '../options.ts';
import { runToEnd, violationLine } from '../simulate.ts';
import type { Violation } from '../simulate.ts';

const options = {
  seeds: { type: 'string' },
  time: { type: 'string' },
  mode: { type: 'string', default: 'calm' },
  'as-found': { type: 'boolean', default: false },
} as const;

/** Far more than such small worlds have at one moment. */
const eventsAtOnce = 20_000;

/** Seeds without a time run to their end, a time without seeds to its end. */
export async function fuzz(args: readonly string[], io: Io, attempt = tried): Promise<number> {
  const { values } = parseOptions(args, options, []);
  const { seeds, time } = values;
  const mode = oneOf(values.mode, modes, '--mode');
  const allSeeds = time === undefined ? '1..1000' : `1..${limits.seed}`;
  const [first, last] = parseRange(seeds ?? allSeeds, '--seeds');
  const wanted = time ?? (seeds === undefined ? '60s' : null);
  const limitMs = wanted === null ? Infinity : parseDurationMs(wanted, '--time');
  const startedMs = io.nowMs();
  let events = 0;
  let seed = first;
  for (; seed <= last && io.nowMs() - startedMs < limitMs; seed++) {
    const experiment = randomExperiment(seed, mode);
    const result = attempt(experiment);
    events += result.count;
    if (!result.violation) continue;
    const failure = { experiment, ...result, violation: result.violation };
    return reportFailure(io, failure, values['as-found'] ? null : attempt);
  }
  const counted = `${seed - first} experiments (${mode}), ${events} events`;
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
  const settings = { untilMs, check: true, untilSettled: true, eventsAtOnce };
  const { trace, violation } = runToEnd(experiment, settings);
  return { violation, count: trace.length };
}

interface Failure {
  readonly experiment: Experiment;
  readonly violation: Violation;
}

/** Without an attempt it is written as it was found. */
async function reportFailure(
  io: Io,
  { experiment, violation }: Failure,
  attempt: typeof tried | null,
): Promise<number> {
  const { title } = experiment;
  io.error(`fuzz, ${title}: ${violationLine(experiment, violation)}`);
  if (!attempt) {
    await io.out.write(writeExperiment(untilBroken(experiment, violation)));
    return 1;
  }
  const rule = ruleOf(violation);
  const small = shrinkExperiment(experiment, (smaller) => {
    const other = attempt(smaller).violation;
    return other !== null && ruleOf(other) === rule;
  });
  const inSmall = attempt(small).violation ?? violation;
  io.error(`as small as it gets: ${violationLine(small, inSmall)}`);
  await io.out.write(writeExperiment(untilBroken(small, inSmall)));
  return 1;
}

/** What is broken, apart from names and numbers: a smaller experiment has to break the same. */
function ruleOf({ message }: Violation): string {
  return message.slice(0, message.indexOf(':'));
}

/** As long as it takes to see it: a group that does not settle is known late. */
function untilBroken(experiment: Experiment, { atUs }: Violation): Experiment {
  return { ...experiment, untilMs: Math.ceil(atUs / 1000) + 1 };
}
