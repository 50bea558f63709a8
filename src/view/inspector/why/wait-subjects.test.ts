import { describe, expect, test } from 'vitest';
import { experimentOf, groupOf } from '../../../simulation/testing.ts';
import { activeRun, currentWorld } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import type { Selection } from '../../../store/selection.ts';
import { answeredQuestions, waitSubjects } from './wait-subjects.ts';

const commands = [
  { atMs: 6500, do: 'freeze', target: 'c-2' },
  { atMs: 6600, do: 'start-consumer', name: 'c-4', group: 'billing' },
];
const store = playground(7_100_000, experimentOf({ seed: 3, scenario: groupOf(3), commands }));
const state = store.getState();
const world = currentWorld(state);
const { trace } = activeRun(state);

function asked(selection: Selection | null) {
  const subjects = waitSubjects(selection, 'billing', world, trace);
  return answeredQuestions({ world, trace }, subjects);
}

describe('what is asked about a selection', () => {
  test('of nothing: the group', () => {
    const [only, ...others] = asked(null);
    expect(others).toEqual([]);
    expect(only?.text).toBe('Why is billing not stable?');
    expect(only?.wait.waitsFor).toEqual(['c-2']);
    expect(only?.wait.timer?.timer).toBe('dead-after');
  });

  test('of a member: itself first, then its group', () => {
    const questions = asked({ kind: 'process', process: 'c-2' }).map(({ text }) => text);
    expect(questions[0]).toBe('Why has it not been noticed that nothing is heard of c-2?');
    expect(questions.at(-1)).toBe('Why is billing not stable?');
  });

  test('of a tile: why nobody reads it', () => {
    const parts = Array.from({ length: 6 }, (_, partition) =>
      asked({ kind: 'partition', topic: 'orders', partition }).map(({ text }) => text),
    );
    expect(parts.flat()).toContain('Why does nobody read orders/0?');
  });

  test('of an event: whose it is; of one that nobody did: the group', () => {
    const own = Array.from({ length: trace.length }, (_, seq) => seq).findLast(
      (seq) => trace.process(seq) === 'c-2',
    );
    expect(asked({ kind: 'event', seq: own ?? -1 })).toEqual(
      asked({ kind: 'process', process: 'c-2' }),
    );
    expect(asked({ kind: 'event', seq: trace.length })).toEqual(asked(null));
  });
});
