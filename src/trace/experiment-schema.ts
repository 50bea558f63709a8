/**
 * Reads an experiment that a stranger wrote: format and version, the schema with its limits, then
 * what no single field can say. The first thing wrong is the answer.
 */
import * as v from 'valibot';
import { readJson } from '../lib/json-text.ts';
import type { InputError } from '../lib/json-text.ts';
import { encodeUtf8 } from '../lib/utf8.ts';
import { checkExperiment } from './experiment-checks.ts';
import { completeExperiment } from './experiment-complete.ts';
import { limits, show } from './experiment-fields.ts';
import { experimentShape, placeOf } from './experiment-shape.ts';
import { writeExperiment } from './experiment-write.ts';
import type { Experiment } from './experiment.ts';

export { writeExperiment };

export type ReadExperiment =
  | { readonly ok: true; readonly experiment: Experiment }
  | { readonly ok: false; readonly error: InputError };

export const experimentFormat = 'regroup-experiment';
const newestVersion = 1;

/** Reads a file's text, or a value that was JSON; all defaults are filled in. */
export function readExperiment(input: unknown): ReadExperiment {
  let value = input;
  if (typeof input === 'string') {
    if (input.length > limits.bytes || encodeUtf8(input).length > limits.bytes) {
      return refuse('file', `is larger than ${limits.bytes} bytes, the most for an experiment`);
    }
    const json = readJson(input.replace(/^\ufeff/, ''));
    if (!json.ok) return json;
    ({ value } = json);
  }
  const wrong = checkFormat(value, experimentFormat, newestVersion);
  if (wrong) return { ok: false, error: wrong };
  const parsed = v.safeParse(experimentShape, value, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    return refuse(placeOf(issue.path ?? []), issue.message);
  }
  const experiment = completeExperiment(parsed.output);
  const error = checkExperiment(experiment);
  if (error) return { ok: false, error };
  return { ok: true, experiment: inOrder(experiment) };
}

/**
 * What keeps the experiment's own file from being read again, or null. It asks the reader itself, so
 * that no limit of the schema is left out.
 */
export function rereadError(experiment: Experiment): InputError | null {
  const read = readExperiment(writeExperiment(experiment));
  return read.ok ? null : read.error;
}

function refuse(place: string, message: string): ReadExperiment {
  return { ok: false, error: { place, message } };
}

/** Says what is wrong with a file's format and version, or null. */
export function checkFormat(value: unknown, format: string, newest: number): InputError | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      place: 'file',
      message: `must be an object of format "${format}", not ${show(value)}`,
    };
  }
  const file = value as { readonly format?: unknown; readonly version?: unknown };
  if (file.format !== format) {
    return { place: 'format', message: `must be "${format}", not ${show(file.format)}` };
  }
  const { version } = file;
  if (Number.isInteger(version) && (version as number) > newest) {
    const message = `is ${version as number}, newer than this program knows (${newest})`;
    return { place: 'version', message };
  }
  if (version === newest) return null;
  return { place: 'version', message: `must be ${newest}, not ${show(version)}` };
}

/** Commands run in the order of their times; those of one moment as they are written. */
function inOrder(experiment: Experiment): Experiment {
  const commands = experiment.commands.toSorted((a, b) => a.atMs - b.atMs);
  return { ...experiment, commands };
}
