/** What the loop knows of reading and no process does: duplicates, and what a dead one had read. */
import { describe, expect, it } from 'vitest';
import { clone } from '../lib/clone.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import { traceHash } from '../trace/codec.ts';
import type { EventOf } from '../trace/events.ts';
import { feed, duplicatesIn, nothingConsumed, unsaid } from './consumption.ts';
import { createInlineSimulation, resumeInlineSimulation } from './inline.ts';
import { eventsOf, experimentOf, groupOf, run } from './testing.ts';

const topic = (partitions: number, atUs = 0, recordsPerSecond = 10) =>
  ({ kind: 'topic-changed', topic: 't', partitions, recordsPerSecond, atUs }) as const;
const starts = (process: string, group = 'g') =>
  ({
    kind: 'process-started',
    role: 'consumer',
    process,
    group,
    recordsPerSecond: 100,
    atUs: 0,
  }) as const;
const acquires = (process: string, partition: number, offset: number, atUs: number) =>
  ({ kind: 'partition-acquired', process, topic: 't', partition, offset, atUs }) as const;
const released = (process: string, partition: number, atUs: number) =>
  ({ kind: 'partition-released', process, topic: 't', partition, atUs }) as const;
const consumes = (process: string, fromOffset: number, toOffset: number, atUs = 0) =>
  ({
    kind: 'records-consumed',
    process,
    topic: 't',
    partition: 0,
    fromOffset,
    toOffset,
    atUs,
  }) as const;
const read = (fromOffset: number, toOffset: number) => ({
  topic: 't',
  partition: 0,
  fromOffset,
  toOffset,
});

function told(...events: readonly object[]) {
  const state = nothingConsumed();
  for (const event of events) feed(state, event as never);
  return state;
}

describe('[OFF-2] duplicates', () => {
  const before = [topic(2), starts('a'), starts('b'), acquires('a', 0, 0, 0), consumes('a', 0, 50)];

  it.each([
    [0, 50, 50],
    [20, 50, 30],
    [20, 90, 30],
    [50, 90, 0],
    [60, 90, 0],
  ])('of %i to %i, where all below 50 was read: %i', (from, to, duplicates) => {
    const state = told(...before, acquires('b', 0, from, 5));
    expect(duplicatesIn(state, 'b', read(from, to))).toBe(duplicates);
  });

  it('are those of a group: another one reads for itself', () => {
    const state = told(...before, starts('c', 'other'), acquires('c', 0, 0, 5));
    expect(duplicatesIn(state, 'c', read(0, 50))).toBe(0);
  });

  it('[TOP-2] end with the topic: made again it has other records', () => {
    const again = [topic(0, 10), released('a', 0, 10), topic(2, 20), acquires('b', 0, 0, 20)];
    expect(duplicatesIn(told(...before, ...again), 'b', read(0, 50))).toBe(0);
    // What somebody had read of the old one is told after it is gone, and says nothing of the new one.
    const late = [topic(0, 10), topic(2, 20), consumes('a', 50, 70, 20), released('a', 0, 20)];
    const state = told(...before, ...late, acquires('b', 0, 0, 20));
    expect(duplicatesIn(state, 'b', read(0, 70))).toBe(0);
  });
});

describe('[OFF-2] what a consumer has read and not said', () => {
  it('is read at its rate, shared among its partitions, and no further than the log', () => {
    const state = told(
      topic(2, 0, 40),
      starts('a'),
      acquires('a', 0, 0, 0),
      acquires('a', 1, 0, 0),
    );
    const offsets = unsaid(state, 'a', 1_000_000).map(({ toOffset }) => toOffset);
    expect(offsets).toEqual([40, 40]);
    const slow = told(topic(2, 0, 90), starts('a'), acquires('a', 0, 0, 0), acquires('a', 1, 0, 0));
    expect(unsaid(slow, 'a', 1_000_000).map(({ toOffset }) => toOffset)).toEqual([50, 50]);
  });

  it('ends at a freeze, begins again at the thaw', () => {
    const state = told(topic(1), starts('a'), acquires('a', 0, 0, 0));
    feed(state, { kind: 'process-frozen', process: 'a', atUs: 1_000_000 } as never);
    expect(unsaid(state, 'a', 9_000_000)[0]?.toOffset).toBe(10);
    feed(state, { kind: 'process-thawed', process: 'a', atUs: 9_000_000 } as never);
    expect(unsaid(state, 'a', 9_000_000)[0]?.toOffset).toBe(10);
    expect(unsaid(state, 'a', 9_100_000)[0]?.toOffset).toBe(20);
  });

  it('is nothing twice', () => {
    const state = told(topic(1), starts('a'), acquires('a', 0, 0, 0), consumes('a', 0, 7, 700_000));
    expect(unsaid(state, 'a', 1_000_000)).toEqual([
      { group: 'g', ...read(7, 10), sinceUs: 700_000, duplicates: 0 },
    ]);
    expect(unsaid(state, 'a', 700_000)).toEqual([]);
    expect(unsaid(state, 'nobody', 700_000)).toEqual([]);
  });
});

/** Everybody's reads of each partition, in order: each begins where the reader's last one ended. */
function consumedOf(experiment: ReturnType<typeof experimentOf>): EventOf<'records-consumed'>[] {
  return eventsOf(run(experiment, 20_000).trace, 'records-consumed');
}

describe('[OFF-2] in a run', () => {
  it.each(['kill', 'power-off'])(
    '%s between two commits: what was read is told, and read again',
    (verb) => {
      const scenario = groupOf(2, {}, { client: { commitIntervalMs: 5000 } });
      const commands = [{ atMs: 9000, do: verb, target: 'c-1' }];
      const { trace } = run(experimentOf({ scenario, commands }), 20_000);
      const all = eventsOf(trace, 'records-consumed');
      const last = all.filter(({ process, atUs }) => process === 'c-1' && atUs === 9_000_000);
      expect(last.length).toBe(3);
      const lost = last.reduce((sum, { fromOffset, toOffset }) => sum + toOffset - fromOffset, 0);
      const again = all.filter(({ process }) => process === 'c-2');
      expect(again.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(lost);
      expect(lost).toBeGreaterThan(30);
    },
  );

  it('a consumer that is cut off reads on: what others read too is told as duplicates', () => {
    const commands = [
      { atMs: 8000, do: 'cut-link', target: ['c-1', '@billing'], key: 'k' },
      { atMs: 14_000, do: 'restore-link', target: ['c-1', '@billing'], key: 'k', recall: true },
    ];
    const all = consumedOf(experimentOf({ scenario: groupOf(2), commands }));
    expect(all.some(({ process, duplicates }) => process === 'c-1' && duplicates > 0)).toBe(true);
  });

  it('without a fault nothing is read twice', () => {
    const all = consumedOf(experimentOf({ scenario: groupOf(1), commands: [] }));
    expect(all.length).toBeGreaterThan(6);
    expect(all.every(({ duplicates }) => duplicates === 0)).toBe(true);
  });
});

it('is part of a checkpoint', () => {
  const scenario = groupOf(2, {}, { client: { commitIntervalMs: 5000 } });
  const commands = [
    { atMs: 9000, do: 'kill', target: 'c-1' },
    { atMs: 9100, do: 'add-partitions', topic: 'orders', partitions: 8 },
    { atMs: 9200, do: 'configure', group: 'billing', settings: { strategy: 'roundrobin' } },
    { atMs: 9300, do: 'corrupt-message', target: ['broker-2', 'zookeeper'] },
  ];
  const experiment = experimentOf({ scenario, commands });
  const whole = createInlineSimulation(experiment, registerProtocol);
  whole.advance(20_000_000);
  for (const atUs of [8_500_000, 9_050_000, 9_250_000, 9_310_000]) {
    const first = createInlineSimulation(experiment, registerProtocol);
    first.advance(atUs);
    const checkpoint = clone(first.checkpoint());
    const second = resumeInlineSimulation(
      checkpoint,
      experiment,
      registerProtocol,
      first.trace.fork(checkpoint.seq),
    );
    second.advance(20_000_000);
    expect(traceHash(second.trace)).toBe(traceHash(whole.trace));
  }
});

describe('[TOP-2] what a group has read of a topic that is deleted', () => {
  const reads = (process: string) => [
    starts(process),
    acquires(process, 0, 0, 0),
    consumes(process, 0, 10),
  ];
  const crashed = { kind: 'process-crashed', process: 'c-2', reason: 'kill', atUs: 3 } as const;

  it.each([
    ['lets go late', released('c-2', 0, 3)],
    ['ends', crashed],
    ['starts again', starts('c-2')],
  ])('is kept for one that is frozen and holds it on, until it %s', (_what, last) => {
    const events = [topic(1), ...reads('c-1'), ...reads('c-2'), topic(0, 2), released('c-1', 0, 2)];
    const state = told(...events);
    expect(duplicatesIn(state, 'c-2', read(0, 10))).toBe(10);
    expect(told(...events, last).marks.size).toBe(0);
  });

  it('is forgotten at once where nobody holds it; of what is there it stays', () => {
    const events = [topic(1), ...reads('c-1'), released('c-1', 0, 1)];
    expect(told(...events).marks.size).toBe(1);
    expect(told(...events, topic(0, 2)).marks.size).toBe(0);
  });
});
