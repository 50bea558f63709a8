import { describe, expect, test } from 'vitest';
import { b1, Story } from '../story.ts';
import { TimeIndex } from './time-index.ts';

const b2 = { process: 'broker-2' };
const attempt = { group: 'g', rebalance: 1, trigger: 'TRIG-1', subject: 'c-1', generation: 0 };
const begins = { ...attempt, kind: 'rebalance-started', reason: '' };
const abandoned = { ...attempt, kind: 'rebalance-abandoned', reason: '' };
const completed = { kind: 'rebalance-completed', group: 'g', generation: 1, assignment: [] };
const loaded = { kind: 'coordinator-loaded', group: 'g', epoch: 2, assignment: [] };
const role = { process: 'zookeeper', subset: 0, groups: ['g'], reason: '' };
const elected = { ...role, kind: 'coordinator-elected', broker: 'broker-1', epoch: 1 };
const lost = { ...role, kind: 'coordinator-lost', broker: 'broker-1', epoch: 1 };

/** broker-1 coordinates; generation 1 is complete at 20. */
function settled(): Story {
  return new Story()
    .tell('elected', { ...elected, atUs: 0 })
    .tell('begins', { ...b1, ...begins, atUs: 10 })
    .tell('completed', { ...b1, ...completed, atUs: 20 });
}

function bandsOf({ trace }: Story): string[] {
  const index = new TimeIndex();
  index.readOn(trace);
  return index.bands
    .bandsOf('g')
    .map(({ kind, generation, fromUs, toUs }) => `${fromUs}-${toUs} ${kind} ${generation}`);
}

describe('generation bands', () => {
  const before = ['10-20 rebalance 0'];

  test('a generation lasts from its completion to the next rebalance', () => {
    expect(bandsOf(settled())).toEqual([...before, '20-Infinity generation 1']);
    const story = settled()
      .tell('again', { ...b1, ...begins, generation: 1, atUs: 30 })
      .tell('second', { ...b1, ...completed, generation: 2, atUs: 40 });
    expect(bandsOf(story)).toEqual([
      ...before,
      '20-30 generation 1',
      '30-40 rebalance 1',
      '40-Infinity generation 2',
    ]);
  });

  test.each([
    ['its role is lost', { ...lost }],
    ['its broker crashes', { ...b1, kind: 'process-crashed', reason: 'kill' }],
    ['its broker stops', { ...b1, kind: 'process-stopped', reason: 'stop' }],
  ])('there is no coordinator when %s', (_, event) => {
    const story = settled()
      .tell('end', { ...event, atUs: 30 })
      .tell('lost once more', { ...lost, atUs: 35 });
    expect(bandsOf(story)).toEqual([
      ...before,
      '20-30 generation 1',
      '30-Infinity uncoordinated 1',
    ]);
  });

  test('the loss of an earlier epoch, or of another broker, changes nothing', () => {
    const story = settled()
      .tell('old', { ...lost, epoch: 0, atUs: 30 })
      .tell('crash', { ...b2, kind: 'process-crashed', reason: 'kill', atUs: 30 });
    expect(bandsOf(story)).toEqual([...before, '20-Infinity generation 1']);
  });

  test('a new coordinator that has loaded the group goes on with its generation', () => {
    const story = settled()
      .tell('lost', { ...lost, atUs: 30 })
      .tell('elected again', { ...elected, broker: 'broker-2', epoch: 2, atUs: 40 })
      .tell('loaded', { ...b2, ...loaded, generation: 1, atUs: 50 });
    expect(bandsOf(story).slice(2)).toEqual(['30-50 uncoordinated 1', '50-Infinity generation 1']);
  });

  test('one that has loaded nothing: the gap ends, and no generation begins', () => {
    const story = new Story()
      .tell('elected', { ...elected, atUs: 0 })
      .tell('lost', { ...lost, atUs: 30 })
      .tell('loaded', { ...b1, ...loaded, generation: 0, atUs: 50 });
    expect(bandsOf(story)).toEqual(['30-50 uncoordinated 0']);
  });

  test('what a broker does that has lost the role unknowingly does not count', () => {
    const story = settled()
      .tell('elected again', { ...elected, broker: 'broker-2', epoch: 2, atUs: 30 })
      .tell('zombie', { ...b1, ...begins, atUs: 40 });
    expect(bandsOf(story)).toEqual([...before, '20-Infinity generation 1']);
  });

  test('[RB-4] an attempt that is given up because nobody is left', () => {
    const story = settled()
      .tell('again', { ...b1, ...begins, atUs: 30 })
      .tell('abandoned', { ...b1, ...abandoned, atUs: 40 });
    expect(bandsOf(story).slice(2)).toEqual(['30-40 rebalance 1', '40-Infinity memberless 1']);
  });
});
