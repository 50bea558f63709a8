import { describe, expect, test } from 'vitest';
import { Harness } from './harness.ts';

const at = (partition: number, offset: number) => ({ topic: 'orders', partition, offset });

describe('asking for offsets', () => {
  test('[OFF-4] on entering PartOfGroup it asks for the partitions that it was given', () => {
    const consumer = new Harness().joined([3, 1]);
    expect(consumer.sent).toMatchObject([
      {
        about: { api: 'OffsetFetch' },
        rules: ['OFF-4'],
        value: {
          groupId: 'billing',
          consumerId: 'billing-host-1-1',
          partitions: [
            { topic: 'orders', partition: 3 },
            { topic: 'orders', partition: 1 },
          ],
        },
      },
    ]);
    expect(consumer.facts('partition-acquired')).toEqual([]);
  });

  test('[OFF-4] it fetches from there on, from 0 where nothing was committed', () => {
    const consumer = new Harness().joined().answerOffsets([at(0, 5), at(1, -1)]);
    expect(consumer.facts('partition-acquired')).toMatchObject([
      { fact: { member: 'billing-host-1-1', partition: 0, offset: 5 }, rules: ['OFF-4', 'RB-7'] },
      { fact: { partition: 1, offset: 0, generation: 1 } },
    ]);
    expect(consumer.timer('request')).toBeUndefined();
  });

  test('[OFF-4] again every Q, not a microsecond earlier, until it knows them all', () => {
    const consumer = new Harness({ sessionTimeoutMs: 9000 }).joined().passTo(999_999);
    expect(consumer.sent).toEqual([]);
    consumer.passTo(1_000_000);
    expect(consumer.sentApis).toContain('OffsetFetch');
    consumer.answerOffsets([at(0, 5)]);
    consumer.passTo(2_000_000);
    const again = consumer.sent.find(({ about }) => about.api === 'OffsetFetch');
    expect(again?.value['partitions']).toEqual([{ topic: 'orders', partition: 1 }]);
  });

  test('[OFF-4] a late answer to an earlier question is as good', () => {
    const consumer = new Harness().joined();
    const first = consumer.lastRequest('OffsetFetch');
    consumer.fire('request');
    consumer.answerOffsets([at(0, 5), at(1, 6)], 'None', first);
    expect(consumer.facts('partition-acquired')).toHaveLength(2);
    // The second one finds nothing left to say.
    consumer.answerOffsets([at(0, 9), at(1, 9)]);
    expect(consumer.facts('partition-acquired')).toEqual([]);
    expect([...consumer.state.owned.values()].map(({ position }) => position?.offset)).toEqual([
      5, 6,
    ]);
  });

  test('[OFF-4] an answer about a partition that it does not own is left aside', () => {
    const consumer = new Harness().joined([0]).answerOffsets([at(7, 5)]);
    expect(consumer.facts('partition-acquired')).toEqual([]);
    expect(consumer.timer('request')).toBeDefined();
  });

  test('[OFF-4] a refusal acts like one of a heartbeat', () => {
    const elsewhere = new Harness().joined().answerOffsets([], 'NotCoordinatorForGroup');
    expect(elsewhere.state.state).toBe('Rediscovering');
    expect(elsewhere.timerNames).toEqual(['backoff']);
    const unknown = new Harness().joined().answerOffsets([], 'UnknownConsumer');
    expect(unknown.state).toMatchObject({ state: 'Registering', member: null });
  });

  test('[OFF-4] nothing to own, nothing to ask', () => {
    const consumer = new Harness().joined([]);
    expect(consumer.sent).toEqual([]);
    expect(consumer.timer('request')).toBeUndefined();
  });
});

describe('committing', () => {
  test('[OFF-1] every commit interval, what it knows, under id and generation', () => {
    const consumer = new Harness({ sessionTimeoutMs: 9000 }).reading();
    expect(consumer.passTo(999_999).sentApis).not.toContain('OffsetCommit');
    consumer.passTo(1_000_000);
    expect(consumer.sent).toMatchObject([
      {
        rules: ['OFF-1'],
        about: { api: 'OffsetCommit', generation: 1 },
        value: {
          groupId: 'billing',
          consumerId: 'billing-host-1-1',
          groupGenerationId: 1,
          offsets: [at(0, 5), at(1, 0)],
        },
      },
    ]);
    expect(consumer.timer('commit')?.atUs).toBe(2_000_000);
  });

  test('[OFF-1] nothing known, nothing to commit; the interval goes on', () => {
    const consumer = new Harness().joined();
    consumer.fire('commit');
    expect(consumer.sent).toEqual([]);
    expect(consumer.timer('commit')).toBeDefined();
  });

  test.each(['UnknownConsumer', 'IllegalGeneration', 'NotCoordinatorForGroup'] as const)(
    '[OFF-1] a commit refused with %s has no effect on the state',
    (error) => {
      const consumer = new Harness().reading();
      consumer.fire('commit');
      consumer.answerCommit(error);
      expect(consumer.effects).toEqual([]);
      expect(consumer.state.state).toBe('PartOfGroup');
    },
  );

  test('[OFF-1] not in Rediscovering', () => {
    expect(new Harness().reading().closed().timer('commit')).toBeUndefined();
  });
});
