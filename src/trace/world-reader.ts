/**
 * The world at any event of a trace: forward by folding, backward from the nearest checkpoint. The
 * trace may grow; what has been folded is never folded again on the way forward.
 */
import { clone } from '../lib/clone.ts';
import { emptyWorld } from './fold/empty.ts';
import { applyEvent } from './fold/fold.ts';
import type { TraceReader } from './reader.ts';
import type { World } from './world.ts';

/** Between two checkpoints; a seek folds at most so many events. */
const checkpointEvery = 1024;

export class WorldReader {
  readonly #trace: TraceReader;
  /** Worlds after 0, 1024, 2048 ... events; never handed out. */
  readonly #checkpoints: World[];
  #world: World;

  constructor(trace: TraceReader, checkpoints: readonly World[] = [emptyWorld()]) {
    this.#trace = trace;
    this.#checkpoints = [...checkpoints];
    this.#world = clone(this.#checkpoints[0] as World);
  }

  /**
   * The world with events 0..seq in it. The object that is returned is changed by the next call:
   * read it, never keep it.
   */
  worldAt(seq: number): World {
    const target = Math.min(seq, this.#trace.length - 1);
    const nearest = Math.min(
      Math.floor((target + 1) / checkpointEvery),
      this.#checkpoints.length - 1,
    );
    const checkpoint = this.#checkpoints[nearest] as World;
    const isAhead = this.#world.seq > target;
    if (isAhead || checkpoint.seq > this.#world.seq) this.#world = clone(checkpoint);
    while (this.#world.seq < target) this.#foldNext();
    return this.#world;
  }

  #foldNext(): void {
    const seq = this.#world.seq + 1;
    applyEvent(this.#world, this.#trace.event(seq));
    const count = seq + 1;
    if (count % checkpointEvery !== 0) return;
    const index = count / checkpointEvery;
    if (index === this.#checkpoints.length) this.#checkpoints.push(clone(this.#world));
  }

  /** A reader of a fork of the trace: checkpoints of the common prefix are shared. */
  fork(trace: TraceReader): WorldReader {
    const common = this.#checkpoints.filter(({ seq }) => seq < trace.length);
    return new WorldReader(trace, common);
  }
}
