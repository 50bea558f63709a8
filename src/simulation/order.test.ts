/** The order of what happens at one microsecond (architecture.md, decision 3). */
import { describe, expect, it } from 'vitest';
import { both, dials, later, play, puppetExperiment, send } from './puppets.ts';
import type { Puppet } from './puppets.ts';
import type { InlineSimulation } from './inline.ts';

/** What happened at a moment, one word each. */
function at({ trace }: InlineSimulation, ms: number): string[] {
  const kinds: string[] = [];
  for (let seq = 0; seq < trace.length; seq++) {
    if (trace.atUs(seq) !== ms * 1000) continue;
    const kind = trace.kind(seq);
    const who = trace.text(seq, 'from') ?? trace.process(seq) ?? '';
    if (/^(command|message-delivered|timer-fired)$/.test(kind)) kinds.push(`${kind} ${who}`.trim());
  }
  return kinds;
}

const firesAt = (ms: number): Puppet => later(ms, () => undefined);
/** Sends so as to arrive at 100 ms, over a link that takes 10. */
const arrives = both(
  dials('broker-1', (out) => out.startTimer('heartbeat', '', 70_000)),
  (input, out) => {
    if (input.kind === 'timer' && input.timer === 'heartbeat') send(out, 'line', 1);
  },
);

describe('at one microsecond', () => {
  it('commands come before messages, messages before timers', () => {
    const experiment = puppetExperiment([{ atMs: 100, do: 'thaw', target: 'c-2' }]);
    const simulation = play({ 'c-1': both(arrives), 'broker-1': firesAt(100) }, experiment, 200);
    expect(at(simulation, 100)).toEqual([
      'command',
      'message-delivered c-1',
      'timer-fired broker-1',
    ]);
  });

  it('then those of processes by their names, whoever was first to start', () => {
    const puppets = { 'c-2': firesAt(100), 'c-1': firesAt(100), zookeeper: firesAt(100) };
    const simulation = play({ ...puppets, 'broker-2': firesAt(100) }, puppetExperiment([]), 200);
    expect(at(simulation, 100)).toEqual([
      'timer-fired broker-2',
      'timer-fired c-1',
      'timer-fired c-2',
      'timer-fired zookeeper',
    ]);
  });

  it('then in the order in which one process asked for them', () => {
    const asks: Puppet = (input, out) => {
      if (input.kind !== 'started') return;
      for (const subject of ['b', 'a', 'c']) out.startTimer('heartbeat', subject, 50_000);
    };
    const { trace } = play({ 'c-1': asks }, puppetExperiment([]), 200);
    const subjects: unknown[] = [];
    for (let seq = 0; seq < trace.length; seq++) {
      if (trace.kind(seq) === 'timer-fired') subjects.push(trace.text(seq, 'subject'));
    }
    expect(subjects).toEqual(['b', 'a', 'c']);
  });

  it('commands in the order of the list', () => {
    const commands = [
      { atMs: 100, do: 'freeze', target: 'c-1' },
      { atMs: 100, do: 'kill', target: 'c-1' },
      { atMs: 100, do: 'freeze', target: 'c-1' },
    ];
    const { trace } = play({}, puppetExperiment(commands), 200);
    const targets: unknown[] = [];
    for (let seq = 0; seq < trace.length; seq++) {
      if (trace.kind(seq) === 'command') targets.push(trace.json(seq, 'targets'));
    }
    expect(targets).toEqual([['c-1'], ['c-1'], []]);
  });
});
