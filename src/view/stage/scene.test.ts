import { describe, expect, it } from 'vitest';
import { linkKey } from '../../trace/world.ts';
import type { LinkWorld } from '../../trace/world.ts';
import { connect, settledWorld } from './fixture.ts';
import { centreOf, lengthOf, placeAlong } from './places/geometry.ts';
import { hitTest, lineReach, routeBetween, sceneOf } from './scene.ts';

const link = (peers: [string, string], about: Partial<LinkWorld> = {}): LinkWorld => ({
  peers,
  latencyMs: [60, 120],
  usualLatencyMs: [60, 120],
  cut: false,
  slowed: false,
  ...about,
});

describe('sceneOf', () => {
  it('draws a line where a connection is open, and none where there is only a link', () => {
    const world = settledWorld(2);
    world.links.set(linkKey('broker-1', 'c-1'), link(['broker-1', 'c-1']));
    const { lines } = sceneOf(world, 'billing', 1036, 563);
    expect(lines.get(linkKey('broker-2', 'c-1'))?.state).toBe('open');
    expect(lines.has(linkKey('broker-1', 'c-1'))).toBe(false);
  });

  it('draws cut and slowed links also without a connection', () => {
    const world = settledWorld(2);
    world.links.set(linkKey('broker-1', 'c-1'), link(['broker-1', 'c-1'], { cut: true }));
    world.links.set(linkKey('broker-3', 'c-1'), link(['broker-3', 'c-1'], { slowed: true }));
    const { lines } = sceneOf(world, 'billing', 1036, 563);
    expect(lines.get(linkKey('broker-1', 'c-1'))?.state).toBe('none');
    expect(lines.has(linkKey('broker-3', 'c-1'))).toBe(true);
  });

  it('tells a connection that only one end knows', () => {
    const world = settledWorld(1);
    connect(world, 'c-1', 'broker-3');
    for (const [id, connection] of world.connections) {
      if (connection.peer !== 'broker-3') continue;
      world.connections.set(id, { ...connection, openAt: new Set(['c-1']) });
    }
    const { lines } = sceneOf(world, 'billing', 1036, 563);
    expect(lines.get(linkKey('broker-3', 'c-1'))?.state).toBe('half-open');
  });

  it('shows the consumers of the one group only', () => {
    const world = settledWorld(2);
    expect(sceneOf(world, 'other', 1036, 563).layout.consumers.size).toBe(0);
  });
});

describe('routeBetween', () => {
  it('is the same way back', () => {
    const { layout } = sceneOf(settledWorld(12), 'billing', 876, 437);
    const there = routeBetween(layout, 'c-12', 'broker-2');
    expect(there).toEqual(routeBetween(layout, 'broker-2', 'c-12')?.toReversed());
    expect(there?.at(0)).toEqual(layout.consumers.get('c-12')?.socket);
  });

  it('never crosses a card of another consumer', () => {
    for (const count of [5, 16, 60]) {
      const crossed: string[] = [];
      const { layout } = sceneOf(settledWorld(count), 'billing', 876, 437);
      for (const [name] of layout.consumers) {
        const route = routeBetween(layout, 'broker-2', name) ?? [];
        const length = lengthOf(route);
        for (let along = 0; along <= length; along += 2) {
          const { x, y } = placeAlong(route, along);
          for (const [other, { box }] of layout.consumers) {
            const isInside =
              x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
            if (isInside) crossed.push(`${name} over ${other}`);
          }
        }
      }
      expect(crossed).toEqual([]);
    }
  });

  it('knows no way to one who is not on the stage', () => {
    const { layout } = sceneOf(settledWorld(1), 'billing', 876, 437);
    expect(routeBetween(layout, 'broker-1', 'c-9')).toBeNull();
    expect(routeBetween(layout, 'c-9', 'c-8')).toBeNull();
  });
});

describe('hitTest', () => {
  const scene = sceneOf(settledWorld(3), 'billing', 1036, 563);
  const { layout, lines } = scene;

  it('finds the process under the point', () => {
    const { x, y } = centreOf(layout.consumers.get('c-2')!.box);
    expect(hitTest(scene, x, y)).toEqual({ kind: 'process', process: 'c-2' });
    const zooKeeper = centreOf(layout.zooKeeper!.box);
    expect(hitTest(scene, zooKeeper.x, zooKeeper.y)).toMatchObject({ process: 'zookeeper' });
  });

  it('finds a line within reach, and one pixel beyond it the stage', () => {
    const line = lines.get(linkKey('broker-2', 'c-3'))!;
    const { x, y, dx, dy } = placeAlong(line.points, lengthOf(line.points) / 2);
    const beside = (away: number) => hitTest(scene, x - dy * away, y + dx * away);
    expect(beside(lineReach - 0.5)).toEqual({ kind: 'link', peers: line.peers });
    expect(beside(-(lineReach + 1))).toEqual({ kind: 'stage' });
  });

  it('finds the stage where nothing is', () => {
    expect(hitTest(scene, 4, layout.cards.y - 20)).toEqual({ kind: 'stage' });
  });
});
