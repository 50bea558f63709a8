import { expect, test } from 'vitest';
import { completed, ends, groupState, owns, settledPair } from '../../trace/fold/told.ts';
import { costAt } from '../../trace/fold/cost.ts';
import { lostWords } from '../stage/shelf-words.ts';
import { coverageWords, gapWords, meanings } from './figure-words.ts';

test('the rules that a run has shown are called rules of the protocol', () => {
  expect(coverageWords(31, 60, false)).toBe('Rules shown: 31 of 60');
  expect(coverageWords(31, 60, true)).toBe('Rules shown: 31 of 60 so far: the run is being read');
});

test('[COST-1] a gap goes on as long as a partition that counts is not read', () => {
  const tale = settledPair();
  const words = (atUs: number) => [
    gapWords(tale.group(), costAt(tale.group(), atUs)),
    lostWords(tale.group(), atUs, true),
  ];
  tale.tell({ ...ends.kill('c-2'), atUs: 2_000_000 });
  expect(words(3_000_000)).toEqual(['Of that, in this gap', '1.0 partition-s so far']);
  tale.tell({ ...completed(2, owns('g-1', 'c-1', 't', 0, 1)), atUs: 3_000_000 });
  tale.tell({ ...ends.kill('c-1'), atUs: 3_000_000 });
  expect(words(4_000_000)).toEqual(['Of that, in this gap', '3.0 partition-s so far']);
  // Nobody is left: no topic counts any more.
  tale.tell({ ...completed(3), atUs: 4_000_000 }, groupState('broker-1', 1, 'Ready'));
  expect(words(9_000_000)).toEqual(['Of that, in the last gap', '3.0 partition-s last time']);
  for (const [name] of [words(9_000_000), words(0)]) expect(meanings[name ?? '']).toContain('gap');
});
