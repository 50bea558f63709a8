/** Steps through a real run, each held against a scan of all events. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { eventKinds } from '../layout.ts';
import type { Trace } from '../trace.ts';
import type { MomentCollector, Stop } from './moments.ts';
import { TimeIndex } from './time-index.ts';

function traceOf(id: string, untilUs: number): Trace {
  const builtin = builtins.find((one) => one.id === id);
  const simulation = createInlineSimulation(builtin!.experiment, registerProtocol);
  simulation.advance(untilUs);
  return simulation.trace;
}

const trace = traceOf('cut-link', 20e6);
const index = new TimeIndex();
index.readOn(trace);
const { moments } = index;
const all = Array.from({ length: trace.length }, (_, seq) => seq);

/** All stops of a sort, found by looking at every event. */
function stopsOf(stop: Stop): number[] {
  return all.filter((seq) => {
    const kind = trace.kind(seq);
    switch (stop.by) {
      case 'event':
        return true;
      case 'message':
        if (stop.message === undefined) return /^message-(sent|delivered|dropped)$/.test(kind);
        return kind.startsWith('message-') && trace.int(seq, 'message') === stop.message;
      case 'generation':
        return kind === 'rebalance-completed' && trace.text(seq, 'group') === stop.group;
      case 'what':
        if (stop.kinds && !stop.kinds.includes(kind)) return false;
        if (stop.process !== undefined && trace.process(seq) !== stop.process) return false;
        return stop.rule === undefined || trace.rules(seq).includes(stop.rule);
    }
  });
}

/** All stops that are gone to one after the other, forth and back. */
function walked(found: MomentCollector, stop: Stop): { forth: number[]; back: number[] } {
  const forth: number[] = [];
  for (let at = found.next(-1, stop); at !== null; at = found.next(at, stop)) forth.push(at);
  const back: number[] = [];
  for (let at = found.previous(trace.length, stop); at !== null; at = found.previous(at, stop)) {
    back.unshift(at);
  }
  return { forth, back };
}

const dropped = all.find((seq) => trace.kind(seq) === 'message-dropped')!;

describe('next and previous go to every stop, and to nothing else', () => {
  test.each<[string, Stop]>([
    ['every event', { by: 'event' }],
    ['every message', { by: 'message' }],
    ['a message', { by: 'message', message: 40 }],
    ['a message that is held and lost', { by: 'message', message: trace.int(dropped, 'message')! }],
    ['generations', { by: 'generation', group: 'billing' }],
    ['a kind', { by: 'what', kinds: ['partition-acquired'] }],
    ['some kinds', { by: 'what', kinds: ['partition-acquired', 'timer-fired', 'command'] }],
    ['a process', { by: 'what', process: 'c-2' }],
    ['a rule', { by: 'what', rule: 'HB-3' }],
    ['a kind at a process', { by: 'what', kinds: ['timer-started'], process: 'c-2' }],
    ['all three', { by: 'what', kinds: ['partition-released'], process: 'c-1', rule: 'RB-3' }],
    ['whatever', { by: 'what' }],
  ])('%s', (_, stop) => {
    const stops = stopsOf(stop);
    expect(stops.length).toBeGreaterThan(0);
    expect(walked(moments, stop)).toEqual({ forth: stops, back: stops });
  });

  test.each<[string, Stop]>([
    ['a message that there is not', { by: 'message', message: 123_456 }],
    ['a group that there is not', { by: 'generation', group: 'nobody' }],
    ['a process that there is not', { by: 'what', process: 'c-99' }],
    ['no kinds at all', { by: 'what', kinds: [] }],
    [
      'a kind that never happens where it is asked for',
      { by: 'what', kinds: ['command'], process: 'c-1' },
    ],
  ])('there is none: %s', (_, stop) => {
    expect(walked(moments, stop)).toEqual({ forth: [], back: [] });
  });

  test('from any event, by any kinds, process and rule', () => {
    const rules = [...new Set(all.flatMap((seq) => trace.rules(seq)))];
    const processes = [...new Set(all.map((seq) => trace.process(seq) ?? 'nobody'))];
    const stopOf = fc.record(
      {
        by: fc.constant('what' as const),
        kinds: fc.uniqueArray(fc.constantFrom(...eventKinds), { minLength: 1, maxLength: 4 }),
        process: fc.constantFrom(...processes),
        rule: fc.constantFrom<RuleId[]>(...rules),
      },
      { requiredKeys: ['by'] },
    );
    const property = fc.property(
      stopOf,
      fc.integer({ min: -1, max: trace.length }),
      (stop, from) => {
        const stops = stopsOf(stop as Stop);
        expect(moments.next(from, stop as Stop)).toBe(stops.find((seq) => seq > from) ?? null);
        expect(moments.previous(from, stop as Stop)).toBe(
          stops.findLast((seq) => seq < from) ?? null,
        );
      },
    );
    fc.assert(property, { numRuns: 150, seed: 3 });
  });

  test('not beyond the last event that may be gone to', () => {
    const first = moments.next(-1, { by: 'generation', group: 'billing' })!;
    expect(moments.next(-1, { by: 'generation', group: 'billing' }, first)).toBe(first);
    expect(moments.next(-1, { by: 'generation', group: 'billing' }, first - 1)).toBeNull();
  });
});

test('read on bit by bit it goes to the same stops', () => {
  const bitwise = new TimeIndex();
  for (let length = 0; length <= trace.length; length += 97) {
    bitwise.readOn(trace.fork(Math.min(trace.length, length) - 1));
  }
  bitwise.readOn(trace);
  const stops: Stop[] = [
    { by: 'event' },
    { by: 'message' },
    { by: 'generation', group: 'billing' },
    { by: 'what', process: 'broker-1', kinds: ['timer-started'] },
  ];
  for (const stop of stops) expect(walked(bitwise.moments, stop)).toEqual(walked(moments, stop));
});
