/** One index for each trace that is shown, read on as the trace grows; branches keep theirs. */
import { oncePer } from '../lib/once-per.ts';
import { TimeIndex } from '../trace/queries/time-index.ts';
import type { TraceReader } from '../trace/reader.ts';

const indexOf = oncePer((_trace: TraceReader) => new TimeIndex());

/** The index of a trace with all that has arrived of it. */
export function timeIndexOf(trace: TraceReader): TimeIndex {
  const index = indexOf(trace);
  index.readOn(trace);
  return index;
}
