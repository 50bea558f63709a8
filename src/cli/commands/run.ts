/** `run`: an experiment to its trace, to standard output or a file, checked if wanted. */
import { writeTrace } from '../../trace/codec.ts';
import type { Experiment } from '../../trace/experiment.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { transcript } from '../../trace/transcript.ts';
import { loadExperiment } from '../files.ts';
import type { Io } from '../io.ts';
import { oneOf, parseDurationMs, parseOptions, parseSeed } from '../options.ts';
import { runToEnd, violationLine } from '../simulate.ts';

type Format = (trace: TraceReader, experiment: Experiment, untilMs: number) => Iterable<string>;

const formats: Readonly<Record<'jsonl' | 'text', Format>> = {
  jsonl: writeTrace,
  text: (trace) => transcript(trace),
};

const options = {
  seed: { type: 'string' },
  until: { type: 'string' },
  format: { type: 'string', default: 'jsonl' },
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(args, options, ['a file or the name of a built-in']);
  const { seed, until, check } = values;
  const format = oneOf(values.format, ['jsonl', 'text'], '--format');
  const untilGiven = until === undefined ? null : parseDurationMs(until, '--until');
  const seedGiven = seed === undefined ? {} : { seed: parseSeed(seed, '--seed') };
  const loaded = await loadExperiment(io, positionals[0] as string);
  const experiment = { ...loaded, ...seedGiven };
  const untilMs = untilGiven ?? experiment.untilMs;
  const { trace, violation } = runToEnd(experiment, { untilMs, check });
  // A run that broke an invariant is written up to that event.
  const out = values.out === undefined ? io.out : await io.create(values.out);
  for (const piece of formats[format](trace, experiment, untilMs)) await out.write(piece);
  await out.end();
  if (!violation) return 0;
  io.error(violationLine(experiment, violation));
  return 1;
}
