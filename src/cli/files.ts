/** Experiments and traces from files and built-ins, with the file's name before what is wrong. */
import { builtins } from '../simulation/builtins.ts';
import { TraceParser } from '../trace/codec-read.ts';
import type { TraceFile } from '../trace/codec-read.ts';
import { limits, nearest } from '../trace/experiment-fields.ts';
import { readExperiment } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';
import { UsageError } from './io.ts';
import type { Io } from './io.ts';

/** A built-in of that name, else a file. */
export async function loadExperiment(io: Io, source: string): Promise<Experiment> {
  const builtin = builtins.find(({ id }) => id === source);
  if (builtin) return builtin.experiment;
  if (source !== '-' && !(await io.exists(source))) throw new UsageError(nowhere(source));
  const read = readExperiment(await readSome(io, source));
  if (read.ok) return read.experiment;
  throw new UsageError(`${source}: ${read.error.place}: ${read.error.message}`);
}

function nowhere(source: string): string {
  const near = nearest(
    source,
    builtins.map(({ id }) => id),
  );
  const hint = near === null ? 'see `list` for the built-ins' : `did you mean "${near}"?`;
  return `${source}: there is no such file and no such built-in; ${hint}`;
}

/** A file's text, or enough of one that is too long to be told so. */
async function readSome(io: Io, path: string): Promise<string> {
  let text = '';
  for await (const piece of io.read(path)) {
    text += piece;
    if (text.length > limits.bytes) break;
  }
  return text;
}

export async function loadTrace(io: Io, path: string): Promise<TraceFile> {
  const parser = new TraceParser();
  for await (const piece of io.read(path)) if (!parser.push(piece)) break;
  const read = parser.end();
  if (read.ok) return read.file;
  throw new UsageError(`${path}: ${read.error.place}: ${read.error.message}`);
}
