/** Each checker fires on a bad event, and is silent on the good one beside it. */
import { describe, expect, test } from 'vitest';
import type { TraceEvent } from './events.ts';
import { acquires, completed, groupState, owns, topicChanged, written } from './fold/told.ts';
import type { Told } from './fold/told.ts';
import { createInvariants } from './invariants.ts';
import type { Violation } from './invariants.ts';

const start: readonly Told[] = [
  topicChanged('t', 2),
  { kind: 'process-started', process: 'zookeeper', role: 'zookeeper' },
];

const commit = (member: string, generation: number, cause: number | null = null): Told => ({
  kind: 'offset-committed',
  group: 'g',
  member,
  generation,
  topic: 't',
  partition: 0,
  offset: 0,
  cause,
});

/** The first violation in a story that goes on from the start, and the number of its event. */
function firstIn(...events: readonly Told[]): Violation | null {
  const invariants = createInvariants();
  for (const [seq, event] of [...start, ...events].entries()) {
    const common = { cause: null, because: null, rules: [], seq, atUs: 10 * seq };
    const found = invariants.check({ ...common, ...event } as never as TraceEvent);
    if (found) return found;
  }
  return null;
}

const ruleIn = (...events: readonly Told[]) => firstIn(...events)?.rule ?? null;
const textIn = (...events: readonly Told[]) => firstIn(...events)?.text ?? null;

const all = owns('g-1', 'c-1', 't', 0, 1);

test('a violation says which rule, which event, when and what', () => {
  expect(firstIn(written(1, owns('g-1', 'c-1', 't', 0)))).toEqual({
    rule: 'OWN-1',
    seq: 2,
    atUs: 20,
    text: 't/1 has no owner in generation 1 of g',
  });
});

describe.each([
  ['on record', written],
  ['completed', completed],
] as const)('a generation that is %s', (_, generation) => {
  test('[OWN-1] a partition of a subscribed topic without an owner', () => {
    expect(ruleIn(generation(1, all))).toBeNull();
    expect(ruleIn(generation(1, owns('g-1', 'c-1', 't', 1)))).toBe('OWN-1');
    expect(ruleIn(generation(1, owns('g-1', 'c-1', 't')))).toBe('OWN-1');
  });

  test('[OWN-1] an owner that does not subscribe', () => {
    const alien = { ...owns('g-2', 'c-2', 't', 1), topics: ['u'] };
    expect(textIn(generation(1, owns('g-1', 'c-1', 't', 0), alien))).toBe(
      'g-2 owns t in generation 1 without subscribing to it',
    );
  });

  test('[OWN-1] nobody owns what nobody subscribes to, or what does not exist', () => {
    expect(ruleIn(generation(1))).toBeNull();
    expect(ruleIn(topicChanged('u', 3), generation(1, all))).toBeNull();
    expect(ruleIn(generation(1, owns('g-1', 'c-1', 'nowhere')))).toBeNull();
  });

  test('[OWN-2] a partition that is assigned twice', () => {
    const once = [owns('g-1', 'c-1', 't', 0), owns('g-2', 'c-2', 't', 1)];
    const twice = [owns('g-1', 'c-1', 't', 0, 1), owns('g-2', 'c-2', 't', 1)];
    expect(ruleIn(generation(1, ...once))).toBeNull();
    expect(textIn(generation(1, ...twice))).toBe('t/1 has two owners in generation 1 of g');
  });
});

describe('topics that change meanwhile', () => {
  const reading = groupState('broker-1', 1, 'Rebalancing');
  const three = owns('g-1', 'c-1', 't', 0, 1, 2);

  test('[OWN-1] after they were read: either size will do, another one will not', () => {
    expect(ruleIn(reading, topicChanged('t', 3), written(1, all))).toBeNull();
    expect(ruleIn(reading, topicChanged('t', 3), written(1, three))).toBeNull();
    expect(ruleIn(reading, topicChanged('t', 3), written(1, owns('g-1', 'c-1', 't', 0)))).toBe(
      'OWN-1',
    );
  });

  test('[OWN-1] before they were read: the new size', () => {
    expect(ruleIn(topicChanged('t', 3), reading, written(1, all))).toBe('OWN-1');
    expect(ruleIn(topicChanged('t', 3), reading, written(1, three))).toBeNull();
  });
});

describe('topics that change while the coordinator does not know', () => {
  const assigning = groupState('broker-1', 1, 'Rebalancing');
  const sent: Told = { kind: 'message-sent', process: 'zookeeper', message: 9 };
  const heard: Told = { kind: 'message-delivered', process: 'broker-1', message: 9 };
  const grows = topicChanged('t', 3);

  test('[OWN-1] what counts is what it could have heard of the store', () => {
    expect(ruleIn(sent, heard, grows, assigning, written(1, all))).toBeNull();
    expect(ruleIn(grows, sent, heard, assigning, written(1, all))).toBe('OWN-1');
    expect(ruleIn(sent, grows, heard, assigning, written(1, all))).toBeNull();
  });

  test('[OWN-1] what came corrupted tells it nothing', () => {
    const [told, lost] = [
      { ...sent, message: 10 },
      { ...heard, message: 10 },
    ];
    const corrupted: Told = { kind: 'message-corrupted', message: 10 };
    const before = [sent, heard, grows, told];
    expect(ruleIn(...before, corrupted, lost, assigning, written(1, all))).toBeNull();
    expect(ruleIn(...before, lost, assigning, written(1, all))).toBe('OWN-1');
  });

  test('[OWN-1] what another broker has heard tells it nothing', () => {
    const other: Told = { ...heard, process: 'broker-2', message: 10 };
    const told: Told = { ...sent, message: 10 };
    expect(ruleIn(sent, heard, grows, told, other, assigning, written(1, all))).toBeNull();
  });
});

describe('what consumers are told', () => {
  const record = written(1, owns('g-1', 'c-1', 't', 0), owns('g-2', 'c-2', 't', 1));
  const takes = (member: string, partition: number, generation = 1): Told => ({
    ...acquires('c-1', 't', partition),
    member,
    generation,
  });

  test('[OWN-2] is what is on record for their generation, which may be an old one', () => {
    const next = written(2, owns('g-2', 'c-2', 't', 0, 1));
    expect(ruleIn(record, takes('g-1', 0))).toBeNull();
    expect(ruleIn(record, next, takes('g-1', 0))).toBeNull();
    expect(textIn(record, takes('g-1', 1))).toBe(
      "c-1 takes t/1 in generation 1 of g, but on record it is g-2's",
    );
    expect(textIn(record, takes('g-1', 0, 2))).toMatch(/which is not on record$/);
  });

  test('a log without records cannot be held against one', () => {
    expect(ruleIn(takes('g-1', 0))).toBeNull();
  });
});

describe('generations', () => {
  test('[OWN-2] one is not given out twice; the same write again is none', () => {
    expect(ruleIn(written(1, all), written(1, all))).toBeNull();
    expect(textIn(written(1, all), written(1, owns('g-2', 'c-2', 't', 0, 1)))).toBe(
      'generation 1 of g is given out twice',
    );
    expect(ruleIn(written(1, all), completed(1, owns('g-2', 'c-2', 't', 0, 1)))).toBe('OWN-2');
  });

  test('[OWN-3] none goes back on record', () => {
    expect(ruleIn(written(2, all), written(3, all))).toBeNull();
    expect(textIn(written(2, all), written(1, all))).toBe('generation of g goes from 2 back to 1');
  });

  test('[OWN-3] each completed one is a new one', () => {
    expect(ruleIn(completed(2, all), completed(3, all))).toBeNull();
    expect(ruleIn(completed(2, all), completed(2, all))).toBe('OWN-3');
  });

  test('[OWN-3] a new coordinator goes on from the one on record', () => {
    const loaded = (generation: number): Told => ({
      kind: 'coordinator-loaded',
      group: 'g',
      epoch: 2,
      generation,
      assignment: [],
    });
    expect(ruleIn(written(2, all), loaded(2))).toBeNull();
    expect(ruleIn(written(2, all), loaded(1))).toBe('OWN-3');
  });
});

describe('commits', () => {
  test('[OWN-4] of a stale generation, or of one who is no member', () => {
    const now = written(2, all);
    expect(ruleIn(now, commit('g-1', 2))).toBeNull();
    expect(textIn(now, commit('g-1', 1))).toContain('while the record says generation 2');
    expect(textIn(now, commit('g-2', 2))).toContain('from one who is no member');
    expect(textIn(commit('g-1', 1))).toContain('without a record');
  });

  test('[OWN-4] what counts is the record when it was written, not when that is heard of', () => {
    const [before, after] = [written(1, all), written(2, all)];
    const sent: Told = { kind: 'message-sent', process: 'zookeeper', message: 9 };
    const arrived: Told = { kind: 'message-delivered', process: 'broker-1', message: 9 };
    const late = commit('g-1', 1, start.length + 3);
    expect(ruleIn(before, sent, after, arrived, late)).toBeNull();
    expect(ruleIn(before, after, sent, arrived, late)).toBe('OWN-4');
  });
});

describe('what is too long ago to be remembered', () => {
  const later = (from: number) =>
    Array.from({ length: 70 }, (_, index) => written(from + index, all));
  const sent: Told = { kind: 'message-sent', process: 'zookeeper', message: 9 };
  const arrived = {
    kind: 'message-delivered',
    process: 'broker-1',
    message: 9,
    from: 'zookeeper',
  } as const;

  test('[OWN-2] a generation is not judged; one that never was is found', () => {
    const takes = (generation: number): Told => ({
      ...acquires('c-1', 't', 0),
      member: 'g-1',
      generation,
    });
    expect(ruleIn(written(1, all), ...later(2), takes(1))).toBeNull();
    expect(ruleIn(written(1, all), ...later(2), takes(72))).toBe('OWN-2');
  });

  test('[OWN-4] a commit is not judged by records that came after it', () => {
    const story = [written(1, all), sent, ...later(2), arrived];
    const late = commit('g-1', 1, start.length + story.length - 1);
    expect(ruleIn(...story, late)).toBeNull();
    expect(ruleIn(...story, { ...late, cause: null })).toBe('OWN-4');
  });

  test('[OWN-4] a commit is not judged whose answer was sent before thousands of others', () => {
    const others = Array.from({ length: 5000 }, (_, index): Told => ({
      ...sent,
      message: 10 + index,
    }));
    const story = [written(1, all), sent, written(2, all), ...others, arrived];
    const late = commit('g-1', 1, start.length + story.length - 1);
    expect(ruleIn(...story, late)).toBeNull();
  });
});
