import { describe, expect, it } from 'vitest';
import { overlaps } from './geometry.ts';
import type { Box } from './geometry.ts';
import { layoutOf } from './layout.ts';
import type { Cast, StageLayout } from './layout.ts';

const sizes: readonly (readonly [number, number])[] = [
  [876, 429],
  [1036, 563],
  [1500, 800],
  [390, 620],
  // Presenting on small screens.
  [640, 334],
  [390, 678],
  [320, 474],
];

function cast(consumers: number, brokers = 3, otherGroups = 0): Cast {
  return {
    zooKeeper: 'zookeeper',
    brokers: Array.from({ length: brokers }, (_, index) => `broker-${index + 1}`),
    consumers: Array.from({ length: consumers }, (_, index) => `c-${index + 1}`),
    otherGroups: Array.from({ length: otherGroups }, (_, index) => `group-${index + 1}`),
  };
}

function boxesOf(layout: StageLayout): Box[] {
  return [
    layout.groupBar,
    ...layout.otherGroups.values(),
    ...(layout.zooKeeper ? [layout.zooKeeper.box] : []),
    ...layout.brokers.values(),
    ...[...layout.consumers.values()].map(({ box }) => box),
    ...(layout.freeSlot ? [layout.freeSlot] : []),
    layout.shelf,
    layout.caption,
  ];
}

/** Boxes that leave the stage or cover each other. */
function problemsOf(layout: StageLayout): Box[][] {
  const boxes = boxesOf(layout);
  const outside = boxes.filter(
    ({ x, y, width, height }) =>
      x < 0 || y < 0 || x + width > layout.width || y + height > layout.height,
  );
  const covered = boxes.flatMap((box, index) =>
    boxes.slice(index + 1).flatMap((other) => (overlaps(box, other) ? [[box, other]] : [])),
  );
  return [...outside.map((box) => [box]), ...covered];
}

describe('layoutOf', () => {
  for (const [width, height] of sizes) {
    it(`keeps everything apart and inside ${width} x ${height} for 0 to 120 consumers`, () => {
      for (let consumers = 0; consumers <= 120; consumers++) {
        const layout = layoutOf(cast(consumers), width, height);
        expect(problemsOf(layout), `${consumers} consumers`).toEqual([]);
      }
    });
  }

  for (const [width, height] of sizes) {
    it(`has small cards of other groups on ${width} x ${height}, as many as there is room for`, () => {
      for (let others = 0; others <= 9; others++) {
        const layout = layoutOf(cast(3, 3, others), width, height);
        expect(problemsOf(layout), `${others} other groups`).toEqual([]);
        // Between a phone and a desktop they are chosen from the name in the bar.
        const least = width === 640 ? 0 : Math.min(1, others);
        expect(layout.otherGroups.size).toBeGreaterThanOrEqual(least);
      }
    });
  }

  it('needs no scrolling from 1280 x 720 up', () => {
    for (const [width, height] of sizes.slice(0, 3)) {
      for (let consumers = 0; consumers <= 200; consumers++) {
        expect(layoutOf(cast(consumers), width, height).height).toBeLessThanOrEqual(height);
      }
    }
  });

  it('shows the consumers on a low screen, and on a phone the shelf too', () => {
    // What is below this lies under the presenter's captions.
    const seen = (height: number) => height - 44;
    for (const [width, height, count] of [
      [640, 334, 3],
      [390, 678, 3],
      [320, 474, 3],
    ] as const) {
      const { cards, shelf } = layoutOf(cast(count), width, height);
      expect(cards.y + cards.height, `${width} x ${height}`).toBeLessThanOrEqual(seen(height));
      if (width === 320) continue;
      expect(shelf.y + shelf.height, `${width} x ${height}`).toBeLessThanOrEqual(seen(height));
    }
  });

  it('moves nobody within a tier when a consumer arrives', () => {
    for (const [few, more] of [
      [1, 4],
      [9, 16],
      [17, 30],
      [31, 60],
      [61, 120],
    ] as const) {
      const before = layoutOf(cast(few), 876, 429);
      for (let count = few + 1; count <= more; count++) {
        const after = layoutOf(cast(count), 876, 429);
        for (const [name, { box }] of before.consumers) {
          expect(after.consumers.get(name)?.box, `${name} of ${count}`).toEqual(box);
        }
      }
    }
  });

  it('keeps cells large enough for a finger, however many there are', () => {
    for (const [width, height] of sizes) {
      for (const consumers of [61, 121, 201, 999, 2500]) {
        for (const { box } of layoutOf(cast(consumers), width, height).consumers.values()) {
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
        }
      }
    }
  });

  it('gives the next consumer the free slot', () => {
    const { freeSlot } = layoutOf(cast(3), 1036, 563);
    expect(layoutOf(cast(4), 1036, 563).consumers.get('c-4')?.box).toEqual(freeSlot);
  });

  it('goes from cards to compact cards to chips to cells', () => {
    const density = (count: number) => layoutOf(cast(count), 1036, 563).density;
    expect([1, 5].map(density)).toEqual(['full', 'full']);
    expect([6, 16].map(density)).toEqual(['compact', 'compact']);
    expect([17, 60].map(density)).toEqual(['chip', 'chip']);
    expect([61, 500].map(density)).toEqual(['cell', 'cell']);
  });

  it('finds room for many brokers, in rows where one is not enough', () => {
    for (const brokers of [1, 2, 7, 12, 20]) {
      const layout = layoutOf(cast(3, brokers), 876, 429);
      expect(layout.brokers.size).toBe(brokers);
      expect(problemsOf(layout)).toEqual([]);
    }
  });
});

it.each([17, 40, 90, 120])('%i consumers are cards again for who comes closer', (count) => {
  for (const width of [390, 876, 1036]) {
    const layout = layoutOf(cast(count), width, 563, true);
    expect(layout.density).toBe('compact');
    expect(layout.consumers.size).toBe(count);
    const boxes = [...layout.consumers.values()].map(({ box }) => box);
    for (const [place, box] of boxes.entries()) {
      expect(box.width).toBeGreaterThanOrEqual(100);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(layout.shelf.y);
      for (const other of boxes.slice(place + 1)) {
        const apart = other.x >= box.x + box.width || other.y >= box.y + box.height;
        expect(apart).toBe(true);
      }
    }
  }
});

it('who stands close enough, or has too many, is not brought closer', () => {
  for (const count of [3, 16, 121, 1000]) {
    expect(layoutOf(cast(count), 1036, 563, true)).toEqual(layoutOf(cast(count), 1036, 563));
  }
});
