import { describe, expect, test } from 'vitest';
import { linkKey } from '../../../trace/world.ts';
import type { ProcessWorld } from '../../../trace/world.ts';
import { settledWorld } from '../fixture.ts';
import { linkRows, messageRows, partitionRows, serversOf, tileWords } from './stage-rows.ts';
import { namesOr } from '../../words/text.ts';

const billing = 'billing';

function setUp() {
  const world = settledWorld(3, 6);
  return { world, group: world.groups.get(billing)! };
}

describe('the rows of the stage’s table', () => {
  test('each partition says who has it on record and who believes to', () => {
    const { world, group } = setUp();
    const rows = partitionRows(world, group);
    expect(rows.map(({ key }) => key)).toEqual(group.partitions);
    for (const { recorded, believed, isRead } of rows) {
      expect(recorded).toHaveLength(1);
      expect(believed).toEqual(recorded);
      expect(isRead).toBe(true);
    }
  });

  test('a thousand partitions are the first of them and a number', () => {
    const tiles = Array.from({ length: 1000 }, (_, index) => ({ label: `o${index}` }));
    expect(tileWords(tiles, 1000)).toBe('o0 o1 o2 o3 o4 o5 o6 o7 o8 o9 o10 o11 +988');
    expect(tileWords(tiles.slice(0, 2), 2)).toBe('o0 o1');
    expect(tileWords([], 0)).toBe('none');
  });

  test('what a frozen consumer holds is believed and read by nobody', () => {
    const { world, group } = setUp();
    const frozen = world.processes.get('c-2') as ProcessWorld;
    frozen.status = 'frozen';
    const held = new Set(frozen.consumer!.held.keys());
    expect(held.size).toBeGreaterThan(0);
    const unread = partitionRows(world, group).filter(({ isRead }) => !isRead);
    expect(new Set(unread.map(({ key }) => key))).toEqual(held);
    expect(new Set(unread.flatMap(({ believed }) => believed))).toEqual(new Set(['c-2']));
  });

  test('two that believe to own one partition are both named', () => {
    const { world, group } = setUp();
    const [first, second] = ['c-1', 'c-2'].map((name) => world.processes.get(name)!.consumer!);
    const [key, partition] = [...first!.held][0]!;
    second!.held.set(key, partition);
    const row = partitionRows(world, group).find((candidate) => candidate.key === key);
    expect(namesOr(row!.believed, 'nobody')).toBe('c-1 and c-2');
  });

  test('a cut link is told beside what its ends know', () => {
    const { world } = setUp();
    const key = linkKey('c-1', 'broker-2');
    const link = world.links.get(key)!;
    world.links.set(key, { ...link, cut: true });
    const states = new Map(linkRows(world).map((row) => [row.key, row.state]));
    expect(states.get(key)).toBe('cut, open');
    expect(states.get(linkKey('broker-1', 'zookeeper'))).toBe('open');
  });

  test('a link without a connection is told only if it was cut or slowed', () => {
    const { world } = setUp();
    const key = linkKey('c-1', 'broker-2');
    world.connections.clear();
    expect(linkRows(world)).toEqual([]);
    world.links.set(key, { ...world.links.get(key)!, slowed: true });
    expect(linkRows(world).map(({ state }) => state)).toEqual(['slowed, no connection']);
  });

  test('messages stand in the order in which they arrive, held ones first', () => {
    const { world } = setUp();
    const base = {
      connection: '',
      from: 'c-1',
      to: 'broker-2',
      api: 'Heartbeat',
      direction: 'request' as const,
      correlationId: 1,
      request: null,
      group: billing,
      generation: 4,
      error: null,
      reason: null,
      sentAtUs: 0,
      heldAtUs: 0,
      sentSeq: 0,
      corrupted: false,
    };
    world.messages.set(1, { ...base, message: 1, arrivesAtUs: 30, held: null });
    world.messages.set(2, { ...base, message: 2, arrivesAtUs: 10, held: null });
    world.messages.set(3, { ...base, message: 3, arrivesAtUs: 90, held: 'link-cut' });
    expect(messageRows(world).map(({ message }) => message)).toEqual([3, 2, 1]);
  });

  test('brokers stand in their order, ZooKeeper last', () => {
    const { world } = setUp();
    const names = serversOf(world).map(({ name }) => name);
    expect(names).toEqual(['broker-1', 'broker-2', 'broker-3', 'zookeeper']);
  });
});
