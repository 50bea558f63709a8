import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { msToUs } from '../../lib/time.ts';
import { registerProtocol } from '../../protocol/register/index.ts';
import { resumeInlineSimulation } from '../../simulation/inline.ts';
import { experimentOf, groupOf, run } from '../../simulation/testing.ts';
import { eventLine } from '../codec.ts';
import type { NewEvent } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { randomEvents } from '../random-event.ts';
import { Trace } from '../trace.ts';
import { WorldReader } from '../world-reader.ts';
import { comparisonMarkdown, costLines, costsAt } from './compare.ts';
import { partingOf } from './first-difference.ts';

const untilMs = 12_000;
const untilUs = msToUs(untilMs);
const topics = [{ name: 'orders', partitions: 6, recordsPerSecond: 20 }];
const calm = { seed: 3, scenario: groupOf(3, {}, { topics }) };
const kill = { atMs: 6500, do: 'kill', target: 'c-2' };
const freeze = { atMs: 6000, do: 'freeze', target: 'c-2' };

const traceOf = (words: object, ms = untilMs) => run(experimentOf({ ...calm, ...words }), ms).trace;
const costsOf = (trace: TraceReader, atUs: number) =>
  costsAt(new WorldReader(trace).worldAtTime(atUs), 'billing', atUs);

/** The first event that differs, by the lines of the file; cause, because and rules left out. */
function dumbParting(a: TraceReader, b: TraceReader): number | null {
  const line = (trace: TraceReader, seq: number) =>
    seq < trace.length
      ? eventLine({ ...trace.event(seq), cause: null, because: null, rules: [] })
      : null;
  for (let seq = 0; seq < Math.max(a.length, b.length); seq++) {
    if (line(a, seq) !== line(b, seq)) return seq;
  }
  return null;
}

describe('the first event that differs', () => {
  test('of a run and the same run again there is none', () => {
    expect(partingOf(traceOf({}), traceOf({}), { untilUs })).toBeNull();
  });

  test('of a fork with one action it is the action, found with what both share', () => {
    const before = run(experimentOf(calm), 5999);
    const { trace } = before;
    const shared = trace.length - 1;
    const fork = trace.fork(shared);
    const acted = resumeInlineSimulation(
      before.checkpoint(),
      experimentOf({ ...calm, commands: [freeze] }),
      registerProtocol,
      fork,
    );
    acted.advance(untilUs);
    before.advance(untilUs);
    const whole = partingOf(trace, fork, { untilUs });
    expect(whole).toMatchObject({ first: whole?.seq, second: whole?.seq, atUs: 6_000_000 });
    expect(fork.kind(whole?.second ?? -1)).toBe('command');
    expect(partingOf(trace, fork, { untilUs, sharedSeq: shared })).toEqual(whole);
  });

  test('what is known to be shared is not looked at', () => {
    const trace = traceOf({});
    const closed: TraceReader = {
      ...({} as TraceReader),
      lastAtOrBefore: (atUs) => trace.lastAtOrBefore(atUs),
    };
    // Any question about an event would be a call of what is not there.
    expect(partingOf(closed, trace, { untilUs, sharedSeq: trace.length - 1 })).toBeNull();
    expect(() => partingOf(closed, trace, { untilUs })).toThrow(TypeError);
  });

  test('where one ends early it is the first that only the other has', () => {
    const short = traceOf({}, 6000);
    const long = traceOf({});
    const seq = short.length;
    expect(partingOf(short, long, { untilUs })).toMatchObject({ seq, first: null, second: seq });
    expect(partingOf(long, short, { untilUs })).toMatchObject({ seq, first: seq, second: null });
    // Up to where both are known nothing differs.
    expect(partingOf(short, long, { untilUs: 6_000_000 })).toBeNull();
  });

  test('different experiments part where they are different', () => {
    const other = traceOf({ scenario: groupOf(3, { sessionTimeoutMs: 2000 }, { topics }) });
    const parting = partingOf(traceOf({}), other, { untilUs });
    expect(other.kind(parting?.second ?? -1)).toBe('group-configured');
    expect(parting?.atUs).toBe(0);
  });

  test('events that differ in one byte, or one value of a list, are not the same; the order of keys is', () => {
    const common = { atUs: 1, cause: null, rules: [] };
    const parts = (a: object, b: object) => {
      const [one, two] = [new Trace(), new Trace()];
      one.append({ ...common, ...a } as never as NewEvent);
      two.append({ ...common, ...b } as never as NewEvent);
      return partingOf(one, two, { untilUs: 1 }) !== null;
    };
    const bytes = (...list: number[]) => ({
      kind: 'message-corrupted',
      message: 1,
      bytes: Uint8Array.from(list),
    });
    expect(parts(bytes(1, 2), bytes(1, 2))).toBe(false);
    expect(parts(bytes(1, 2), bytes(1, 3))).toBe(true);
    expect(parts(bytes(1, 2), bytes(1, 2, 3))).toBe(true);
    const command = (of: object) => ({ kind: 'command', command: of, targets: ['c-1'] });
    const freezes = command({ atMs: 1, do: 'freeze', target: 'c-1' });
    expect(parts(freezes, command({ target: 'c-1', do: 'freeze', atMs: 1 }))).toBe(false);
    expect(parts(freezes, { ...freezes, targets: ['c-2'] })).toBe(true);
  });

  test('it is that of the lines of the two files, whatever the events', () => {
    const traceFrom = (events: readonly NewEvent[]) => {
      const trace = new Trace();
      for (const event of events) trace.append(event);
      return trace;
    };
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat(11), (seed, other, at) => {
        const events = randomEvents(seed, 12);
        const one = traceFrom(events);
        expect(partingOf(one, traceFrom(randomEvents(seed, 12)), { untilUs: Infinity })).toBeNull();
        const odd = randomEvents(other, 12)[at] as NewEvent;
        const changed = events.map((event, index) =>
          index === at ? { ...odd, atUs: event.atUs } : event,
        );
        const two = traceFrom(changed);
        const seq = partingOf(one, two, { untilUs: Infinity })?.seq ?? null;
        expect(seq).toBe(dumbParting(one, two));
      }),
    );
  });
});

describe('costs beside each other', () => {
  const quiet = traceOf({});
  const killed = traceOf({ commands: [kill] });

  test('[COST-1] [OFF-2] a kill costs a rebalance, unread time and records read again', () => {
    const lines = costLines(costsOf(quiet, untilUs), costsOf(killed, untilUs));
    const differenceOf = (id: string) => lines.find((line) => line.id === id)?.difference;
    expect(differenceOf('rebalances')).toBe(1);
    expect(differenceOf('moved')).toBeGreaterThan(0);
    expect(differenceOf('unread')).toBeGreaterThan(1_000_000);
    expect(differenceOf('duplicates')).toBeGreaterThan(0);
    expect(differenceOf('messages-RegisterConsumer')).toBeGreaterThan(0);
  });

  test('messages by kind add up to the messages, and all groups to the only one', () => {
    const costs = costsOf(killed, untilUs);
    const sum = [...costs.messagesByKind.values()].reduce((total, count) => total + count, 0);
    expect(sum).toBe(costs.messages);
    const world = new WorldReader(killed).worldAtTime(untilUs);
    expect(costsAt(world, null, untilUs)).toEqual(costs);
    expect(costsAt(world, 'nobody', untilUs).messages).toBe(0);
  });

  test('before they part they have cost the same', () => {
    const lines = costLines(costsOf(quiet, 6_499_999), costsOf(killed, 6_499_999));
    expect(lines.every(({ difference }) => difference === 0)).toBe(true);
  });

  test('as Markdown: where they part in words, then a line for each cost', () => {
    const named = (name: string, trace: TraceReader) => ({
      name,
      trace,
      costs: costsOf(trace, untilUs),
    });
    const parting = partingOf(quiet, killed, { untilUs });
    const text = comparisonMarkdown(
      named('as it was', quiet),
      named('c|2', killed),
      parting,
      untilUs,
    );
    expect(text).toContain('# as it was and c\\|2\n');
    expect(text).toContain(`number ${parting?.seq}, at 6.500 s:`);
    expect(text).toContain('- c\\|2: 6.500 s: you: kill c-2\n');
    expect(text).toContain('| Cost | as it was | c\\|2 | Difference |');
    expect(text).toMatch(/\| Rebalances completed \| \d \| \d \| 1 \|/);
    const same = comparisonMarkdown(named('a', quiet), named('b', quiet), null, untilUs);
    expect(same).toContain('No event differs up to 12.000 s.');
  });
});
