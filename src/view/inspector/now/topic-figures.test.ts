/** Whose the partitions of a topic are, by the record and by who reads them. */
import { expect, test } from 'vitest';
import { selectsPartition } from '../../../store/selection.ts';
import { ends, settledPair } from '../../../trace/fold/told.ts';
import { topicRows } from './topic-figures.ts';

test('[OWN-1] [OFF-2] a partition of one that is frozen has an owner, and nobody reads it', () => {
  const { world } = settledPair().tell(
    { ...ends.freeze('c-2'), atUs: 3_000_000 },
    {
      kind: 'offset-committed',
      process: 'broker-1',
      group: 'g',
      member: 'g-1',
      generation: 1,
      topic: 't',
      partition: 0,
      offset: 25,
    },
  );
  const group = world.groups.get('g');
  expect(group && topicRows(world, group, 't', 4_000_000)).toEqual([
    { partition: 0, owner: 'c-1', readers: ['c-1'], lag: 15 },
    { partition: 1, owner: 'c-2', readers: [], lag: 40 },
  ]);
  expect(group && topicRows(world, group, 'gone', 4_000_000)).toEqual([]);
});

test('a topic that is selected selects its partitions, and no others', () => {
  const topic = { kind: 'topic', topic: 't' } as const;
  expect(selectsPartition(topic, 't', 0)).toBe(true);
  expect(selectsPartition(topic, 'u', 0)).toBe(false);
  expect(selectsPartition({ kind: 'partition', topic: 't', partition: 1 }, 't', 0)).toBe(false);
});
