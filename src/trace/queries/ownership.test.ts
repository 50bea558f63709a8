import { describe, expect, test } from 'vitest';
import { c1, crashed, frozen, started, Story, thawed } from '../story.ts';
import type { Claim } from './ownership.ts';
import { stretchAt, TimeIndex } from './time-index.ts';

const c2 = { process: 'c-2' };
const consumer = { ...started, role: 'consumer', group: 'g', topics: ['t'] };
const held = { group: 'g', member: 'm', topic: 't', partition: 0, generation: 1, offset: 0 };
const acquired = { ...held, kind: 'partition-acquired', reason: '' };
const released = { ...held, kind: 'partition-released', reason: '' };

/** Two consumers of one partition; the first reads it from 10 on. */
function reading(): Story {
  return new Story()
    .tell('topic', { kind: 'topic-changed', topic: 't', partitions: 1, recordsPerSecond: 1 })
    .tell('c-1 starts', { ...c1, ...consumer, atUs: 1 })
    .tell('c-2 starts', { ...c2, ...consumer, slot: 1, atUs: 2 })
    .tell('c-1 takes it', { ...c1, ...acquired, atUs: 10 });
}

function indexOf({ trace }: Story): TimeIndex {
  const index = new TimeIndex();
  index.readOn(trace);
  return index;
}

const told = ({ consumer: name, holding }: Claim) => `${name} ${holding}`;

/** The spans of the only partition, as `from-to who how`. */
function spansOf(story: Story): string[] {
  const [row] = indexOf(story).ownership.partitionsOf('g');
  return (row?.spans ?? []).map(
    ({ fromUs, toUs, claims }) => `${fromUs}-${toUs} ${claims.map(told).join(' + ')}`,
  );
}

describe('[COST-1] who holds a partition', () => {
  test('from taking it to giving it up', () => {
    expect(spansOf(reading())).toEqual(['10-Infinity c-1 reads']);
    const story = reading().tell('c-1 gives it up', { ...c1, ...released, atUs: 20 });
    expect(spansOf(story)).toEqual(['10-20 c-1 reads']);
  });

  test('whoever is frozen holds it and does not read it', () => {
    const story = reading()
      .tell('freeze', { ...c1, ...frozen, atUs: 20 })
      .tell('thaw', { ...c1, ...thawed, atUs: 30 });
    expect(spansOf(story)).toEqual([
      '10-20 c-1 reads',
      '20-30 c-1 frozen',
      '30-Infinity c-1 reads',
    ]);
  });

  test('[OWN-6] two believe: the frozen one and the one that took over', () => {
    const story = reading()
      .tell('freeze', { ...c1, ...frozen, atUs: 20 })
      .tell('c-2 takes it', { ...c2, ...acquired, atUs: 30 })
      .tell('thaw', { ...c1, ...thawed, atUs: 40 })
      .tell('c-1 gives it up', { ...c1, ...released, atUs: 50 });
    expect(spansOf(story)).toEqual([
      '10-20 c-1 reads',
      '20-30 c-1 frozen',
      '30-40 c-1 frozen + c-2 reads',
      '40-50 c-1 reads + c-2 reads',
      '50-Infinity c-2 reads',
    ]);
  });

  const removed = {
    kind: 'member-removed',
    process: 'broker-1',
    group: 'g',
    member: 'm',
    consumer: 'c-1',
    reason: 'silent',
  };

  test.each([
    ['its member is removed', removed, ['20-30 c-1 dead']],
    ['another takes it', { ...c2, ...acquired }, ['20-30 c-1 dead', '30-Infinity c-2 reads']],
    ['it starts again', { ...c1, ...consumer, incarnation: 2 }, ['20-30 c-1 dead']],
    ['its member is removed elsewhere', { ...removed, consumer: 'c-2' }, ['20-Infinity c-1 dead']],
  ])('what a dead one held lasts until %s', (_, event, after) => {
    const story = reading()
      .tell('crash', { ...c1, ...crashed, atUs: 20 })
      .tell('end', { ...event, atUs: 30 });
    expect(spansOf(story)).toEqual(['10-20 c-1 reads', ...after]);
  });

  test('a frozen one whose member is removed still believes', () => {
    const story = reading()
      .tell('freeze', { ...c1, ...frozen, atUs: 20 })
      .tell('removed', { ...removed, atUs: 30 });
    expect(spansOf(story)).toEqual(['10-20 c-1 reads', '20-Infinity c-1 frozen']);
  });

  test('several changes at one moment leave no empty span', () => {
    const story = reading()
      .tell('c-1 gives it up', { ...c1, ...released, atUs: 20 })
      .tell('c-2 takes it', { ...c2, ...acquired, atUs: 20 })
      .tell('c-2 freezes', { ...c2, ...frozen, atUs: 20 });
    expect(spansOf(story)).toEqual(['10-20 c-1 reads', '20-Infinity c-2 frozen']);
  });
});

describe('the rows', () => {
  test('every partition of a subscribed topic, held or not, by topic and number', () => {
    const story = reading()
      .tell('more', { kind: 'topic-changed', topic: 't', partitions: 11, atUs: 20 })
      .tell('other', { kind: 'topic-changed', topic: 'u', partitions: 1, atUs: 20 })
      .tell('s', { kind: 'topic-changed', topic: 's', partitions: 2, atUs: 20 })
      .tell('subscribes', { ...c2, kind: 'subscription-changed', topics: ['s'], atUs: 30 });
    const rows = indexOf(story).ownership.partitionsOf('g');
    expect(rows.map(({ key }) => key)).toEqual([
      's/0',
      's/1',
      ...Array.from({ length: 11 }, (_, number) => `t/${number}`),
    ]);
    expect(rows.map(({ sinceUs }) => sinceUs).slice(0, 4)).toEqual([30, 30, 1, 20]);
  });

  test('of another group: none', () => {
    expect(indexOf(reading()).ownership.partitionsOf('other')).toEqual([]);
  });
});

describe('stretchAt', () => {
  const stretches = [
    { fromUs: 10, toUs: 20 },
    { fromUs: 20, toUs: 20 },
    { fromUs: 20, toUs: 30 },
    { fromUs: 40, toUs: Infinity },
  ];
  test.each([
    [9, undefined],
    [10, stretches[0]],
    [19, stretches[0]],
    [20, stretches[2]],
    [29, stretches[2]],
    [30, undefined],
    [40, stretches[3]],
  ])('at %i', (atUs, stretch) => {
    expect(stretchAt(stretches, atUs)).toBe(stretch);
  });
});

describe('[COST-1] when the time in which nobody reads a partition counts', () => {
  const generation = (number: number, ...topics: string[]) => ({
    process: 'broker-1',
    kind: 'rebalance-completed',
    group: 'g',
    rebalance: number,
    generation: number,
    assignment: [{ member: 'm', consumer: 'c-1', topics, partitions: [] }],
    joined: [],
    left: [],
  });
  const topic = (partitions: number) => ({
    kind: 'topic-changed',
    topic: 't',
    partitions,
    recordsPerSecond: 1,
  });
  const stretchesOf = (story: Story, row = 0) =>
    indexOf(story)
      .ownership.partitionsOf('g')
      [row]?.stretches.map(({ fromUs, toUs, counts }) => `${fromUs}-${toUs} ${counts}`);

  test('from the first generation on that knows the topic', () => {
    const story = reading()
      .tell('first', { ...generation(1, 'other'), atUs: 20 })
      .tell('second', { ...generation(2, 't'), atUs: 30 });
    expect(stretchesOf(story)).toEqual(['1-30 false', '30-Infinity true']);
  });

  test('as long as the topic exists, and partitions that are added from then on', () => {
    const story = reading()
      .tell('first', { ...generation(1, 't'), atUs: 20 })
      .tell('grown', { ...topic(2), atUs: 30 })
      .tell('deleted', { ...topic(0), atUs: 40 })
      .tell('made again', { ...topic(1), atUs: 50 });
    expect(stretchesOf(story)).toEqual(['1-20 false', '20-40 true', '50-Infinity true']);
    expect(stretchesOf(story, 1)).toEqual(['30-40 true']);
  });
});
