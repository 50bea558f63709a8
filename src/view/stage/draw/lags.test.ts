import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { consumptionAt } from '../../../trace/consumption.ts';
import { fixtureAtUs, settledWorld } from '../fixture.ts';
import { lagBarOf, lagWords } from './lags.ts';

const world = settledWorld(3, 6);
const group = known(world.groups.get('billing'), 'group');
group.committed.set('orders/0', 80);
const barAt = (partition: number, atUs: number) =>
  lagBarOf(world, group, { topic: 'orders', partition }, atUs);

describe('[OFF-2] the bar of a lag', () => {
  it('counts what has come in and is not committed, at any moment between two events', () => {
    expect(barAt(0, fixtureAtUs).records).toBe(20);
    expect(barAt(1, fixtureAtUs).records).toBe(100);
    expect(barAt(0, fixtureAtUs + 450_000).records).toBe(24);
    expect(lagWords(barAt(0, fixtureAtUs))).toBe('lag 20 records');
  });

  it('says what the numbers beside it say', () => {
    group.topics = ['orders'];
    const { partitions } = consumptionAt(world, group, fixtureAtUs + 777_777);
    for (const { partition, lag } of partitions) {
      expect(barAt(partition, fixtureAtUs + 777_777).records).toBe(lag);
    }
  });

  it('grows with the lag and never beyond the tile; a grave one looks otherwise', () => {
    const shares = [10e6, 20e6, 40e6, 1000e6].map((atUs) => barAt(1, atUs));
    for (const [index, { share }] of shares.entries()) {
      expect(share).toBeLessThan(1);
      expect(share).toBeGreaterThan(shares[index - 1]?.share ?? 0);
    }
    expect([barAt(0, fixtureAtUs).grave, barAt(1, fixtureAtUs).grave]).toEqual([false, true]);
  });
});
