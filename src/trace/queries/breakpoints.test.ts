/** Breakpoints in real runs: each condition where it is met, nowhere else, and from any event on. */
import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { costAt } from '../fold/cost.ts';
import { b1, crashed, quietGroup, Story } from '../story.ts';
import type { Trace } from '../trace.ts';
import { WorldReader } from '../world-reader.ts';
import { breakpointIds, isBreakpoint, parametersOf, sayBreakpoint } from './breakpoint.ts';
import type { Breakpoint } from './breakpoint.ts';
import { TimeIndex } from './time-index.ts';

function traceOf(id: string, untilUs: number): Trace {
  const builtin = builtins.find((one) => one.id === id);
  const simulation = createInlineSimulation(builtin!.experiment, registerProtocol);
  simulation.advance(untilUs);
  return simulation.trace;
}

function indexOf(trace: Trace): TimeIndex {
  const index = new TimeIndex();
  index.readOn(trace);
  return index;
}

function hitsOf(trace: Trace, ...breakpoints: Breakpoint[]): number[] {
  return indexOf(trace).breakpoints.all(breakpoints, -1, trace.length);
}

/** The events that a scan finds. */
function scan(trace: Trace, matches: (seq: number) => boolean): number[] {
  return Array.from({ length: trace.length }, (_, seq) => seq).filter(matches);
}

const runs = [
  ['zombie', 20e6],
  ['stop', 14e6],
  ['coordinator-killed', 20e6],
  ['coordinator-cut-off', 20e6],
  ['cut-link', 40e6],
  ['two-groups', 20e6],
] as const;
const traces = new Map(runs.map(([id, untilUs]) => [id, traceOf(id, untilUs)]));
const zombie = traces.get('zombie')!;

describe.each(runs)('%s', (id) => {
  const trace = traces.get(id)!;
  const ofKind = (kind: string) => scan(trace, (seq) => trace.kind(seq) === kind);

  test('what is one event is met at each of them', () => {
    expect(hitsOf(trace, { id: 'member-dead' })).toEqual(ofKind('member-removed'));
    expect(hitsOf(trace, { id: 'rebalance' })).toEqual(ofKind('rebalance-started'));
    expect(hitsOf(trace, { id: 'generation' })).toEqual(ofKind('rebalance-completed'));
    expect(hitsOf(trace, { id: 'message-lost' })).toEqual(ofKind('message-dropped'));
    expect(hitsOf(trace, { id: 'stable' })).toEqual(
      ofKind('group-state').filter((seq) => trace.text(seq, 'state') === 'Steady'),
    );
    expect(hitsOf(trace, { id: 'refused-stale' })).toEqual(
      ofKind('request-refused').filter((seq) =>
        ['stale', 'unknown-member'].includes(trace.text(seq, 'reason') ?? ''),
      ),
    );
  });

  test('[OWN-6] two believe: where a group has no such partition before, and one after', () => {
    const reader = new WorldReader(trace);
    const groups = [...reader.worldAt(trace.length - 1).groups.keys()];
    const shared = (seq: number, group: string) => {
      const found = seq < 0 ? undefined : reader.worldAt(seq).groups.get(group);
      return found ? costAt(found, trace.atUs(seq)).overlapNow : 0;
    };
    const begins = ofKind('partition-acquired').filter((seq) =>
      groups.some((group) => shared(seq - 1, group) === 0 && shared(seq, group) > 0),
    );
    expect(hitsOf(trace, { id: 'two-believe' })).toEqual(begins);
  });

  test('a consumer gives up its partitions once, however many there are', () => {
    const released = ofKind('partition-released');
    const handling = (seq: number) => `${trace.process(seq)} ${trace.cause(seq)}`;
    const handlings = released.map(handling);
    expect(hitsOf(trace, { id: 'gives-up' })).toEqual(
      released.filter((seq, place) => handlings.indexOf(handling(seq)) === place),
    );
  });

  test('the first after an event is the next of all; nothing beyond the last that counts', () => {
    const { breakpoints } = indexOf(trace);
    for (const name of breakpointIds) {
      const one: Breakpoint = { id: name, rule: 'HB-3', process: 'c-2' };
      const breakpoint = Object.fromEntries(
        Object.entries(one).filter(
          ([key]) => key === 'id' || parametersOf(name).must.includes(key as 'rule'),
        ),
      ) as unknown as Breakpoint;
      const all = breakpoints.all([breakpoint], -1, trace.length);
      for (let after = -1; after < trace.length; after += 41) {
        const next = all.find((seq) => seq > after);
        const hit = breakpoints.first([breakpoint], after, trace.length);
        expect(hit).toEqual(next === undefined ? null : { seq: next, breakpoint });
        expect(breakpoints.first([breakpoint], after, (next ?? trace.length) - 1)).toBeNull();
      }
    }
  });
});

test('every condition that needs no watching is met in one of the runs, some often', () => {
  const all = [...traces.values(), traceOf('refused-for-good', 10e6)];
  const unmet = breakpointIds.filter((id) => {
    if (id === 'invariant' || parametersOf(id).must.length > 0) return false;
    return all.every((trace) => hitsOf(trace, { id }).length === 0);
  });
  expect(unmet).toEqual([]);
});

describe('a frozen consumer that comes back', () => {
  const timeOf = (seq: number | undefined) => zombie.atUs(seq!);

  test('two believe once, for all its partitions; it gives them up; the group is stable again', () => {
    const [twoBelieve, ...more] = hitsOf(zombie, { id: 'two-believe' });
    expect(more).toEqual([]);
    const [dead] = hitsOf(zombie, { id: 'member-dead', process: 'c-2', group: 'billing' });
    const [stale] = hitsOf(zombie, { id: 'refused-stale', process: 'c-2' });
    const [givesUp] = hitsOf(zombie, { id: 'gives-up', process: 'c-2' }).filter(
      (seq) => seq > stale!,
    );
    const stable = hitsOf(zombie, { id: 'stable' });
    const order = [dead, twoBelieve, stale, givesUp, stable.at(-1)].map(timeOf);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(timeOf(twoBelieve)).toBeLessThan(14e6);
    expect(timeOf(stale)).toBeGreaterThan(14e6);
  });

  test('of several, the one that comes first', () => {
    const { breakpoints } = indexOf(zombie);
    const dead: Breakpoint = { id: 'member-dead' };
    const last = zombie.length;
    const frozen = scan(zombie, (seq) => zombie.kind(seq) === 'process-frozen')[0]!;
    expect(breakpoints.first([{ id: 'two-believe' }, dead], frozen, last)?.breakpoint).toBe(dead);
    expect(breakpoints.first([], -1, last)).toBeNull();
    const both = hitsOf(zombie, { id: 'two-believe' }, dead);
    expect(both).toEqual([...hitsOf(zombie, dead), ...hitsOf(zombie, { id: 'two-believe' })]);
  });

  test('narrowed to somebody else it is not met', () => {
    expect(hitsOf(zombie, { id: 'member-dead', process: 'c-1' })).toEqual([]);
    expect(hitsOf(zombie, { id: 'member-dead', group: 'payments' })).toEqual([]);
    expect(hitsOf(zombie, { id: 'rule', rule: 'HB-3', process: 'c-2' })).toEqual([]);
  });

  test('a rule, a process, a rule at a process', () => {
    const ofRule = scan(zombie, (seq) => zombie.rules(seq).includes('HB-5'));
    expect(hitsOf(zombie, { id: 'rule', rule: 'HB-5' })).toEqual(ofRule);
    expect(hitsOf(zombie, { id: 'rule', rule: 'HB-5', process: 'c-2' })).toEqual(
      ofRule.filter((seq) => zombie.process(seq) === 'c-2'),
    );
    expect(hitsOf(zombie, { id: 'process', process: 'c-2' })).toEqual(
      scan(zombie, (seq) => zombie.process(seq) === 'c-2'),
    );
  });

  test('a message that is lost is about whoever sent it and whoever was to get it', () => {
    const lost = hitsOf(zombie, { id: 'message-lost' });
    expect(lost.length).toBeGreaterThan(0);
    expect(hitsOf(zombie, { id: 'message-lost', process: 'c-2' })).toEqual(lost);
    expect(hitsOf(zombie, { id: 'message-lost', process: 'c-1' })).toEqual([]);
  });
});

describe('a group loses its coordinator', () => {
  test('when the broker is killed', () => {
    const trace = traces.get('coordinator-killed')!;
    const [killed] = scan(trace, (seq) => trace.kind(seq) === 'process-crashed');
    expect(hitsOf(trace, { id: 'coordinator-lost' })).toEqual([killed]);
    const process = trace.process(killed!)!;
    expect(hitsOf(trace, { id: 'coordinator-lost', process, group: 'billing' })).toEqual([killed]);
  });

  test('when the broker gives the role up', () => {
    const trace = traces.get('coordinator-cut-off')!;
    const [lost] = hitsOf(trace, { id: 'coordinator-lost', group: 'billing' });
    expect(trace.kind(lost!)).toBe('coordinator-lost');
  });

  test('not when another broker goes', () => {
    const story = quietGroup().tell('crash', { ...b1, ...crashed, process: 'broker-2' });
    expect(hitsOf(story.trace, { id: 'coordinator-lost' })).toEqual([]);
  });
});

test('a consumer that is refused for good', () => {
  const trace = traceOf('refused-for-good', 10e6);
  const failed = scan(trace, (seq) => trace.kind(seq) === 'consumer-failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(hitsOf(trace, { id: 'consumer-failed', group: 'billing' })).toEqual(failed);
});

test('a broken invariant is where it was noted', () => {
  const { breakpoints } = indexOf(zombie);
  for (const seq of [300, 70, 300]) breakpoints.noteViolation(seq);
  expect(breakpoints.all([{ id: 'invariant' }], -1, zombie.length)).toEqual([70, 300]);
  expect(breakpoints.first([{ id: 'invariant' }], 70, zombie.length)?.seq).toBe(300);
  expect(breakpoints.first([{ id: 'invariant' }], 70, 299)).toBeNull();
});

test('whoever is dead, or has begun anew, believes nothing', () => {
  const own = { group: 'g', topic: 't', partition: 0 };
  const story = quietGroup()
    .tell('c-2 starts', {
      process: 'c-2',
      kind: 'process-started',
      role: 'consumer',
      group: 'g',
      slot: 1,
    })
    .tell('c-1 takes it', { process: 'c-1', kind: 'partition-acquired', ...own })
    .tell('c-1 dies', { process: 'c-1', ...crashed })
    .tell('c-2 takes it', { process: 'c-2', kind: 'partition-acquired', ...own })
    .tell('c-1 starts again', {
      process: 'c-1',
      kind: 'process-started',
      role: 'consumer',
      group: 'g',
      slot: 0,
    })
    .tell('c-1 takes it too', { process: 'c-1', kind: 'partition-acquired', ...own })
    .tell('c-1 lets it go', { process: 'c-1', kind: 'partition-released', ...own })
    .tell('c-1 takes it once more', { process: 'c-1', kind: 'partition-acquired', ...own });
  const hits = hitsOf(story.trace, { id: 'two-believe' });
  expect(hits.map((seq) => story.nameOf(seq))).toEqual([
    'c-1 takes it too',
    'c-1 takes it once more',
  ]);
});

test('read on bit by bit, or from a fork, it is met at the same events', () => {
  for (const trace of traces.values()) {
    const bitwise = new TimeIndex();
    for (let length = 0; length <= trace.length; length += 97) {
      bitwise.readOn(trace.fork(Math.min(trace.length, length) - 1));
    }
    bitwise.readOn(trace);
    const fork = trace.fork(Math.floor(trace.length / 2));
    const forked = indexOf(fork);
    for (let seq = fork.length; seq < trace.length; seq++) fork.append(trace.event(seq));
    forked.readOn(fork);
    for (const id of breakpointIds) {
      if (parametersOf(id).must.length > 0) continue;
      const whole = hitsOf(trace, { id });
      expect(bitwise.breakpoints.all([{ id }], -1, trace.length)).toEqual(whole);
      expect(forked.breakpoints.all([{ id }], -1, trace.length)).toEqual(whole);
    }
  }
});

test('nothing is met in a trace without events', () => {
  const { trace } = new Story();
  for (const id of breakpointIds) expect(hitsOf(trace, { id })).toEqual([]);
});

describe('as plain data', () => {
  test.each<[Breakpoint, string]>([
    [{ id: 'member-dead' }, 'A member is declared dead'],
    [
      { id: 'member-dead', process: 'c-2', group: 'billing' },
      'A member is declared dead (c-2, billing)',
    ],
    [{ id: 'rule', rule: 'HB-3' }, 'A rule applies (HB-3)'],
    [{ id: 'rule', rule: 'HB-3', process: 'c-2' }, 'A rule applies (HB-3, c-2)'],
    [{ id: 'process', process: 'c-2' }, 'Something happens at a process (c-2)'],
    [{ id: 'invariant' }, 'An invariant is broken'],
  ])('%j is one, and says: %s', (breakpoint, words) => {
    expect(isBreakpoint(JSON.parse(JSON.stringify(breakpoint)))).toBe(true);
    expect(sayBreakpoint(breakpoint)).toBe(words);
  });

  test.each<[unknown]>([
    [null],
    ['member-dead'],
    [[]],
    [{}],
    [{ id: 'toString' }],
    [{ id: 7 }],
    [{ id: 'rule' }],
    [{ id: 'rule', rule: 'nonsense' }],
    [{ id: 'rule', rule: 'HB-3', group: 'billing' }],
    [{ id: 'process' }],
    [{ id: 'process', process: '' }],
    [{ id: 'invariant', process: 'c-2' }],
    [{ id: 'member-dead', process: 7 }],
    [{ id: 'member-dead', rule: 'HB-3' }],
    [{ id: 'member-dead', more: true }],
  ])('%j is none', (value) => {
    expect(isBreakpoint(value)).toBe(false);
  });
});
