import { describe, expect, it } from 'vitest';
import { shelfArea, shelfForm } from './card-tiles.ts';
import { layoutOf } from './layout.ts';
import { packTiles, tileWidth } from './pack.ts';

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
