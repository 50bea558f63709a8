/**
 * The world at any event of a trace: forward by folding, backward from the nearest checkpoint. The
 * trace may grow; what has been folded is never folded again on the way forward. Checkpoints stand
 * as close as their cost allows: farther apart in a large world, and in a very long trace.
 */
import { copyWorld, weightOf } from './fold/copy.ts';
import { emptyWorld } from './fold/empty.ts';
import { applyEvent } from './fold/fold.ts';
import type { TraceReader } from './reader.ts';
import type { World } from './world.ts';

/** Events between two checkpoints of a small world: so many are folded in a seek, at most. */
const checkpointEvery = 1024;
/** Copying so many things takes as long as folding one event, with some to spare. */
const weightPerEvent = 4;

interface Checkpoint {
  /** Never handed out. */
  readonly world: World;
  readonly weight: number;
}

export class WorldReader {
  readonly #trace: TraceReader;
  readonly #weightKept: number;
  /** By time; the first is the empty world. */
  #checkpoints: Checkpoint[];
  /** Doubles when checkpoints were dropped. */
  #spread: number;
  #world: World;

  /** `weightKept` is how much all checkpoints may weigh together. */
  constructor(trace: TraceReader, from?: WorldReader, weightKept = 1_000_000) {
    this.#trace = trace;
    this.#weightKept = weightKept;
    this.#spread = from ? from.#spread : 1;
    this.#checkpoints = from
      ? from.#checkpoints.filter(({ world }) => world.seq < trace.length)
      : [{ world: emptyWorld(), weight: 0 }];
    this.#world = emptyWorld();
  }

  /**
   * The world with events 0..seq in it. The object that is returned is changed by the next call:
   * read it, never keep it.
   */
  worldAt(seq: number): World {
    const target = Math.min(seq, this.#trace.length - 1);
    const { world } = this.#nearest(target);
    const isAhead = this.#world.seq > target;
    if (isAhead || world.seq > this.#world.seq) this.#world = copyWorld(world);
    while (this.#world.seq < target) this.#foldNext();
    return this.#world;
  }

  /** The world at a moment, with every event of that moment in it. */
  worldAtTime(atUs: number): World {
    return this.worldAt(this.#trace.lastAtOrBefore(atUs));
  }

  /**
   * A reader of a fork that has not grown yet: what it has is the common prefix, whose checkpoints
   * are shared.
   */
  fork(trace: TraceReader): WorldReader {
    return new WorldReader(trace, this, this.#weightKept);
  }

  /** The last checkpoint with no event after `seq` in it. */
  #nearest(seq: number): Checkpoint {
    let low = 0;
    let high = this.#checkpoints.length;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((this.#checkpoints[middle] as Checkpoint).world.seq <= seq) low = middle;
      else high = middle;
    }
    return this.#checkpoints[low] as Checkpoint;
  }

  #foldNext(): void {
    applyEvent(this.#world, this.#trace.event(this.#world.seq + 1));
    const last = this.#checkpoints.at(-1) as Checkpoint;
    const since = this.#world.seq - last.world.seq;
    if (since < checkpointEvery * this.#spread) return;
    const weight = weightOf(this.#world);
    if (since * weightPerEvent < weight) return;
    this.#checkpoints.push({ world: copyWorld(this.#world), weight });
    const total = this.#checkpoints.reduce((sum, checkpoint) => sum + checkpoint.weight, 0);
    if (total > this.#weightKept) this.#thin();
  }

  /** Every second checkpoint goes; the first and the last stay. */
  #thin(): void {
    const last = this.#checkpoints.length - 1;
    this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0 || index === last);
    this.#spread *= 2;
  }
}
