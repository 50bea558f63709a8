/** The index of moments tells what a look through the whole trace would, and looks once. */
import { afterEach, expect, it, vi } from 'vitest';
import { builtins } from '../../simulation/builtins.ts';
import { activeRun } from '../../store/playground.ts';
import type { Selection } from '../../store/selection.ts';
import { playground } from '../../store/testing.ts';
import { whyChain } from '../../trace/why.ts';
import { messagesOf } from './message-index.ts';
import { momentsOf, subjects } from './moment-index.ts';
import { subjectEvent } from './subject.ts';
import { replayOf } from './zookeeper/replay.ts';

const experiment = builtins.find(({ id }) => id === 'topic-grows')?.experiment;
const store = playground(20_000_000, experiment);

afterEach(() => vi.restoreAllMocks());

it('finds the last acquiring or releasing of a partition up to any event', () => {
  const { trace } = activeRun(store.getState());
  const isIts = (seq: number) =>
    ['partition-acquired', 'partition-released'].includes(trace.kind(seq)) &&
    trace.text(seq, 'topic') === 'orders' &&
    trace.int(seq, 'partition') === 0;
  let expected: number | null = null;
  for (let last = 0; last < trace.length; last++) {
    if (isIts(last)) expected = last;
    const selection = { kind: 'partition', topic: 'orders', partition: 0 } as const;
    expect(subjectEvent(trace, last, selection, 'billing')).toBe(expected);
  }
  expect(expected).not.toBeNull();
});

it('tells, of one that the group has removed, the removal, whatever it knows itself', () => {
  const frozen = playground(4_000_000);
  frozen.getState().act({ do: 'freeze', target: 'c-2' });
  frozen.getState().seek(12_000_000);
  const { trace } = activeRun(frozen.getState());
  const seq = subjectEvent(trace, trace.length - 1, { kind: 'process', process: 'c-2' }, 'billing');
  expect(seq === null ? null : trace.kind(seq)).toBe('member-removed');
  expect(whyChain(trace, seq ?? 0).at(-1)?.kind).toBe('command');
});

it('tells the last change of a topic', () => {
  const { trace } = activeRun(store.getState());
  const selection = { kind: 'topic', topic: 'orders' } as const;
  const seq = subjectEvent(trace, trace.length - 1, selection, 'billing') ?? -1;
  expect(trace.event(seq)).toMatchObject({ kind: 'topic-changed', partitions: 6 });
  expect(whyChain(trace, seq).at(-1)?.kind).toBe('command');
});

it('takes no other group for the reason of a partition', () => {
  const { trace } = activeRun(store.getState());
  const selection = { kind: 'partition', topic: 'orders', partition: 0 } as const;
  expect(subjectEvent(trace, trace.length - 1, selection, 'analytics')).toBeNull();
});

it('finds the start of a process behind a moment, as far as it has been seen', () => {
  const { trace } = activeRun(store.getState());
  const [start = -1] = momentsOf(trace).between(subjects.start('c-2'), 0, trace.length);
  expect(trace.kind(start)).toBe('process-started');
  expect(trace.process(start)).toBe('c-2');
  expect(momentsOf(trace).between(subjects.start('c-2'), 0, start - 1)).toEqual([]);
  expect(momentsOf(trace).between(subjects.start('c-2'), start + 1, trace.length)).toEqual([]);
});

it('reads no event of a trace a second time, whatever is selected', () => {
  const { trace } = activeRun(store.getState());
  momentsOf(trace);
  const kind = vi.spyOn(trace, 'kind');
  const selections: readonly Selection[] = [
    { kind: 'process', process: 'c-1' },
    { kind: 'partition', topic: 'orders', partition: 99 },
    { kind: 'link', peers: ['c-1', 'broker-1'] },
  ];
  for (const selection of selections) subjectEvent(trace, trace.length - 1, selection, 'billing');
  expect(kind).not.toHaveBeenCalled();
});

it('goes on, after an action, with what was gathered of the shared past', () => {
  const { trace: before, experiment: opened } = activeRun(store.getState());
  const { scenario } = opened;
  const { seq } = store.getState().cursor;
  const gathered = () => {
    const { trace } = activeRun(store.getState());
    messagesOf(trace);
    momentsOf(trace);
    return replayOf(trace, 'zookeeper', scenario).stateAt(seq);
  };
  const nodes = [...gathered().nodes];
  store.getState().act({ do: 'kill', target: 'c-1' });
  const { trace } = activeRun(store.getState());
  expect(trace).not.toBe(before);
  const kind = vi.spyOn(trace, 'kind');
  expect([...gathered().nodes]).toEqual(nodes);
  const read = kind.mock.calls.map(([event]) => event);
  expect(read.length).toBeGreaterThan(0);
  expect(Math.min(...read)).toBeGreaterThan(seq);
  // Each message of the shared past is known, and none of those that came after it.
  const [sent = -1] = messagesOf(trace).eventsOf(trace.int(firstSent(), 'message') ?? -1);
  expect(sent).toBe(firstSent());
});

function firstSent(): number {
  const { trace } = activeRun(store.getState());
  let seq = 0;
  while (trace.kind(seq) !== 'message-sent') seq++;
  return seq;
}
