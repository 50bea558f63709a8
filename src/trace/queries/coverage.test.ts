/** Coverage and watch read a run bit by bit and say the same as in one go. */
import { describe, expect, it } from 'vitest';
import { rules } from '../../protocol/rules.ts';
import {
  Tale,
  acquires,
  groupConfigured,
  owns,
  settledPair,
  topicChanged,
  written,
} from '../fold/told.ts';
import { Trace } from '../trace.ts';
import { Coverage, stepRules } from './coverage.ts';
import { Watch } from './watch.ts';

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

  it('counts step rules only', () => {
    expect(stepRules).toContain('HB-3');
    expect(stepRules.every((rule) => rules[rule].kind === 'step')).toBe(true);
    expect(stepRules).not.toContain('OWN-1');
  });
});

describe('the watch', () => {
  it('[OWN-2] [OWN-3] names the first event that breaks a rule, and only from there on', () => {
    const broken = new Tale().tell(topicChanged('t', 2), groupConfigured);
    broken.tell(written(1, owns('g-1', 'c-1', 't', 0), owns('g-2', 'c-2', 't', 1)));
    broken.tell(written(2, owns('g-1', 'c-1', 't', 0, 1), owns('g-2', 'c-2', 't', 1)));
    broken.tell(written(1, owns('g-1', 'c-1', 't', 0, 1)));
    const watch = new Watch();
    const read = traceOf(broken);
    while (watch.length < read.length) watch.readOn(read, 2);
    expect(watch.brokenBy('OWN-2', 4)).toMatchObject({ rule: 'OWN-2', seq: 3 });
    expect(watch.brokenBy('OWN-2', 2)).toBeNull();
    expect(watch.brokenBy('OWN-3', 4)).toMatchObject({ seq: 4 });
    expect(watch.brokenBy('OWN-4', 4)).toBeNull();
  });
});
