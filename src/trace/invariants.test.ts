/** Each checker fires on a bad event, and is silent on the good one beside it. */
import { describe, expect, it } from 'vitest';
import type { TraceEvent } from './events.ts';
import { createInvariants } from './invariants.ts';
import type { Violation } from './invariants.ts';

const owns = (member: string, consumer: string, topic: string, ...partitions: number[]) => ({
  member,
  consumer,
  partitions: partitions.length > 0 ? [{ topic, partitions }] : [],
});

const start = [
  { kind: 'topic-changed', topic: 'orders', partitions: 2 },
  { kind: 'process-started', process: 'zookeeper', role: 'zookeeper' },
  { kind: 'process-started', process: 'c-1', role: 'consumer', topics: ['orders'] },
  { kind: 'process-started', process: 'c-2', role: 'consumer', topics: ['other'] },
];

const record = (generation: number, ...assignment: object[]) => ({
  kind: 'metadata-written',
  process: 'zookeeper',
  path: '/groups/g',
  group: 'g',
  generation,
  assignment,
});

const completed = (...assignment: object[]) => ({
  kind: 'rebalance-completed',
  group: 'g',
  generation: 1,
  assignment,
});

const commit = (member: string, generation: number, cause: number | null = null) => ({
  kind: 'offset-committed',
  group: 'g',
  member,
  generation,
  topic: 'orders',
  partition: 0,
  offset: 0,
  cause,
});

/** The first violation in a story that goes on from the start. */
function firstIn(...events: object[]): Pick<Violation, 'rule' | 'text'> | null {
  const invariants = createInvariants();
  for (const [seq, event] of [...start, ...events].entries()) {
    const found = invariants.check({
      cause: null,
      rules: [],
      ...event,
      seq,
      atUs: seq,
    } as never as TraceEvent);
    if (found) return { rule: found.rule, text: found.text };
  }
  return null;
}

describe('invariants', () => {
  it('[OWN-1] a partition without an owner', () => {
    expect(firstIn(completed(owns('g-1', 'c-1', 'orders', 0, 1)))).toBeNull();
    expect(firstIn(completed(owns('g-1', 'c-1', 'orders', 0)))).toEqual({
      rule: 'OWN-1',
      text: 'orders 1 has no owner in generation 1 of g',
    });
  });

  it('[OWN-1] an owner that does not subscribe', () => {
    const both = [owns('g-1', 'c-1', 'orders', 0), owns('g-2', 'c-2', 'orders', 1)];
    expect(firstIn(completed(...both))?.text).toBe('c-2 owns orders without subscribing to it');
  });

  it('[OWN-2] a partition that is assigned twice', () => {
    const once = [owns('g-1', 'c-1', 'orders', 0), owns('g-2', 'c-1', 'orders', 1)];
    const twice = [owns('g-1', 'c-1', 'orders', 0, 1), owns('g-2', 'c-1', 'orders', 1)];
    expect(firstIn(record(1, ...once))).toBeNull();
    expect(firstIn(record(1, ...twice))).toEqual({
      rule: 'OWN-2',
      text: 'orders 1 has two owners in generation 1 of g',
    });
  });

  it('[OWN-2] a generation that is given out twice; the same write again is none', () => {
    const first = record(1, owns('g-1', 'c-1', 'orders', 0, 1));
    expect(firstIn(first, first)).toBeNull();
    expect(firstIn(first, record(1, owns('g-2', 'c-1', 'orders', 0, 1)))?.rule).toBe('OWN-2');
  });

  it('[OWN-3] a generation that goes back', () => {
    expect(firstIn(record(2), record(3))).toBeNull();
    expect(firstIn(record(2), record(1))?.text).toBe('generation of g goes from 2 back to 1');
  });

  it('[OWN-4] a commit of a stale generation, or of one who is no member', () => {
    const now = record(2, owns('g-1', 'c-1', 'orders', 0, 1));
    expect(firstIn(now, commit('g-1', 2))).toBeNull();
    expect(firstIn(now, commit('g-1', 1))?.rule).toBe('OWN-4');
    expect(firstIn(now, commit('g-2', 2))?.rule).toBe('OWN-4');
    expect(firstIn(commit('g-1', 1))?.text).toContain('without a record');
  });

  it('[OWN-4] what counts is the record when ZooKeeper wrote, not when the coordinator hears of it', () => {
    const before = record(1, owns('g-1', 'c-1', 'orders', 0, 1));
    const after = record(2, owns('g-1', 'c-1', 'orders', 0, 1));
    const sent = { kind: 'message-sent', process: 'zookeeper', message: 9 };
    const arrived = { kind: 'message-delivered', process: 'broker-1', message: 9 };
    const deliveredSeq = start.length + 3;
    expect(firstIn(before, sent, after, arrived, commit('g-1', 1, deliveredSeq))).toBeNull();
    expect(firstIn(before, after, sent, arrived, commit('g-1', 1, deliveredSeq))?.rule).toBe(
      'OWN-4',
    );
  });
});
