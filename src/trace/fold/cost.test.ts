import { describe, expect, test } from 'vitest';
import type { CostWorld } from '../world.ts';
import { costAt } from './cost.ts';
import {
  Tale,
  acquires,
  brokerStarts,
  completed,
  consumerStarts,
  elected,
  ends,
  groupConfigured,
  groupState,
  owns,
  releases,
  settledPair,
  topicChanged,
  written,
} from './told.ts';

function cost(tale: Tale, atUs: number): CostWorld {
  return costAt(tale.group(), atUs);
}

describe('unread time', () => {
  test('[COST-1] a frozen holder reads nothing; to the microsecond, also between events', () => {
    const tale = settledPair().tell({ ...ends.freeze('c-2'), atUs: 2_000_000 });
    expect(cost(tale, 2_000_000).unreadUs).toBe(0);
    expect(cost(tale, 2_000_001).unreadUs).toBe(1);
    expect(cost(tale, 2_700_000).unreadUs).toBe(700_000);
    tale.tell({ ...ends.thaw('c-2'), atUs: 3_000_000 });
    expect(cost(tale, 9_000_000).unreadUs).toBe(1_000_000);
  });

  test('[COST-1] counts each partition by itself', () => {
    const tale = settledPair()
      .tell({ ...ends.freeze('c-2'), atUs: 2_000_000 })
      .tell({ ...releases('c-1', 't', 0), atUs: 2_500_000 });
    expect(cost(tale, 3_000_000)).toMatchObject({ unreadNow: 2, unreadUs: 1_500_000 });
  });

  test('[COST-1] begins with the first completed rebalance, not with the subscription', () => {
    const tale = new Tale()
      .tell(topicChanged('t', 3), groupConfigured, brokerStarts('broker-1'))
      .tell(elected('broker-1', 1), consumerStarts('c-1', 't'))
      .tell({ ...groupState('broker-1', 1, 'Rebalancing'), atUs: 900_000 });
    expect(cost(tale, 1_000_000)).toMatchObject({ counting: false, unreadUs: 0 });
    tale
      .tell(written(1, owns('g-1', 'c-1', 't', 0, 1, 2)))
      .tell({ ...completed(1, owns('g-1', 'c-1', 't', 0, 1, 2)), atUs: 1_000_000 });
    expect(cost(tale, 1_000_100).unreadUs).toBe(300);
    tale.tell({ ...acquires('c-1', 't', 1), atUs: 1_000_100 });
    expect(cost(tale, 1_000_200).unreadUs).toBe(500);
  });

  test('[COST-1] a deleted topic no longer counts, also when its partitions are given up', () => {
    const tale = settledPair()
      .tell({ ...topicChanged('t', 0), atUs: 2_000_000 })
      .tell(releases('c-1', 't', 0), releases('c-2', 't', 1));
    expect(cost(tale, 3_000_000)).toMatchObject({ unreadNow: 0, unreadUs: 0 });
  });

  test('[COST-1] a topic that was subscribed to by name counts from its creation', () => {
    const tale = settledPair()
      .tell({ ...topicChanged('t', 0), atUs: 2_000_000 })
      .tell(releases('c-1', 't', 0), releases('c-2', 't', 1))
      .tell({ ...topicChanged('t', 3), atUs: 3_000_000 });
    expect(cost(tale, 4_000_000).unreadUs).toBe(3_000_000);
  });

  test('[COST-1] partitions count from when they are added', () => {
    const tale = settledPair().tell({ ...topicChanged('t', 4), atUs: 2_000_000 });
    expect(cost(tale, 3_000_000).unreadUs).toBe(2_000_000);
  });

  test('[COST-1] a dead, a stopped and a restarted holder read nothing', () => {
    const killed = settledPair().tell({ ...ends.kill('c-2'), atUs: 2_000_000 });
    const stopped = settledPair().tell({ ...ends.stop('c-2'), atUs: 2_000_000 });
    expect(cost(killed, 3_000_000).unreadUs).toBe(1_000_000);
    expect(cost(stopped, 3_000_000).unreadUs).toBe(1_000_000);
    killed.tell({ ...consumerStarts('c-2', 't'), atUs: 3_000_000 });
    expect(cost(killed, 4_000_000).unreadUs).toBe(2_000_000);
    expect(killed.process('c-2').consumer?.held.size).toBe(0);
  });

  test('[COST-1] a frozen one that is killed is counted once', () => {
    const tale = settledPair()
      .tell({ ...ends.freeze('c-2'), atUs: 2_000_000 })
      .tell({ ...ends.kill('c-2'), atUs: 2_500_000 });
    expect(cost(tale, 3_000_000)).toMatchObject({ unreadNow: 1, unreadUs: 1_000_000 });
  });

  test('[COST-1] only partitions of topics that a member subscribes to', () => {
    const tale = settledPair().tell(topicChanged('other', 4), acquires('c-1', 'other', 0));
    expect(cost(tale, 9_000_000).unreadUs).toBe(0);
    tale.tell(releases('c-1', 'other', 0));
    expect(cost(tale, 9_000_000).unreadUs).toBe(0);
  });

  test('[COST-1] a topic that grows or goes is counted as it is then', () => {
    const tale = settledPair().tell({ ...topicChanged('t', 3), atUs: 2_000_000 });
    expect(tale.group().partitions).toEqual(['t/0', 't/1', 't/2']);
    expect(cost(tale, 2_500_000).unreadUs).toBe(500_000);
    tale.tell({ ...topicChanged('t', 0), atUs: 3_000_000 });
    expect(cost(tale, 9_000_000)).toMatchObject({ unreadNow: 0, unreadUs: 1_000_000 });
  });

  test('of the present disturbance, or the last: it ends when all is read in a steady group', () => {
    const tale = settledPair()
      .tell({ ...ends.freeze('c-2'), atUs: 2_000_000 })
      .tell({ ...ends.thaw('c-2'), atUs: 2_300_000 });
    expect(cost(tale, 5_000_000).unreadInDisturbanceUs).toBe(300_000);
    tale
      .tell({ ...ends.freeze('c-1'), atUs: 6_000_000 })
      .tell({ ...groupState('broker-1', 1, 'PreparingRebalance'), atUs: 6_100_000 })
      .tell({ ...ends.thaw('c-1'), atUs: 6_200_000 })
      .tell({ ...ends.freeze('c-1'), atUs: 6_300_000 });
    expect(cost(tale, 6_400_000).unreadInDisturbanceUs).toBe(300_000);
    expect(cost(tale, 6_400_000).unreadUs).toBe(600_000);
    tale.tell(ends.thaw('c-1'), groupState('broker-1', 1, 'Steady'));
    tale.tell({ ...ends.freeze('c-1'), atUs: 7_000_000 });
    expect(cost(tale, 7_000_010).unreadInDisturbanceUs).toBe(10);
  });
});

describe('overlap', () => {
  test('[OWN-6] two believe, also when one of them is frozen', () => {
    const tale = settledPair()
      .tell({ ...ends.freeze('c-2'), atUs: 2_000_000 })
      .tell({ ...acquires('c-1', 't', 1), atUs: 3_000_000 });
    expect(cost(tale, 3_000_000).overlapUs).toBe(0);
    expect(cost(tale, 3_500_000)).toMatchObject({ overlapNow: 1, overlapUs: 500_000 });
    tale.tell({ ...ends.thaw('c-2'), atUs: 4_000_000 });
    expect(cost(tale, 4_000_000).overlapUs).toBe(1_000_000);
    tale.tell({ ...releases('c-2', 't', 1), atUs: 4_200_000 });
    expect(cost(tale, 9_000_000)).toMatchObject({ overlapNow: 0, overlapUs: 1_200_000 });
  });

  test('[OWN-6] a dead one believes nothing', () => {
    const tale = settledPair()
      .tell({ ...acquires('c-1', 't', 1), atUs: 3_000_000 })
      .tell({ ...ends.kill('c-2'), atUs: 3_100_000 });
    expect(cost(tale, 9_000_000)).toMatchObject({ overlapNow: 0, overlapUs: 100_000 });
  });
});

describe('moves', () => {
  const first = [owns('g-1', 'c-1', 't', 0), owns('g-2', 'c-2', 't', 1)];

  test('partitions that change owner between generations, each counted once', () => {
    const tale = settledPair();
    expect(tale.group().cost.partitionsMoved).toBe(0);
    tale.tell(written(2, owns('g-1', 'c-1', 't', 0, 1)));
    tale.tell(completed(2, owns('g-1', 'c-1', 't', 0, 1)));
    expect(tale.group().cost).toMatchObject({ partitionsMoved: 1, rebalancesCompleted: 2 });
    tale.tell(written(3, ...first), completed(3, ...first));
    expect(tale.group().cost.partitionsMoved).toBe(2);
  });

  test('the same write again moves nothing', () => {
    const tale = settledPair().tell(written(2, owns('g-1', 'c-1', 't', 0, 1)));
    tale.tell(written(2, owns('g-1', 'c-1', 't', 0, 1)));
    expect(tale.group().cost.partitionsMoved).toBe(1);
  });
});
