import { expect, test } from 'vitest';
import { run, experimentOf, groupOf } from '../simulation/testing.ts';
import { noteFork, sharedSeqOf } from './forks.ts';

test('what two branches share is known by their forks', () => {
  const { trace } = run(experimentOf({ scenario: groupOf(1) }), 1000);
  const forkOf = (from: typeof trace, seq: number) => {
    const fork = from.fork(seq);
    noteFork(fork, from, seq);
    return fork;
  };
  const early = forkOf(trace, 20);
  const late = forkOf(trace, 60);
  const second = forkOf(late, 40);
  expect(sharedSeqOf(trace, trace)).toBe(trace.length - 1);
  expect(sharedSeqOf(trace, early)).toBe(20);
  expect(sharedSeqOf(late, trace)).toBe(60);
  expect(sharedSeqOf(early, late)).toBe(20);
  expect(sharedSeqOf(second, trace)).toBe(40);
  expect(sharedSeqOf(second, late)).toBe(40);
  expect(sharedSeqOf(early, second)).toBe(20);
  const { trace: stranger } = run(experimentOf({ scenario: groupOf(1) }), 1000);
  expect(sharedSeqOf(trace, stranger)).toBe(-1);
  expect(sharedSeqOf(second, stranger)).toBe(-1);
});
