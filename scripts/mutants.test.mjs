import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../src/protocol/rules.ts';
import { inQuick } from './mutants/places.mjs';
import { placesOf, withFault } from './mutants/plant.mjs';
import { mutants } from './mutants/table.mjs';

describe('planting a fault', () => {
  const fault = { file: 'a.ts', find: 'a < b', replace: 'a > b' };

  test('changes its place and nothing else', () => {
    expect(withFault('if (a < b) return;', fault)).toEqual({ spoilt: 'if (a > b) return;' });
  });

  test.each([
    ['if (a > b)', 0],
    ['a < b || a < b', 2],
  ])('is refused where that is not there once: %s', (text, times) => {
    expect(withFault(text, fault)).toEqual({
      problem: `stands ${times} times in a.ts, not once: a < b`,
    });
  });

  test('further places come after the first', () => {
    const also = [{ file: 'b.ts', find: 'x', replace: 'y' }];
    expect(placesOf(fault)).toEqual([fault]);
    expect(placesOf({ ...fault, also })).toEqual([fault, ...also]);
  });
});

describe('the table', () => {
  test('has faults enough, each with a name of its own', () => {
    expect(mutants.length).toBeGreaterThan(24);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  test('has for each invariant one that its own checker has to see', () => {
    const seen = new Set(mutants.map(({ caughtBy }) => caughtBy.invariant));
    for (const id of ['OWN-1', 'OWN-2', 'OWN-3', 'OWN-4', 'OWN-5']) expect(seen).toContain(id);
  });

  test('has one of each in the quick run, beside those that a test catches', () => {
    const quick = mutants.filter(({ caughtBy }) => inQuick(caughtBy));
    const seen = new Set(quick.map(({ caughtBy }) => caughtBy.invariant));
    for (const id of ['OWN-1', 'OWN-2', 'OWN-3', 'OWN-4', 'OWN-5']) expect(seen).toContain(id);
    expect(seen).toContain(undefined);
  });

  test.each(mutants)('$name: $rule is a rule', ({ rule }) => {
    expect(Object.keys(rules)).toContain(rule);
  });

  test.each(mutants)('$name: its places are there, once', (mutant) => {
    const texts = new Map();
    for (const place of placesOf(mutant)) {
      const text = texts.get(place.file) ?? readFileSync(place.file, 'utf8');
      const { spoilt, problem } = withFault(text, place);
      expect(problem).toBeUndefined();
      texts.set(place.file, spoilt);
    }
  });
});
