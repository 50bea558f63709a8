/**
 * Views of a world are asked for several times between two events, by cards and in every frame. The
 * world is changed in place, but only by events: as long as its `seq` stands, so does what was made
 * of it.
 */
import type { World } from '../../trace/world.ts';

interface Made<R> {
  readonly seq: number;
  readonly results: Map<string, R>;
}

/** Remembers what `make` has made of a world since its last event; `partsOf` tells the others apart. */
export function onceAnEvent<A extends readonly unknown[], R>(
  make: (world: World, ...others: A) => R,
  partsOf: (world: World, ...others: A) => readonly string[],
): (world: World, ...others: A) => R {
  const worlds = new WeakMap<World, Made<R>>();
  return (world, ...others) => {
    let made = worlds.get(world);
    if (made?.seq !== world.seq) {
      made = { seq: world.seq, results: new Map() };
      worlds.set(world, made);
    }
    const key = partsOf(world, ...others).join('\n');
    let result = made.results.get(key);
    if (result === undefined) {
      result = make(world, ...others);
      made.results.set(key, result);
    }
    return result;
  };
}
