/** The built-in experiments: checked and completed by the same schema as a file from outside. */
import { readExperiment } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { Builtin } from './builtins/builtin.ts';
import { consumption } from './builtins/consumption.ts';
import { endings } from './builtins/endings.ts';
import { failovers } from './builtins/failover.ts';
import { first } from './builtins/first.ts';
import { networks } from './builtins/networks.ts';
import { refusals } from './builtins/refusals.ts';
import { sizes } from './builtins/sizes.ts';
import { topics } from './builtins/topics.ts';

export interface BuiltinExperiment {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  /** Read when it is first asked for: most never are. */
  readonly experiment: Experiment;
}

function read({ id, sentence, experiment }: Builtin): Experiment {
  const file = { format: 'regroup-experiment', version: 1, description: sentence, ...experiment };
  const answer = readExperiment(file);
  if (answer.ok) return answer.experiment;
  throw new Error(`built-in ${id}: ${answer.error.place}: ${answer.error.message}`);
}

function toBuiltin(written: Builtin): BuiltinExperiment {
  let complete: Experiment | null = null;
  const { id, sentence, experiment } = written;
  return {
    id,
    title: experiment.title,
    sentence,
    get experiment() {
      return (complete ??= read(written));
    },
  };
}

export interface BuiltinChapter {
  /** What its experiments are about, as a heading. */
  readonly heading: string;
  readonly builtins: readonly BuiltinExperiment[];
}

const chapter = (heading: string, list: readonly Builtin[]): BuiltinChapter => ({
  heading,
  builtins: list.map(toBuiltin),
});

export const builtinChapters: readonly BuiltinChapter[] = [
  chapter('First steps', first),
  chapter('How processes end', endings),
  chapter('Coordinators come and go', failovers),
  chapter('Links and settings', networks),
  chapter('Topics', topics),
  chapter('Records and offsets', consumption),
  chapter('Refused, ignored, late', refusals),
  chapter('Sizes', sizes),
];

export const builtins: readonly BuiltinExperiment[] = builtinChapters.flatMap(
  (chapterOf) => chapterOf.builtins,
);
