import { describe, expect, it, test } from 'vitest';
import { chipTiles, shelfArea, shelfForm } from './card-tiles.ts';
import { layoutOf } from './places/layout.ts';
import { plainTile } from './ownership.ts';
import { packTiles, tileWidth } from './places/pack.ts';

const cast = {
  zooKeeper: 'zookeeper',
  brokers: ['broker-1', 'broker-2', 'broker-3'],
  consumers: ['c-1', 'c-2', 'c-3'],
  otherGroups: [],
};

describe('the shelf', () => {
  for (const [width, form] of [
    [320, 'two rows'],
    [390, 'two rows'],
    [640, 'brief'],
    [876, 'full'],
    [1036, 'full'],
  ] as const) {
    it(`has room for six tiles on a stage of ${width} pixels`, () => {
      const layout = layoutOf(cast, width, 400);
      expect(shelfForm(layout.shelf)).toBe(form);
      const { boxes, more } = packTiles(shelfArea(layout), 6, tileWidth(2));
      expect(more).toBeNull();
      expect(boxes).toHaveLength(6);
    });
  }
});

const tilesOf = (count: number) => ({
  tiles: Array.from({ length: count }, (_, partition) => plainTile(`t/${partition}`, new Map())),
  count,
});
const shownOn = (width: number, count: number, generation = 'g3') => {
  const { shown, more } = chipTiles(tilesOf(count), width, generation);
  return [shown.length, more];
};

test('a chip shows all of a few', () => {
  expect(shownOn(78, 0)).toEqual([0, 0]);
  expect(shownOn(78, 2)).toEqual([2, 0]);
  expect(shownOn(64, 2)).toEqual([2, 0]);
});

test('a chip shows the first of many, and counts the rest', () => {
  for (const width of [64, 78, 92]) {
    for (const count of [12, 40]) {
      const [shown = 0, more = 0] = shownOn(width, count);
      expect(shown + more).toBe(count);
      expect(more).toBeGreaterThan(0);
    }
  }
  expect(shownOn(92, 12)[0]).toBeGreaterThan(shownOn(78, 12)[0] ?? 0);
});

test('a longer generation leaves less room', () => {
  expect(shownOn(78, 6, 'g3')).toEqual([6, 0]);
  expect(shownOn(78, 6, 'g1234')[1]).toBeGreaterThan(0);
});
