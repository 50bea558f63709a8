import { describe, expect, test } from 'vitest';
import {
  acquires,
  completed,
  consumerStarts,
  elected,
  ends,
  owns,
  releases,
  settledPair,
  topicChanged,
  written,
} from './fold/told.ts';
import type { Tale, Told } from './fold/told.ts';
import { unsettled } from './settled.ts';

const isIn = (process: string, member: string, generation = 1): Told => ({
  kind: 'consumer-state',
  process,
  group: 'g',
  member,
  generation,
  fetching: true,
  state: 'PartOfGroup',
  reason: '',
});

const settled = () => settledPair().tell(isIn('c-1', 'g-1'), isIn('c-2', 'g-2'));

const missing = (tale: Tale) => unsettled(tale.world, 'g', ['broker-1', 'broker-2']);

const cut = (peer: string, isCut = true): Told => ({
  kind: 'link-changed',
  peers: ['broker-1', peer],
  latencyMs: [1, 1],
  cut: isCut,
});

describe('a group is settled', () => {
  test('when all who live are members, and all owners believe', () => {
    expect(missing(settled())).toEqual([]);
  });

  test('not without a coordinator that runs', () => {
    expect(missing(settled().tell(ends.freeze('broker-1')))).toEqual(['nobody coordinates it']);
    expect(missing(settled().tell(ends.kill('broker-1')))).toEqual(['nobody coordinates it']);
    expect(missing(settled().tell(elected('broker-2', 2)))).toEqual(['nobody coordinates it']);
  });

  test('not while one that lives is no member, or in another generation', () => {
    expect(missing(settled().tell(consumerStarts('c-3', 't')))).toEqual(['c-3 is Down']);
    expect(missing(settled().tell(isIn('c-2', 'g-9')))).toEqual([
      'c-2 is no member',
      "t/1 is g-2's, who does not believe so",
    ]);
    expect(missing(settled().tell(isIn('c-2', 'g-2', 0)))).toEqual([
      'c-2 is in generation 0, not 1',
    ]);
  });

  test('whatever becomes of those that are dead, frozen or cut off, once others own theirs', () => {
    for (const end of [ends.kill('c-2'), ends.freeze('c-2'), cut('c-2')]) {
      const tale = settled().tell(end);
      expect(missing(tale)).toEqual(["t/1 is g-2's, who does not believe so"]);
      const next = owns('g-1', 'c-1', 't', 0, 1);
      tale.tell(written(2, next), completed(2, next), isIn('c-1', 'g-1', 2));
      tale.tell(acquires('c-1', 't', 1));
      expect(missing(tale)).toEqual([]);
    }
  });

  test('not while a link is restored and two believe', () => {
    const tale = settled().tell(acquires('c-1', 't', 1), cut('c-2'));
    expect(missing(tale.tell(cut('c-2', false)))).toEqual(['t/1 is believed in by g-1 and g-2']);
  });

  test('not while an owner does not read, a partition has none, or a rebalance is under way', () => {
    expect(missing(settled().tell(releases('c-1', 't', 0)))).toEqual([
      "t/0 is g-1's, who does not believe so",
    ]);
    expect(missing(settled().tell(topicChanged('t', 3)))).toEqual(['t/2 has no owner']);
    const started: Told = { kind: 'rebalance-started', process: 'broker-1', group: 'g' };
    expect(missing(settled().tell(started))).toEqual(['a rebalance is under way']);
  });

  test('not while what a member wants is not what it is known for', () => {
    const other = (fields: object): Told => ({
      kind: 'subscription-changed',
      process: 'c-2',
      ...fields,
    });
    expect(missing(settled().tell(other({ topics: ['t', 'u'] })))).toEqual([
      'c-2 subscribes to t, u, but is known for t',
    ]);
    expect(missing(settled().tell(other({ allow: ['[a-z]'] })))).toEqual([]);
    expect(missing(settled().tell(other({ allow: ['[a-z]'], deny: ['t'] })))).toEqual([
      'c-2 subscribes to nothing, but is known for t',
    ]);
    expect(missing(settled().tell(other({ deny: ['u'] }), topicChanged('w', 1)))).toEqual([
      'c-2 subscribes to t, w, but is known for t',
    ]);
  });

  test('whatever becomes of one that nobody can tell where the coordinator is', () => {
    const third = settled().tell(consumerStarts('c-3', 't'));
    const broker = { ...ends.kill('broker-1'), kind: 'process-started', role: 'broker' } as const;
    expect(missing(third)).toEqual(['c-3 is Down']);
    const link = cut('c-3');
    third.tell({ ...broker, process: 'broker-2' }, { ...link, peers: ['broker-2', 'c-3'] });
    expect(missing(third)).toEqual(['c-3 is Down']);
    expect(unsettled(third.world, 'g', ['broker-2'])).toEqual([]);
  });

  test('one that nobody knows is not', () => {
    expect(unsettled(settled().world, 'x', [])).toEqual(['there is no group x']);
  });
});
