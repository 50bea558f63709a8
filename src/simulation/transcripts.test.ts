/**
 * What happens in a few built-ins, kept as text: a change of behaviour shows as a change of these
 * files, and its diff is read before it is accepted. UPDATE_TRANSCRIPTS=1 writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { msToUs } from '../lib/time.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { TraceEvent } from '../trace/events.ts';
import { describe as sentenceOf } from '../trace/describe.ts';
import type { TraceReader } from '../trace/reader.ts';
import { builtins } from './builtins.ts';
import { createInlineSimulation } from './inline.ts';

/** Every event of the first, only the turns of events in the others. */
const kept: readonly (readonly [
  id: string,
  untilMs: number,
  isTold: (event: TraceEvent) => boolean,
])[] = [
  ['one-heartbeat', 3000, () => true],
  ['kill', 16_000, isTurn],
  ['zombie', 20_000, isTurn],
  ['cut-link', 20_000, isTurn],
  ['coordinator-killed', 14_000, isTurn],
];

const routine: ReadonlySet<TraceEvent['kind']> = new Set([
  'message-sent',
  'message-delivered',
  'message-held',
  'message-released',
  'connection-opened',
  'timer-started',
  'timer-cancelled',
  'offset-committed',
  'metadata-written',
  'watch-fired',
]);

/** Not what goes on all the time; of the timers only those that somebody's silence let run out. */
function isTurn(event: TraceEvent): boolean {
  if (event.kind === 'timer-fired') return event.because !== null;
  if (event.kind === 'coordinator-elected') return event.groups.length > 0;
  return !routine.has(event.kind);
}

/** Without numbers of events: one event more would change every line after it. */
function lineOf(trace: TraceReader, seq: number): string {
  const event = trace.event(seq);
  const because = event.because === null ? '' : sentenceOf(trace.event(event.because), trace);
  const rules = event.rules.length === 0 ? '' : `  [${event.rules.join(' ')}]`;
  const why = because === '' ? '' : `  because ${because}`;
  return `${(event.atUs / 1e6).toFixed(6).padStart(10)}  ${sentenceOf(event, trace)}${rules}${why}\n`;
}

describe('transcripts', () => {
  test.each(kept)('%s', (id, untilMs, isTold) => {
    const experiment = builtins.find((one) => one.id === id)?.experiment;
    if (!experiment) throw new Error(`there is no built-in ${id}`);
    const simulation = createInlineSimulation(experiment, registerProtocol);
    simulation.advance(msToUs(untilMs));
    const { trace } = simulation;
    const lines: string[] = [];
    for (let seq = 0; seq < trace.length; seq++) {
      if (isTold(trace.event(seq))) lines.push(lineOf(trace, seq));
    }
    const file = new URL(`transcripts/${id}.txt`, import.meta.url);
    if (process.env['UPDATE_TRANSCRIPTS'] === '1') writeFileSync(file, lines.join(''));
    expect(lines.join('')).toBe(readFileSync(file, 'utf8'));
  });
});
