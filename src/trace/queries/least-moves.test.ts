import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignors } from '../../protocol/assignors/index.ts';
import type { Assignment, MemberAssignment } from '../../protocol/facts.ts';
import { countMoved } from '../fold/coordinators.ts';
import { leastMoves } from './least-moves.ts';

/** A member that subscribes to what it owns, or to `topics`. */
function member(name: string, owned: Record<string, number[]>, topics = Object.keys(owned)) {
  const partitions = Object.entries(owned).map(([topic, numbers]) => ({
    topic,
    partitions: numbers,
  }));
  return { member: name, consumer: name, topics, partitions };
}

const before = [member('a', { t: [0, 1] }), member('b', { t: [2, 3] }), member('c', { t: [4, 5] })];

describe('the least number of partitions that had to move', () => {
  test('none where nobody comes or goes', () => {
    expect(leastMoves(before, before)).toBe(0);
    expect(leastMoves([], before)).toBe(0);
    expect(leastMoves(before, [])).toBe(0);
  });

  test('who is gone gives up what it had: range moves one more than that', () => {
    const after = [member('a', { t: [0, 1, 2] }), member('c', { t: [3, 4, 5] })];
    expect(leastMoves(before, after)).toBe(2);
    expect(countMoved(before, after)).toBe(2);
    const last = [member('a', { t: [0, 1, 2] }), member('b', { t: [3, 4, 5] })];
    expect(leastMoves(before, last)).toBe(2);
  });

  test('a newcomer gets its share, from those who own more than theirs', () => {
    const two = [member('a', { t: [0, 1, 2] }), member('b', { t: [3, 4, 5] })];
    const three = [
      member('a', { t: [0, 1] }),
      member('b', { t: [2, 3] }),
      member('c', { t: [4, 5] }),
    ];
    expect(leastMoves(two, three)).toBe(2);
    expect(countMoved(two, three)).toBe(3);
  });

  test('a partition that is new has not moved, and lets the others keep theirs', () => {
    const grown = [member('a', { t: [0, 1] }), member('b', { t: [2, 3] })];
    expect(leastMoves([member('a', { t: [0, 1] })], grown)).toBe(0);
    expect(leastMoves([member('a', { t: [0, 1, 2] })], grown)).toBe(1);
  });

  test('who no longer subscribes keeps nothing of the topic', () => {
    const after = [
      member('a', { t: [0, 1, 2] }),
      member('b', {}, ['u']),
      member('c', { t: [3, 4, 5] }),
    ];
    expect(leastMoves(before, after)).toBe(2);
  });
});

const names = ['a', 'b', 'c', 'd'];
const groups = fc.record({
  strategy: fc.constantFrom(...assignors.keys()),
  members: fc.uniqueArray(
    fc.record({ id: fc.constantFrom(...names), topics: fc.subarray(['t', 'u']) }),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
  topics: fc.tuple(fc.nat(4), fc.nat(3)),
});
type Group = typeof groups extends fc.Arbitrary<infer T> ? T : never;

function assign({ strategy, members, topics: [t, u] }: Group): Assignment {
  const sizes = [
    { topic: 't', partitions: t },
    { topic: 'u', partitions: u },
  ];
  const dealt = assignors.get(strategy)?.(members, sizes) ?? new Map();
  return members.map(({ id, topics }) => ({
    member: id,
    consumer: id,
    topics,
    partitions: dealt.get(id) ?? [],
  }));
}

/** Every assignment of the partitions to subscribers that spreads each topic evenly. */
function* balanced({ members, topics: [t, u] }: Group): Generator<Assignment> {
  const all = [...Array(t).keys()].map((partition) => ({ topic: 't', partition }));
  all.push(...[...Array(u).keys()].map((partition) => ({ topic: 'u', partition })));
  const takers = (topic: string) => members.filter(({ topics }) => topics.includes(topic));
  const taken = all.filter(({ topic }) => takers(topic).length > 0);
  const owners: string[] = [];
  const isEven = (topic: string) => {
    const counts = takers(topic).map(
      ({ id }) => taken.filter((one, at) => one.topic === topic && owners[at] === id).length,
    );
    return Math.max(0, ...counts) - Math.min(Infinity, ...counts) <= 1;
  };
  function* from(at: number): Generator<Assignment> {
    const one = taken[at];
    if (one) {
      for (const { id } of takers(one.topic)) {
        owners[at] = id;
        yield* from(at + 1);
      }
      return;
    }
    if (!isEven('t') || !isEven('u')) return;
    yield members.map(({ id, topics }): MemberAssignment => {
      const numbersOf = (topic: string) =>
        taken.flatMap((each, place) =>
          each.topic === topic && owners[place] === id ? [each.partition] : [],
        );
      const partitions = ['t', 'u'].map((topic) => ({ topic, partitions: numbersOf(topic) }));
      return { member: id, consumer: id, topics, partitions };
    });
  }
  yield* from(0);
}

test('[ASG-1] [ASG-2] it is the least over all balanced assignments, and no strategy moves less', () => {
  fc.assert(
    fc.property(groups, groups, (old, now) => {
      const was = assign(old);
      const is = assign(now);
      const least = leastMoves(was, is);
      let fewest = Infinity;
      for (const one of balanced(now)) fewest = Math.min(fewest, countMoved(was, one));
      expect(least).toBe(fewest);
      expect(least).toBeLessThanOrEqual(countMoved(was, is));
    }),
  );
});
