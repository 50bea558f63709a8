/** Chips show small tiles: as many as fit beside the generation, and how many more there are. */
import { expect, test } from 'vitest';
import { plainTile } from './ownership.ts';
import { chipTiles } from './card-tiles.ts';

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
