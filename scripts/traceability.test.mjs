import { describe, expect, test } from 'vitest';
import { titlesIn } from './titles.mjs';
import { idsIn, idsInTitle, untraced } from './traceability.mjs';

const kinds = { 'HB-1': 'step', 'ASG-1': 'table', 'OWN-1': 'invariant', 'COST-1': 'measure' };

const everywhere = () => ({
  code: new Set(['HB-1']),
  data: new Set(['HB-1', 'ASG-1']),
  titles: new Set(['HB-1', 'ASG-1', 'COST-1']),
  events: new Set(['HB-1']),
  checkers: new Set(['OWN-1']),
  mutants: new Set(['OWN-1']),
  queries: new Set(['COST-1']),
});

describe('what a rule lacks', () => {
  test('nothing, where each stands in all places that its kind asks for', () => {
    expect(untraced(kinds, everywhere(), new Map())).toEqual([]);
  });

  test.each([
    ['code', 'HB-1', 'HB-1 (step) stands in no code'],
    ['titles', 'HB-1', 'HB-1 (step) stands in no test title'],
    ['events', 'HB-1', 'HB-1 (step) is in no event of a built-in experiment'],
    ['data', 'ASG-1', 'ASG-1 (table) stands in no code and no built-in experiment'],
    ['titles', 'ASG-1', 'ASG-1 (table) stands in no test title'],
    ['checkers', 'OWN-1', 'OWN-1 (invariant) has no checker in src/trace/invariants'],
    ['mutants', 'OWN-1', 'OWN-1 (invariant) has no mutant that its checker catches'],
    ['queries', 'COST-1', 'COST-1 (measure) has no query'],
    ['titles', 'COST-1', 'COST-1 (measure) stands in no test title'],
  ])('its place in %s: %s', (place, id, sentence) => {
    const evidence = everywhere();
    evidence[place].delete(id);
    expect(untraced(kinds, evidence, new Map())).toEqual([sentence]);
  });

  test('an id that is no rule is named with its file', () => {
    const named = new Map([['a.ts', new Set(['HB-1', 'HB-9'])]]);
    expect(untraced(kinds, everywhere(), named)).toEqual(['a.ts: there is no rule HB-9']);
  });
});

describe('ids', () => {
  test('are those of a known family, and whatever stands in brackets', () => {
    const text = 'HB-1, UTF-8, SHA-256, [HX-3]; rules: ["HB-12"], XHB-1';
    expect([...idsIn(text, new Set(['HB']))]).toEqual(['HB-1', 'HB-12', 'HX-3']);
  });

  test('of a title are those in brackets', () => {
    expect(idsInTitle('[HB-3] [RB-4] a member dies (see HB-7)')).toEqual(['HB-3', 'RB-4']);
  });

  test('titles are told from comments, and found in tables of cases', () => {
    const source = `
      // [HB-1] a comment
      test('[HB-2] called', () => { expect(text).toBe('not [HB-3]'); });
      test.each([['[HB-4] a row', 1]])('%s', () => {});
      const cases = [{ title: \`[HB-5] of \${n}\` }];
    `;
    expect(titlesIn('a.test.ts', source).flatMap(idsInTitle)).toEqual(['HB-2', 'HB-4', 'HB-5']);
  });
});
