/** One index for each trace that is shown, read on as the trace grows; branches keep theirs. */
import { TimeIndex } from '../trace/queries/time-index.ts';
import type { TraceReader } from '../trace/reader.ts';

const indexes = new WeakMap<TraceReader, TimeIndex>();

/** The index of a trace with all that has arrived of it. */
export function timeIndexOf(trace: TraceReader): TimeIndex {
  let index = indexes.get(trace);
  if (!index) {
    index = new TimeIndex();
    indexes.set(trace, index);
  }
  index.readOn(trace);
  return index;
}
