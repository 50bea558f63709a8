/** A selection that is not there at the moment that is shown says so, and where it begins. */
import { expect, it } from 'vitest';
import { builtins } from '../../simulation/builtins.ts';
import { activeRun } from '../../store/playground.ts';
import type { Selection } from '../../store/selection.ts';
import { playground } from '../../store/testing.ts';
import { absenceOf } from './existence.ts';

const experiment = builtins.find(({ id }) => id === 'topic-grows')?.experiment;
const { trace, reader } = activeRun(playground(20_000_000, experiment).getState());

function absence(selection: Selection, last: number, seen = trace.length - 1) {
  return absenceOf(selection, { world: reader.worldAt(last), trace, last, seen });
}

const end = trace.length - 1;
/** It has grown by this one. */
const newest = (reader.worldAt(end).topics.get('orders')?.partitions ?? 0) - 1;

it('says nothing of what is there', () => {
  const there: readonly Selection[] = [
    { kind: 'process', process: 'c-1' },
    { kind: 'link', peers: ['c-1', 'broker-1'] },
    { kind: 'partition', topic: 'orders', partition: 0 },
    { kind: 'topic', topic: 'orders' },
    { kind: 'message', message: Number(trace.int(firstSent(), 'message')) },
    { kind: 'event', seq: 7 },
  ];
  for (const selection of there) expect(absence(selection, end)).toBeNull();
});

it('leads to where it begins, if that has been seen', () => {
  const selections: readonly Selection[] = [
    { kind: 'process', process: 'c-1' },
    { kind: 'link', peers: ['c-1', 'broker-1'] },
    { kind: 'partition', topic: 'orders', partition: newest },
    { kind: 'topic', topic: 'orders' },
    { kind: 'message', message: Number(trace.int(firstSent(), 'message')) },
    { kind: 'event', seq: 7 },
  ];
  for (const selection of selections) {
    const { says, beginsAt } = absence(selection, -1) ?? { says: '', beginsAt: null };
    expect(says).toMatch(/That comes at \d+\.\d{3} s\.$/);
    expect(absence(selection, beginsAt ?? -1)).toBeNull();
    expect(absence(selection, -1, -1)?.beginsAt).toBeNull();
  }
});

it('knows what no branch has', () => {
  expect(absence({ kind: 'event', seq: end + 1 }, end)?.says).toBe(
    'This branch has no such event.',
  );
  expect(absence({ kind: 'message', message: 1e9 }, end)?.says).toBe(
    'This branch has no such message.',
  );
  expect(absence({ kind: 'process', process: 'c-99' }, end)?.says).toBe(
    'c-99 has not started at this moment.',
  );
});

function firstSent(): number {
  let seq = 0;
  while (trace.kind(seq) !== 'message-sent') seq++;
  return seq;
}
