/**
 * Experiments and traces as files: what is written, and how a file from outside is read. Reading
 * answers with what it found or with one clear line; nothing that is open is touched.
 */
import { writeTrace } from '../trace/codec.ts';
import { TraceParser, traceLimits } from '../trace/codec-read.ts';
import type { TraceFile } from '../trace/codec-read.ts';
import { readExperiment, writeExperiment } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';
import { patternsReady } from './patterns.ts';
import type { Run } from './runs.ts';

export type ReadFile =
  | { readonly kind: 'experiment'; readonly experiment: Experiment }
  | { readonly kind: 'trace'; readonly file: TraceFile }
  | { readonly kind: 'refused'; readonly text: string };

/** The experiment of a run as a file, run on for as long as has been seen. */
export function experimentFileOf({ experiment, seenUs }: Run): string {
  return writeExperiment({ ...experiment, untilMs: untilMsOf(experiment, seenUs) });
}

function untilMsOf({ commands }: Experiment, seenUs: number): number {
  const lastCommandMs = commands.at(-1)?.atMs ?? 0;
  return Math.max(Math.ceil(seenUs / 1000), Math.ceil(lastCommandMs), 1);
}

/** The trace of a run up to what has been seen, in pieces. */
export function* traceFileOf({ experiment, trace, seenUs }: Run): Generator<string, void> {
  const untilMs = Math.floor(seenUs) / 1000;
  const seen = trace.fork(trace.lastAtOrBefore(untilMs * 1000));
  yield* writeTrace(seen, { ...experiment, untilMs }, untilMs);
}

/** A name for a download: the title in letters, digits and hyphens. */
export function fileNameOf({ title }: Experiment, ending: string): string {
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.replaceAll(/^-+|-+$/g, '').slice(0, 48) || 'experiment'}${ending}`;
}

/** Enough to see the format: a trace's first line begins with it. */
const peekBytes = 256;

/** Reads a dropped or chosen file; a trace is read piece by piece. */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > traceLimits.bytes) {
    return refused(file, `is larger than ${traceLimits.bytes} bytes, the most for a trace`);
  }
  const start = await file.slice(0, peekBytes).text();
  return start.includes('"regroup-trace"') ? readTraceFile(file) : readExperimentFile(file);
}

function refused({ name }: File, text: string): ReadFile {
  return { kind: 'refused', text: `${name}: ${text}` };
}

async function readExperimentFile(file: File): Promise<ReadFile> {
  await patternsReady();
  const read = readExperiment(await file.text());
  if (read.ok) return { kind: 'experiment', experiment: read.experiment };
  return refused(file, `${read.error.place}: ${read.error.message}`);
}

async function readTraceFile(file: File): Promise<ReadFile> {
  await patternsReady();
  const parser = new TraceParser();
  const pieces = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done || !parser.push(value)) break;
  }
  const read = parser.end();
  if (read.ok) return { kind: 'trace', file: read.file };
  return refused(file, `${read.error.place}: ${read.error.message}`);
}
