import { describe, expect, it } from 'vitest';
import type { ProcessWorld, World } from '../../trace/world.ts';
import { settledWorld } from './fixture.ts';
import { lettersOf, tileLabel, topicLetters } from './marks.ts';
import { holdingsOf, unreadOf } from './ownership.ts';

const group = (world: World) => world.groups.get('billing')!;

function process(world: World, name: string): ProcessWorld {
  return world.processes.get(name)!;
}

function marks(world: World, name: string): string[] {
  return holdingsOf(group(world), process(world, name), lettersOf(world)).tiles.map(
    ({ label, recorded, believed, hatched }) =>
      `${label}${recorded ? ' recorded' : ''}${believed ? ' believed' : ''}${hatched ? ' hatched' : ''}`,
  );
}

/** The world's own count, which the fold keeps. */
function countUnread(world: World, partitions: number): World {
  group(world).cost.unreadNow = partitions;
  return world;
}

function freeze(world: World, name: string): void {
  process(world, name).status = 'frozen';
}

describe('holdingsOf', () => {
  it('is both recorded and believed in a settled group', () => {
    expect(marks(settledWorld(), 'c-1')).toEqual(['o0 recorded believed', 'o3 recorded believed']);
  });

  it('shows what is recorded and not believed, and the other way round', () => {
    const world = settledWorld();
    const { held } = process(world, 'c-1').consumer!;
    const [first] = held.values();
    held.delete('orders/0');
    held.set('orders/5', { ...first!, partition: 5 });
    expect(marks(world, 'c-1')).toEqual(['o0 recorded', 'o3 recorded believed', 'o5 believed']);
  });

  it('hatches the tiles of a frozen member, and leaves it its belief once it is removed', () => {
    const world = settledWorld();
    freeze(world, 'c-2');
    expect(marks(world, 'c-2')[0]).toBe('o1 recorded believed hatched');
    group(world).members.delete('billing-host-2');
    expect(marks(world, 'c-2')[0]).toBe('o1 believed hatched');
  });

  it('keeps the record of a killed consumer, which has forgotten its id, until it is removed', () => {
    const world = settledWorld();
    const killed = process(world, 'c-2');
    killed.status = 'crashed';
    killed.consumer!.member = null;
    killed.consumer!.held.clear();
    expect(marks(world, 'c-2')).toEqual(['o1 recorded hatched', 'o4 recorded hatched']);
    group(world).members.delete('billing-host-2');
    expect(marks(world, 'c-2')).toEqual([]);
  });

  it('believes the record while nobody coordinates', () => {
    const world = settledWorld();
    Object.assign(group(world), { coordinated: false, state: 'Down' });
    group(world).members.clear();
    expect(marks(world, 'c-1')[0]).toBe('o0 recorded believed');
  });
});

describe('of a thousand partitions on one consumer', () => {
  it('counts all, and makes the tiles of the first', () => {
    const world = settledWorld(1, 1000);
    const { tiles, ...counts } = holdingsOf(group(world), process(world, 'c-1'), lettersOf(world));
    expect(counts).toEqual({ count: 1000, recorded: 1000, believed: 1000 });
    expect(tiles.map(({ label }) => label).slice(0, 3)).toEqual(['o0', 'o1', 'o2']);
    expect(tiles.length).toBeLessThan(100);
  });
});

describe('unreadOf', () => {
  it('is empty in a settled group', () => {
    const { all, unread } = unreadOf(settledWorld(), group(settledWorld()));
    expect(all.length).toBe(6);
    expect(unread).toBe(0);
  });

  it('[COST-1] counts what a frozen member holds as unread, yet not on the shelf', () => {
    const world = countUnread(settledWorld(), 2);
    freeze(world, 'c-2');
    const { unread, onShelf } = unreadOf(world, group(world));
    expect(unread).toBe(2);
    expect(onShelf).toEqual([]);
  });

  it('puts it on the shelf once the member is removed', () => {
    const world = countUnread(settledWorld(), 2);
    freeze(world, 'c-2');
    group(world).members.delete('billing-host-2');
    expect(unreadOf(world, group(world)).onShelf).toEqual(['orders/1', 'orders/4']);
  });

  it('puts on the shelf what a running consumer has released', () => {
    const world = countUnread(settledWorld(), 2);
    process(world, 'c-1').consumer!.held.clear();
    expect(unreadOf(world, group(world)).onShelf).toEqual(['orders/0', 'orders/3']);
  });

  it('leaves off the shelf what a frozen one believes and another reads', () => {
    const world = countUnread(settledWorld(), 2);
    freeze(world, 'c-2');
    const { held } = process(world, 'c-1').consumer!;
    const [first] = held.values();
    held.set('orders/1', { ...first!, partition: 1 });
    expect(unreadOf(world, group(world)).unread).toBe(1);
  });
});

describe('topicLetters', () => {
  it('is one letter where that tells topics apart, else as few as do', () => {
    expect([...topicLetters(['orders', 'payments']).values()]).toEqual(['o', 'p']);
    expect([...topicLetters(['t0', 't1']).values()]).toEqual(['t0', 't1']);
    expect([...topicLetters(['orders-eu', 'orders-us']).values()]).toEqual(['o1', 'o2']);
  });

  it('keeps letter and number apart where the letter ends in one', () => {
    const letters = topicLetters(['t0', 't1']);
    expect(tileLabel(letters, 't1', 3)).toBe('t1.3');
    expect(tileLabel(topicLetters(['orders']), 'orders', 3)).toBe('o3');
  });
});
