/** The drawing shows the whole table, and nothing in it lies on anything else. */
import { describe, expect, it } from 'vitest';
import { badgeSize, drawingOf } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import { machines } from './table.ts';
import type { Machine } from './table.ts';

/** Of another protocol, as crowded as it gets: every state leads to every one. */
const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const crowded: Machine = names.map((name) => ({
  name,
  about: '',
  ways: names.map((to) => ({ to, when: '' })),
}));

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function areasOf({ boxes, edges }: Drawing): Area[] {
  const { width, height } = badgeSize;
  const badges = edges.map(({ badge }) => {
    return { x: badge.x - width / 2, y: badge.y - height / 2, width, height };
  });
  return [...boxes, ...badges];
}

function overlaps(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe.each([
  ['a consumer', machines.consumer],
  ['a group', machines.group],
  ['another protocol', crowded],
])('the drawing of %s', (_, machine) => {
  const drawing = drawingOf(machine, 286);

  it('has each state and each way of the table, once', () => {
    expect(drawing.boxes.map(({ state }) => state)).toEqual(machine.map(({ name }) => name));
    const ways = machine.flatMap(({ name, ways: out }) => out.map(({ to }) => [name, to]));
    expect(drawing.edges.map(({ from, to }) => [from, to])).toEqual(ways);
  });

  it('has room for every count, and stays within itself', () => {
    const areas = areasOf(drawing);
    for (const [index, area] of areas.entries()) {
      expect(areas.slice(index + 1).filter((other) => overlaps(area, other))).toEqual([]);
    }
    for (const { x, y, width, height } of areas) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(drawing.width);
      expect(y + height).toBeLessThanOrEqual(drawing.height);
    }
  });

  it('leads each way from the edge of its state to the edge of its target', () => {
    for (const { from, to, points } of drawing.edges) {
      const box = (name: string) => drawing.boxes.find(({ state }) => state === name);
      for (const [name, point] of [
        [from, points[0]],
        [to, points.at(-1)],
      ] as const) {
        const { x = 0, y = 0, width = 0, height = 0 } = box(name) ?? {};
        expect([point?.x === x || point?.x === x + width || point?.x === x + width / 2]).toEqual([
          true,
        ]);
        expect(point?.y).toBeGreaterThanOrEqual(y);
        expect(point?.y).toBeLessThanOrEqual(y + height);
      }
    }
  });

  it('leads no way over a state', () => {
    for (const { points } of drawing.edges) {
      for (const [index, a] of points.slice(1).entries()) {
        const b = points[index] ?? a;
        const line = {
          x: Math.min(a.x, b.x) + 0.5,
          y: Math.min(a.y, b.y) + 0.5,
          width: Math.abs(a.x - b.x) - 1,
          height: Math.abs(a.y - b.y) - 1,
        };
        const thick = {
          ...line,
          width: Math.max(0.1, line.width),
          height: Math.max(0.1, line.height),
        };
        const crossed = drawing.boxes.filter((box) => overlaps(thick, box));
        expect(crossed.length, `line ${index}`).toBe(0);
      }
    }
  });
});

it('is as wide as the inspector for both machines of the protocol', () => {
  for (const machine of Object.values(machines)) expect(drawingOf(machine, 286).width).toBe(286);
});
