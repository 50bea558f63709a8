/**
 * The world at an event that has passed. What is told of the event is told by it, so that the words
 * stay the same as long as they stand.
 */
import type { TraceReader } from '../../../trace/reader.ts';
import type { WorldReader } from '../../../trace/world-reader.ts';
import type { World } from '../../../trace/world.ts';

/** Read the world before the next call: it may be changed then. */
export type Past = (seq: number) => World;

/** Farther ahead, the nearest checkpoint is closer than what has been folded. */
const stepsAhead = 2048;

const pasts = new WeakMap<WorldReader, Past>();

/** Never moves the world that `reader` has handed out; shares its checkpoints. */
export function pastOf(reader: WorldReader, trace: TraceReader): Past {
  const known = pasts.get(reader);
  if (known) return known;
  let own = reader.fork(trace);
  let at = -1;
  const past: Past = (seq) => {
    if (seq < at || seq > at + stepsAhead) own = reader.fork(trace);
    at = seq;
    return own.worldAt(seq);
  };
  pasts.set(reader, past);
  return past;
}
