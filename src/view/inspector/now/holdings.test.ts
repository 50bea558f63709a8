/** The two facts of what a consumer has: the record, and what it believes. */
import { expect, test } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { acquires, ends, settledPair } from '../../../trace/fold/told.ts';
import { holdingRows } from './holdings.ts';

const rowsOf = (tale: ReturnType<typeof settledPair>) => {
  const { consumer } = known(tale.world.processes.get('c-2'), 'c-2');
  return {
    consumer,
    rows: holdingRows(tale.group(), tale.process('c-2')).map(({ value }) => value),
  };
};

const identified = () =>
  settledPair().tell({
    kind: 'consumer-state',
    process: 'c-2',
    group: 'g',
    member: 'g-2',
    generation: 1,
    fetching: true,
    previous: 'Registering',
    state: 'PartOfGroup',
    reason: '',
  });

const removed = {
  kind: 'member-removed',
  process: 'broker-1',
  group: 'g',
  member: 'g-2',
  consumer: 'c-2',
  reason: '',
} as const;

test('[OWN-1] a member that reads has both', () => {
  expect(rowsOf(identified()).rows).toEqual(['t 1', 'that it owns t 1']);
});

test('[HB-6] what is recorded for one that was killed still stands, and it believes nothing', () => {
  const tale = identified().tell(ends.kill('c-2'));
  expect(rowsOf(tale).rows).toEqual(['t 1', 'nothing: it does not run']);
});

test('[OWN-6] nothing is recorded for one that was removed, and it believes on', () => {
  const tale = identified().tell(ends.freeze('c-2'), removed);
  expect(rowsOf(tale).rows).toEqual(['nothing', 'that it owns t 1']);
});

test('[OWN-6] of what it believes beyond the record both are told', () => {
  const tale = identified().tell(acquires('c-2', 't', 0));
  expect(rowsOf(tale).rows).toEqual(['t 1', 'that it owns t 0 and 1']);
});
