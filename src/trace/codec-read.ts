/**
 * Reads a trace file, in pieces as they come, line by line. Everything is checked before it is used;
 * the first thing wrong ends the reading with its line and its place.
 */
import * as v from 'valibot';
import { readJson } from '../lib/json-text.ts';
import type { InputError } from '../lib/json-text.ts';
import { traceFormat, traceVersion } from './codec.ts';
import type { TraceHeader } from './codec.ts';
import { LineError, checkEvent } from './event-check.ts';
import { characters, field, integer, milliseconds, object } from './experiment-fields.ts';
import { checkFormat, readExperiment } from './experiment-schema.ts';
import { placeOf } from './experiment-shape.ts';
import { Trace } from './trace.ts';

export interface TraceFile {
  readonly header: TraceHeader;
  /** Empty where the file is a header alone: the rest can be run again. */
  readonly trace: Trace;
}

export type ReadTrace =
  | { readonly ok: true; readonly file: TraceFile }
  | { readonly ok: false; readonly error: InputError };

export const traceLimits = { bytes: 512_000_000, lineCharacters: 16_000_000 } as const;

/** Reads the pieces of a file; they may be cut anywhere between two characters. */
export function readTrace(pieces: Iterable<string>): ReadTrace {
  const parser = new TraceParser();
  for (const piece of pieces) if (!parser.push(piece)) break;
  return parser.end();
}

/** For pieces that come one by one: push them all, then ask for the {@link TraceParser.end}. */
export class TraceParser {
  #header: TraceHeader | null = null;
  readonly #trace = new Trace();
  #line = 0;
  #rest = '';
  #read = 0;
  #error: InputError | null = null;

  /** False once something is wrong: nothing more need be pushed. */
  push(piece: string): boolean {
    if (this.#error) return false;
    this.#read += piece.length;
    if (this.#read > traceLimits.bytes) {
      return this.#refuse(
        'file',
        `is larger than ${traceLimits.bytes} bytes, the most for a trace`,
      );
    }
    const lines = piece.split('\n');
    lines[0] = this.#rest + (lines[0] ?? '');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (!this.#take(line)) return false;
    if (this.#rest.length <= traceLimits.lineCharacters) return true;
    const place = `line ${this.#line + 1}`;
    return this.#refuse(place, `is longer than ${traceLimits.lineCharacters} characters`);
  }

  end(): ReadTrace {
    if (!this.#error && this.#rest !== '') this.#take(this.#rest);
    this.#rest = '';
    if (!this.#error && !this.#header) this.#refuse('line 1', 'is missing: the header of a trace');
    this.#checkCount();
    if (this.#error) return { ok: false, error: this.#error };
    return { ok: true, file: { header: this.#header as TraceHeader, trace: this.#trace } };
  }

  /** A file has all the events that its header counts, or none. */
  #checkCount(): void {
    if (this.#error || !this.#header) return;
    const { eventCount } = this.#header;
    const { length } = this.#trace;
    if (length === 0 || length === eventCount) return;
    this.#refuse(
      `line ${this.#line + 1}`,
      `is missing: ${length} of ${eventCount} events are there`,
    );
  }

  #refuse(place: string, message: string): false {
    this.#error = { place, message };
    return false;
  }

  #take(line: string): boolean {
    this.#line += 1;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#refuseText(line);
    }
    return this.#header ? this.#takeEvent(value) : this.#takeHeader(value);
  }

  /** Says which column is no JSON. */
  #refuseText(line: string): false {
    const json = readJson(line);
    const { place, message } = json.ok ? { place: 'line 1', message: 'not JSON' } : json.error;
    return this.#refuse(place.replace('line 1', `line ${this.#line}`), message);
  }

  #takeHeader(value: unknown): boolean {
    const header = readHeader(value);
    if ('message' in header) return this.#refuse(`line 1, ${header.place}`, header.message);
    this.#header = header;
    return true;
  }

  #takeEvent(value: unknown): boolean {
    const trace = this.#trace;
    const seq = trace.length;
    const place = `line ${this.#line}`;
    if (seq === this.#header?.eventCount) {
      return this.#refuse(place, `is one too many: the header counts ${seq} events`);
    }
    try {
      const atUs = seq === 0 ? 0 : trace.atUs(seq - 1);
      trace.appendRecorded(checkEvent(value, { seq, atUs }));
      return true;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      return this.#refuse(error.place === '' ? place : `${place}, ${error.place}`, error.message);
    }
  }
}

const headerShape = object({
  format: v.any(),
  version: v.any(),
  generator: characters(200),
  experiment: v.any(),
  untilMs: milliseconds(0),
  eventCount: integer(0, 100_000_000),
  hash: field<string>(
    'a SHA-256 of 64 hexadecimal digits',
    (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  ),
});

function readHeader(value: unknown): TraceHeader | InputError {
  const wrong = checkFormat(value, traceFormat, traceVersion);
  if (wrong) return wrong;
  const parsed = v.safeParse(headerShape, value, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    return { place: placeOf(issue.path ?? []), message: issue.message };
  }
  const read = readExperiment(parsed.output.experiment);
  if (!read.ok) {
    const place = read.error.place === 'file' ? 'experiment' : `experiment.${read.error.place}`;
    return { place, message: read.error.message };
  }
  const { experiment } = read;
  return { ...parsed.output, format: traceFormat, version: traceVersion, experiment };
}
