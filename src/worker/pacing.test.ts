import { describe, expect, it } from 'vitest';
import { initialPace, nextPace, restarted } from './pacing.ts';
import type { Pace } from './pacing.ts';

const calm = { behindMs: 0, processes: 8, most: 16 };

/** Rounds until threads are taken. */
function calmRounds(pace: Pace): number {
  let rounds = 0;
  for (let next = pace; next.host === 'inline'; rounds++) next = nextPace(next, calm);
  return rounds;
}

/** The pace with which threads are given up, having been too slow. */
const tooSlow = (pace: Pace) => nextPace({ ...pace, host: 'workers' }, { ...calm, behindMs: 251 });

describe('the pace', () => {
  it('goes to threads after calm rounds in a row', () => {
    expect(calmRounds(initialPace)).toBe(20);
    let pace = initialPace;
    for (let round = 0; round < 19; round++) pace = nextPace(pace, calm);
    pace = nextPace(pace, { ...calm, behindMs: 51 });
    expect(calmRounds(pace)).toBe(20);
  });

  it('stays with threads that meet what is asked within 250 ms, and no longer', () => {
    const threads: Pace = { ...initialPace, host: 'workers' };
    expect(nextPace(threads, { ...calm, behindMs: 250 }).host).toBe('workers');
    expect(nextPace(threads, { ...calm, behindMs: 251 }).host).toBe('inline');
  });

  it('tries threads that were too slow again later and later, but does not give up', () => {
    const once = tooSlow(initialPace);
    expect(calmRounds(once)).toBe(40);
    let pace = once;
    for (let time = 0; time < 20; time++) pace = tooSlow(pace);
    expect(calmRounds(pace)).toBe(1280);
  });

  it('stays in one thread with more processes than are wanted', () => {
    let pace = initialPace;
    for (let round = 0; round < 50; round++) pace = nextPace(pace, { ...calm, processes: 17 });
    expect(pace.host).toBe('inline');
    const threads: Pace = { ...initialPace, host: 'workers' };
    expect(nextPace(threads, { ...calm, processes: 17 }).host).toBe('inline');
  });

  it('of another run begins inline, and remembers that threads were too slow', () => {
    expect(restarted({ ...tooSlow(initialPace), host: 'workers' })).toEqual(tooSlow(initialPace));
  });
});
