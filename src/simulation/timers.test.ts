/** Timers as processes see them, whatever the queue does with those that are started again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Us } from '../lib/time.ts';
import { logOf, play, puppetExperiment } from './puppets.ts';
import type { Puppet } from './puppets.ts';

/** What is done to timer `a` or `b` at a moment. */
interface Act {
  readonly atUs: Us;
  readonly subject: 'a' | 'b';
  /** null: it is cancelled. */
  readonly afterUs: Us | null;
}

/** Does all of it by a timer of its own, one moment after the other. */
function actor(acts: readonly Act[]): Puppet {
  const sorted = acts.toSorted((x, y) => x.atUs - y.atUs);
  return (input, out, nowUs) => {
    if (input.kind === 'timer' && input.subject !== 'act') return;
    for (const { subject, afterUs } of sorted.filter(({ atUs }) => atUs === nowUs)) {
      if (afterUs === null) out.cancelTimer('heartbeat', subject);
      else out.startTimer('heartbeat', subject, afterUs);
    }
    const next = sorted.find(({ atUs }) => atUs > nowUs);
    if (next) out.startTimer('backoff', 'act', next.atUs - nowUs);
  };
}

/** The plain meaning: what is started last counts, at its deadline it fires once. */
function expected(acts: readonly Act[]): [number, string][] {
  const fired: [number, string][] = [];
  for (const subject of ['a', 'b'] as const) {
    const own = acts.filter((act) => act.subject === subject);
    const moments = own.toSorted((x, y) => x.atUs - y.atUs);
    moments.forEach(({ atUs, afterUs }, index) => {
      if (afterUs === null) return;
      const deadlineUs = atUs + afterUs;
      const next = moments[index + 1];
      // A timer that is due comes before one that was started later, and that is who acts.
      if (next && next.atUs < deadlineUs) return;
      fired.push([deadlineUs / 1000, `timer ${subject}`]);
    });
  }
  return fired.toSorted(([x, s], [y, t]) => x - y || (s < t ? -1 : 1));
}

const act: fc.Arbitrary<Act> = fc.record({
  // Even moments for acts, odd ones for deadlines: they never meet.
  atUs: fc.nat(20).map((n) => 2 * n),
  subject: fc.constantFrom('a', 'b'),
  afterUs: fc.option(
    fc.nat(20).map((n) => 2 * n + 1),
    { freq: 4 },
  ),
});

describe('a timer', () => {
  it('fires once, at the deadline of its last start, unless it was cancelled', () => {
    const acts = fc.uniqueArray(act, { selector: ({ atUs, subject }) => `${atUs} ${subject}` });
    fc.assert(
      fc.property(acts, (list) => {
        const simulation = play({ 'c-1': actor(list) }, puppetExperiment([]), 1);
        const log = logOf(simulation, 'c-1').filter(([, text]) => /^timer [ab]$/.test(text));
        const order = ([x, s]: [number, string], [y, t]: [number, string]) =>
          x - y || (s < t ? -1 : 1);
        expect(log.toSorted(order)).toEqual(expected(list));
      }),
    );
  });

  it('started again for the same moment comes after what was started meanwhile', () => {
    const puppet: Puppet = (input, out) => {
      if (input.kind !== 'started') return;
      for (const subject of ['a', 'b', 'a']) out.startTimer('heartbeat', subject, 500);
    };
    const log = logOf(play({ 'c-1': puppet }, puppetExperiment([]), 1), 'c-1');
    expect(log.slice(1).map(([, text]) => text)).toEqual(['timer b', 'timer a']);
  });

  it('of a dead process does not fire for the next one of its name', () => {
    const puppet: Puppet = (input, out, nowUs) => {
      if (input.kind === 'started' && nowUs === 0) out.startTimer('heartbeat', '', 500_000);
    };
    const experiment = puppetExperiment([{ atMs: 100, do: 'restart', target: 'c-1' }]);
    expect(logOf(play({ 'c-1': puppet }, experiment), 'c-1')).toEqual([[100, 'started']]);
  });
});
