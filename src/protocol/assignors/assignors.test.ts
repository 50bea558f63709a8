/** The check values of the protocol's text, and properties against dumb reference assignors. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignors } from './index.ts';
import { range } from './range.ts';
import { roundrobin } from './roundrobin.ts';
import { compareIds } from './members.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';

/** `C0 {t0:0,1 t1:0}`, as the text prints it. */
function print(dealt: Dealt): string {
  return [...dealt]
    .map(([id, hand]) => {
      const parts = hand.map(({ topic, partitions }) => `${topic}:${partitions.join(',')}`);
      return `${id} {${parts.join(' ')}}`;
    })
    .join(' ');
}

const member = (id: string, ...topics: string[]): Subscriber => ({ id, topics });
const sizes = (entries: Record<string, number>): TopicSize[] =>
  Object.entries(entries).map(([topic, partitions]) => ({ topic, partitions }));

describe('check values', () => {
  const two = [member('C1', 't0', 't1'), member('C0', 't0', 't1')];
  const twoTopics = sizes({ t1: 3, t0: 3 });
  const steps = [member('C0', 't0'), member('C1', 't0', 't1'), member('C2', 't0', 't1', 't2')];
  const stepTopics = sizes({ t0: 1, t1: 2, t2: 3 });
  const stepResult = 'C0 {t0:0} C1 {t1:0} C2 {t1:1 t2:0,1,2}';

  test('[ASG-1] range deals topic by topic', () => {
    expect(print(range(two, twoTopics))).toBe('C0 {t0:0,1 t1:0,1} C1 {t0:2 t1:2}');
    expect(print(range(steps, stepTopics))).toBe(stepResult);
  });

  test('[ASG-1] seven partitions over three members: 3, 2, 2', () => {
    const three = ['c-1', 'c-2', 'c-3'].map((id) => member(id, 't'));
    expect(print(range(three, sizes({ t: 7 })))).toBe('c-1 {t:0,1,2} c-2 {t:3,4} c-3 {t:5,6}');
  });

  test('[ASG-2] roundrobin deals all partitions in one circle', () => {
    expect(print(roundrobin(two, twoTopics))).toBe('C0 {t0:0,2 t1:1} C1 {t0:1 t1:0,2}');
    expect(print(roundrobin(steps, stepTopics))).toBe(stepResult);
  });

  test('[ASG-1] [ASG-2] ids are in order of their number, then of their text', () => {
    const ids = ['c-10', 'c-2', 'b-10', 'c', 'a-2'];
    expect(ids.toSorted(compareIds)).toEqual(['c', 'a-2', 'c-2', 'b-10', 'c-10']);
    const late = [member('c-10', 't'), member('c-2', 't')];
    expect(print(range(late, sizes({ t: 1 })))).toBe('c-2 {t:0} c-10 {}');
    expect(print(roundrobin(late, sizes({ t: 1 })))).toBe('c-2 {t:0} c-10 {}');
  });

  test('[REG-2] only the strategies of the table are known', () => {
    expect([...assignors]).toEqual([
      ['range', range],
      ['roundrobin', roundrobin],
    ]);
  });
});

/** Per topic, straight from the sentence of ASG-1. */
function dumbRange(members: readonly Subscriber[], topics: readonly TopicSize[]): Dealt {
  const sorted = members.toSorted((a, b) => compareIds(a.id, b.id));
  const byName = topics.toSorted((a, b) => (a.topic < b.topic ? -1 : 1));
  return new Map(
    sorted.map(({ id }) => {
      const hand = byName.flatMap(({ topic, partitions }) => {
        const takers = sorted.filter((other) => other.topics.includes(topic));
        const index = takers.findIndex((taker) => taker.id === id);
        if (index === -1) return [];
        const size = (i: number) =>
          Math.floor(partitions / takers.length) + (i < partitions % takers.length ? 1 : 0);
        let first = 0;
        for (let i = 0; i < index; i++) first += size(i);
        const mine = [...Array(partitions).keys()].slice(first, first + size(index));
        return mine.length > 0 ? [{ topic, partitions: mine }] : [];
      });
      return [id, hand];
    }),
  );
}

/** One partition after the other, walking the circle member by member. */
function dumbRoundrobin(members: readonly Subscriber[], topics: readonly TopicSize[]): Dealt {
  const sorted = members.toSorted((a, b) => compareIds(a.id, b.id));
  const byName = topics.toSorted((a, b) => (a.topic < b.topic ? -1 : 1));
  const owned = new Map(sorted.map(({ id }) => [id, new Map<string, number[]>()]));
  let turn = 0;
  for (const { topic, partitions } of byName) {
    if (!sorted.some((each) => each.topics.includes(topic))) continue;
    for (let partition = 0; partition < partitions; partition++) {
      while (!sorted[turn % sorted.length]!.topics.includes(topic)) turn += 1;
      const hand = owned.get(sorted[turn % sorted.length]!.id)!;
      hand.set(topic, [...(hand.get(topic) ?? []), partition]);
      turn += 1;
    }
  }
  return new Map(
    [...owned].map(([id, hand]) => [
      id,
      [...hand].map(([topic, partitions]) => ({ topic, partitions })),
    ]),
  );
}

describe('properties', () => {
  const names = ['t0', 't1', 't10', 't2', 'a'];
  const groups = fc.record({
    members: fc.uniqueArray(
      fc.record({
        id: fc.tuple(fc.constantFrom('g-h', 'g-x'), fc.nat(30)).map(([a, n]) => `${a}-${n}`),
        topics: fc.subarray(names),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    ),
    topics: fc
      .subarray(names)
      .chain((some) =>
        fc.tuple(
          ...some.map((topic) => fc.record({ topic: fc.constant(topic), partitions: fc.nat(9) })),
        ),
      ),
  });

  test.each([
    ['range', range, dumbRange],
    ['roundrobin', roundrobin, dumbRoundrobin],
  ] as const)('[ASG-1] [ASG-2] %s equals its dumb reference', (_, assignor, dumb) => {
    fc.assert(
      fc.property(groups, ({ members, topics }) => {
        expect([...assignor(members, topics)]).toEqual([...dumb(members, topics)]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([...assignors])(
    '[OWN-1] [OWN-2] %s deals every partition once, only to a subscriber',
    (_, assignor) => {
      fc.assert(
        fc.property(groups, ({ members, topics }) => {
          const dealt = assignor(members, topics);
          const owners = new Map<string, string[]>();
          for (const [id, hand] of dealt) {
            for (const { topic, partitions } of hand) {
              expect(members.find((each) => each.id === id)?.topics).toContain(topic);
              for (const number of partitions) {
                const key = `${topic}/${number}`;
                owners.set(key, [...(owners.get(key) ?? []), id]);
              }
            }
          }
          expect(dealt.size).toBe(members.length);
          for (const { topic, partitions } of topics) {
            const taken = members.some((each) => each.topics.includes(topic)) ? 1 : 0;
            for (let number = 0; number < partitions; number++) {
              expect(owners.get(`${topic}/${number}`) ?? []).toHaveLength(taken);
            }
          }
        }),
      );
    },
  );
});
