/** Coverage reads a run bit by bit and says the same as in one go. */
import { describe, expect, it } from 'vitest';
import { rules } from '../../protocol/rules.ts';
import { acquires, settledPair } from '../fold/told.ts';
import type { Tale } from '../fold/told.ts';
import { Trace } from '../trace.ts';
import { Coverage, stepRules } from './coverage.ts';

function traceOf(tale: Tale): Trace {
  const trace = new Trace();
  for (const event of tale.events) trace.append(event);
  return trace;
}

const tale = settledPair()
  .tell({ ...acquires('c-1', 't', 0), rules: ['RB-7', 'OFF-4'] })
  .tell({ ...acquires('c-2', 't', 1), rules: ['RB-7'] });
const trace = traceOf(tale);

describe('coverage', () => {
  it('knows the first event of each rule, however it was read on', () => {
    const coverage = new Coverage();
    while (coverage.length < trace.length) coverage.readOn(trace, 3);
    const last = trace.length - 1;
    expect(coverage.firstOf('RB-7', last)).toBe(last - 1);
    expect(coverage.shownUpTo(last)).toEqual(['RB-7', 'OFF-4']);
    expect(coverage.shownUpTo(last - 2)).toEqual([]);
    expect(coverage.firstOf('HB-3', last)).toBeNull();
  });

  it('of a fork knows what has been read of the common past', () => {
    const coverage = new Coverage();
    coverage.readOn(trace);
    const last = trace.length - 1;
    const fork = coverage.fork(last - 2);
    expect([fork.length, fork.firstOf('RB-7', last)]).toEqual([last - 1, null]);
    fork.readOn(trace);
    expect([fork.length, fork.firstOf('RB-7', last)]).toEqual([last + 1, last - 1]);
    expect(new Coverage().fork(last).length).toBe(0);
  });

  it('counts step rules only', () => {
    expect(stepRules).toContain('HB-3');
    expect(stepRules.every((rule) => rules[rule].kind === 'step')).toBe(true);
    expect(stepRules).not.toContain('OWN-1');
  });
});
