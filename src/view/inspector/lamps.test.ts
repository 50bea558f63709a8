/** What the lamps say of a run that has been read, and of one that has not. */
import { expect, it } from 'vitest';
import { activeRun } from '../../store/playground.ts';
import { playground } from '../../store/testing.ts';
import { InvariantWatch, watchedIds } from '../../trace/invariant-watch.ts';
import { lampOf, lampsWords, newsUpTo } from './lamps.ts';

const { trace, experiment, handledUntilUs } = activeRun(playground(8_000_000).getState());

function lampsOf(watch: InvariantWatch, lacks: readonly string[] = []) {
  const last = trace.length - 1;
  const isBeingRead = watch.length <= last;
  const lamps = watch
    .statuses()
    .map(({ id: rule, violation }) =>
      lampOf({ rule, violation: newsUpTo(violation, last), isBeingRead }, lacks),
    );
  return { lamps, words: lampsWords(lamps, isBeingRead) };
}

it('nothing is said to hold before all that was seen has been read', () => {
  const watch = new InvariantWatch(experiment, trace);
  while (watch.length < trace.length) {
    const { lamps, words } = lampsOf(watch);
    expect(words).toBe('being read');
    expect(lamps.filter(({ state }) => state !== 'waits')).toEqual([]);
    watch.update(handledUntilUs, 500);
  }
  const { lamps, words } = lampsOf(watch);
  expect(words).toBe('all hold');
  expect(lamps.map(({ rule, says }) => [rule, says])).toEqual([
    ...watchedIds.slice(0, 4).map((rule) => [rule, 'It holds so far.']),
    ['OWN-5', 'The group has settled.'],
  ]);
});

it('[OWN-5] waits until the group has settled', () => {
  const watch = new InvariantWatch(experiment, trace);
  watch.update(handledUntilUs);
  const { lamps, words } = lampsOf(watch, ['c-1 is Down']);
  expect(words).toBe('hold, not settled yet');
  expect(lamps.at(-1)).toMatchObject({ state: 'waits', says: 'Not settled: c-1 is Down.' });
});

it('what is broken is told at once, but not before it has been seen', () => {
  const violation = { rule: 'OWN-2', seq: 7, atUs: 1_500_000, text: 'twice' } as const;
  const facts = { rule: 'OWN-2', isBeingRead: true } as const;
  const lamp = lampOf({ ...facts, violation: newsUpTo(violation, 7) }, []);
  expect(lamp).toEqual({
    rule: 'OWN-2',
    state: 'broken',
    says: 'Broken at 1.500 s: twice',
    seq: 7,
  });
  expect(lampsWords([lamp], true)).toBe('OWN-2 broken');
  expect(lampOf({ ...facts, violation: newsUpTo(violation, 6) }, []).state).toBe('waits');
});
