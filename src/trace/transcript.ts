/** A trace as readable text: one aligned line an event. Written for eyes and for diffs, not to be read back. */
import { describe } from './describe.ts';
import type { TraceReader } from './reader.ts';

const timeWidth = 13;
const sentenceWidth = 76;

/** `     3.000000  c-2 freezes                [RB-2]  because 17`, without a line feed. */
export function transcriptLine(trace: TraceReader, seq: number): string {
  const event = trace.event(seq);
  const time = (event.atUs / 1e6).toFixed(6).padStart(timeWidth);
  const number = String(seq).padStart(7);
  const rules = event.rules.length === 0 ? '' : `[${event.rules.join(' ')}]`;
  const because = event.because === null ? '' : `because ${event.because}`;
  const notes = [rules, because].filter((note) => note !== '').join(' ');
  const sentence = describe(event, trace);
  return `${time} ${number}  ${notes === '' ? sentence : `${sentence.padEnd(sentenceWidth)} ${notes}`}`;
}

/** All of it, a line at a time, each ended by a line feed. */
export function* transcript(trace: TraceReader): Generator<string, void> {
  for (let seq = 0; seq < trace.length; seq++) yield `${transcriptLine(trace, seq)}\n`;
}
