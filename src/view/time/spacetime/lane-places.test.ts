/** Whatever the height of a lane: all its parts are in it, and none lies on another. */
import { expect, test } from 'vitest';
import { doorOf, laneHeights, partsOf } from './lane-places.ts';

const heights = Array.from(
  { length: laneHeights.most - laneHeights.least + 1 },
  (_, index) => laneHeights.least + index,
);

test.each(heights)('a lane of %i pixels', (height) => {
  for (const role of ['zookeeper', 'broker', 'consumer'] as const) {
    const { top, bottom, tick, bars, barHeight } = partsOf(height, role);
    expect(top - tick).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeGreaterThan(top);
    expect(bars.length).toBeGreaterThanOrEqual(1);
    for (const [index, bar] of bars.entries()) {
      const above = index === 0 ? bottom : (bars[index - 1] ?? 0) + barHeight;
      expect(bar).toBeGreaterThanOrEqual(above);
      expect(bar + barHeight).toBeLessThanOrEqual(height);
    }
  }
});

test('two timers have room from the lowest lane on', () => {
  expect(partsOf(laneHeights.least, 'consumer').bars).toHaveLength(2);
});

test('a message leaves by the edge that faces its receiver', () => {
  const parts = partsOf(40, 'consumer');
  expect(doorOf(parts, 80, 120)).toBe(80 + parts.bottom);
  expect(doorOf(parts, 80, 0)).toBe(80 + parts.top);
});
