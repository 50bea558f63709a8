/**
 * The moments that a caption tells of: where a presenter's clicker stops. Pure functions of a trace;
 * they keep a reader of their own, so that looking around never moves the world that is shown.
 */
import type { TraceReader } from '../../trace/reader.ts';
import { WorldReader } from '../../trace/world-reader.ts';
import type { Caption } from '../stage/caption.ts';
import { isNewsworthy } from '../stage/caption-sentences.ts';
import { captionOf } from '../stage/captions.ts';
import { pastOf } from '../stage/past.ts';

export interface News {
  /** The last event of its moment. */
  readonly seq: number;
  readonly caption: Caption;
}

const readers = new WeakMap<TraceReader, WorldReader>();

function readerOf(trace: TraceReader): WorldReader {
  const reader = readers.get(trace) ?? new WorldReader(trace);
  readers.set(trace, reader);
  return reader;
}

/** The news of the moment of event `seq`; null where that moment has none for the group. */
function newsAt(trace: TraceReader, seq: number, group: string): News | null {
  if (!isNewsworthy(trace.kind(seq))) return null;
  const atUs = trace.atUs(seq);
  const last = trace.lastAtOrBefore(atUs);
  const reader = readerOf(trace);
  const caption = captionOf(reader.worldAt(last), trace, last, group, pastOf(reader, trace));
  const isOfMoment = caption.seq !== null && trace.atUs(caption.seq) === atUs;
  return isOfMoment ? { seq: last, caption } : null;
}

/** The first news after the moment of event `from`, among the events up to `untilUs`. */
export function newsAfter(
  trace: TraceReader,
  from: number,
  untilUs: number,
  group: string,
): News | null {
  const end = trace.lastAtOrBefore(untilUs);
  for (let seq = from + 1; seq <= end; seq++) {
    const news = newsAt(trace, seq, group);
    if (news && news.seq > from) return news;
  }
  return null;
}

/** The last news before the moment of event `from`. */
export function newsBefore(trace: TraceReader, from: number, group: string): News | null {
  if (from < 0) return null;
  const momentUs = trace.atUs(from);
  for (let seq = from - 1; seq >= 0; seq--) {
    if (trace.atUs(seq) === momentUs) continue;
    const news = newsAt(trace, seq, group);
    if (news) return news;
  }
  return null;
}
