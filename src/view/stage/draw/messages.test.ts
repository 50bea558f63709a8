import { describe, expect, it } from 'vitest';
import { addMessage, fixtureAtUs, settledWorld } from '../fixture.ts';
import { centreOf } from '../places/geometry.ts';
import { lostPlaces, messageAt, messagePlaces } from './messages.ts';
import { routeBetween, sceneOf } from '../scene.ts';

function staged(consumers = 3) {
  const world = settledWorld(consumers);
  const scene = sceneOf(world, 'billing', 1036, 563);
  return { world, scene };
}

describe('messagePlaces', () => {
  it('is half way when half of the flight is over, and further on later', () => {
    const { world, scene } = staged();
    addMessage(world, 'c-1', 'broker-2', {});
    const route = routeBetween(scene.layout, 'c-1', 'broker-2')!;
    const middleY = (route[0]!.y + route.at(-1)!.y) / 2;
    const [place] = messagePlaces(world, scene, fixtureAtUs);
    expect(Math.abs(place!.y - middleY)).toBeLessThan(6);
    const [later] = messagePlaces(world, scene, fixtureAtUs + 40_000);
    expect(later!.y).toBeLessThan(place!.y - 20);
  });

  it('gives requests and responses their own side of the line', () => {
    const { world, scene } = staged();
    addMessage(world, 'c-3', 'broker-2', {});
    addMessage(world, 'broker-2', 'c-3', { direction: 'response' });
    const [request, response] = messagePlaces(world, scene, fixtureAtUs);
    expect(Math.hypot(request!.x - response!.x, request!.y - response!.y)).toBeGreaterThan(8);
  });

  it('leaves a held one where it was, whatever time it is', () => {
    const { world, scene } = staged();
    const held = { held: 'link-cut', heldAtUs: fixtureAtUs } as const;
    addMessage(world, 'c-1', 'broker-2', held);
    const [place] = messagePlaces(world, scene, fixtureAtUs);
    expect(messagePlaces(world, scene, fixtureAtUs + 9_000_000)).toEqual([place]);
  });

  it('queues those that wait at a frozen receiver, apart from each other', () => {
    const { world, scene } = staged();
    for (let index = 0; index < 3; index++) {
      addMessage(world, 'broker-2', 'c-2', { held: 'receiver-frozen', heldAtUs: fixtureAtUs });
    }
    const ys = messagePlaces(world, scene, fixtureAtUs).map(({ y }) => Math.round(y));
    expect(new Set(ys).size).toBe(3);
  });

  it('leaves out messages of those who are not on the stage', () => {
    const { world, scene } = staged();
    addMessage(world, 'x-1', 'broker-2', {});
    expect(messagePlaces(world, scene, fixtureAtUs)).toEqual([]);
  });
});

describe('messageAt', () => {
  it('picks the nearest within reach', () => {
    const { world, scene } = staged();
    const message = addMessage(world, 'c-1', 'broker-2', {});
    const places = messagePlaces(world, scene, fixtureAtUs);
    const { x, y } = places[0]!;
    expect(messageAt(places, { x: x + 8, y })?.message).toBe(message);
    expect(messageAt(places, { x: x + 13, y })).toBeNull();
    expect(messageAt(places, centreOf(scene.layout.shelf))).toBeNull();
  });
});

describe('lostPlaces', () => {
  it('shows a cross where one was lost, for a second', () => {
    const { world, scene } = staged();
    const message = addMessage(world, 'c-1', 'broker-2', {});
    world.messages.clear();
    world.lost.push({ message, atUs: fixtureAtUs, reason: 'receiver-down' });
    expect(lostPlaces(world, scene, fixtureAtUs + 1_000_000)).toHaveLength(1);
    expect(lostPlaces(world, scene, fixtureAtUs + 1_000_001)).toEqual([]);
  });
});
