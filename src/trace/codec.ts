/**
 * The trace as a file: JSON Lines, a header and then one event a line (docs/formats.md). Written in
 * pieces, because a long trace is longer than the longest string; codec-read.ts reads it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64 } from '../lib/base64.ts';
import { encodeUtf8 } from '../lib/utf8.ts';
import type { TraceEvent } from './events.ts';
import { commandFile, experimentFile } from './experiment-write.ts';
import type { Experiment } from './experiment.ts';
import type { TraceReader } from './reader.ts';

export const traceFormat = 'regroup-trace';
export const traceVersion = 1;
/** Stands in the header of every trace that this program writes. */
export const generator = 'regroup 0.1.0';

export interface TraceHeader {
  readonly format: typeof traceFormat;
  readonly version: typeof traceVersion;
  readonly generator: string;
  readonly experiment: Experiment;
  /** Inclusive. */
  readonly untilMs: number;
  readonly eventCount: number;
  /** SHA-256 over the event lines, in hexadecimal. */
  readonly hash: string;
}

/** An event as its line in the file, without the line feed. */
export function eventLine(event: TraceEvent): string {
  if ('bytes' in event) {
    return JSON.stringify({ ...event, bytes: toBase64(event.bytes) });
  }
  // The order in which somebody wrote a command's keys is no part of what happened.
  if (event.kind === 'command') {
    return JSON.stringify({ ...event, command: commandFile(event.command) });
  }
  return JSON.stringify(event);
}

/** Characters that are gathered before they are handed on. */
const pieceLength = 1 << 16;

/** The event lines, each ended by a line feed, in pieces of some 64 KiB. */
export function* eventLines(trace: TraceReader): Generator<string, void> {
  let piece = '';
  for (let seq = 0; seq < trace.length; seq++) {
    piece += `${eventLine(trace.event(seq))}\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

export function traceHash(trace: TraceReader): string {
  const hash = sha256.create();
  for (const piece of eventLines(trace)) hash.update(encodeUtf8(piece));
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The header of a run of `experiment` up to `untilMs`, inclusive. */
export function traceHeader(
  trace: TraceReader,
  experiment: Experiment,
  untilMs = experiment.untilMs,
): TraceHeader {
  const hash = traceHash(trace);
  const eventCount = trace.length;
  return {
    format: traceFormat,
    version: traceVersion,
    generator,
    experiment,
    untilMs,
    eventCount,
    hash,
  };
}

/** The header's line; by itself it is a complete file. */
export function headerLine(header: TraceHeader): string {
  return `${JSON.stringify({ ...header, experiment: experimentFile(header.experiment) })}\n`;
}

/** The whole file in pieces. */
export function* writeTrace(
  trace: TraceReader,
  experiment: Experiment,
  untilMs = experiment.untilMs,
): Generator<string, void> {
  yield headerLine(traceHeader(trace, experiment, untilMs));
  yield* eventLines(trace);
}

/** The first event in which `again` differs from what was recorded, or -1. */
export function firstDifference(recorded: TraceReader, again: TraceReader): number {
  const length = Math.max(recorded.length, again.length);
  for (let seq = 0; seq < length; seq++) {
    if (seq >= recorded.length || seq >= again.length) return seq;
    if (eventLine(recorded.event(seq)) !== eventLine(again.event(seq))) return seq;
  }
  return -1;
}
