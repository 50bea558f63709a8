/**
 * The moments that a caption tells of: where a presenter's clicker stops. Pure functions of a run; they
 * keep a reader of their own, so that looking around never moves the world that is shown. The world of
 * a moment is folded once, and only where single fields do not rule out that it has news.
 */
import type { Run } from '../../store/runs.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { WorldReader } from '../../trace/world-reader.ts';
import type { Caption } from '../stage/captions/caption.ts';
import { captionOf, mayBeNews } from '../stage/captions/captions.ts';
import { pastOf } from '../stage/captions/past.ts';

export interface News {
  /** The last event of its moment. */
  readonly seq: number;
  readonly caption: Caption;
}

type Told = Pick<Run, 'trace' | 'reader'>;

/** What is known of the news of a group. A trace only grows, so it holds for good. */
interface Known {
  /** By the last event of a moment; null: it has none. */
  readonly byMoment: Map<number, News | null>;
  /** What the last search backward has found, and from where. */
  last: { readonly from: number; readonly news: News | null } | null;
}

interface Kept {
  readonly reader: WorldReader;
  readonly groups: Map<string, Known>;
}

const kept = new WeakMap<TraceReader, Kept>();

/** Moments in a row that may have news and have none: then it is not looked for any farther back. */
const mostInVain = 100;

function keptOf({ trace, reader }: Told): Kept {
  const found = kept.get(trace) ?? { reader: reader.fork(trace), groups: new Map() };
  kept.set(trace, found);
  return found;
}

function knownOf(told: Told, group: string): Known {
  const { groups } = keptOf(told);
  const known = groups.get(group) ?? { byMoment: new Map<number, News | null>(), last: null };
  groups.set(group, known);
  return known;
}

/** The news of the moment whose last event is `last`; null where it has none for the group. */
function newsOf(told: Told, last: number, group: string): News | null {
  const { byMoment } = knownOf(told, group);
  const known = byMoment.get(last);
  if (known !== undefined) return known;
  const { trace } = told;
  const { reader } = keptOf(told);
  const past = pastOf(reader, trace);
  const caption = captionOf(reader.worldAt(last), trace, last, group, past);
  const isOfMoment = caption.seq !== null && trace.atUs(caption.seq) === trace.atUs(last);
  const news = isOfMoment ? { seq: last, caption } : null;
  byMoment.set(last, news);
  return news;
}

/** The first news after the moment of event `from`, among the events up to `untilUs`. */
export function newsAfter(told: Told, from: number, untilUs: number, group: string): News | null {
  const { trace } = told;
  const end = trace.lastAtOrBefore(untilUs);
  for (let seq = from + 1; seq <= end; seq++) {
    if (!mayBeNews(trace, seq, group)) continue;
    const last = trace.lastAtOrBefore(trace.atUs(seq));
    const news = last > from ? newsOf(told, last, group) : null;
    if (news) return news;
    seq = last;
  }
  return null;
}

/** The last news before the moment of event `from`. */
export function newsBefore(told: Told, from: number, group: string): News | null {
  if (from < 0) return null;
  const known = knownOf(told, group);
  const isFarther = known.last !== null && from >= known.last.from;
  const before = isFarther ? known.last : null;
  const news = searchBack(told, from, group, before);
  known.last = { from, news };
  return news;
}

/** Back to where an earlier search has begun: what that has found lies before. */
function searchBack(told: Told, from: number, group: string, before: Known['last']): News | null {
  const { trace } = told;
  const momentUs = trace.atUs(from);
  const knownUs = before ? trace.atUs(before.from) : -1;
  let inVain = 0;
  for (let seq = from - 1; seq >= 0 && inVain < mostInVain; seq--) {
    const atUs = trace.atUs(seq);
    if (before && (atUs < knownUs || momentUs === knownUs)) return before.news;
    if (atUs === momentUs || !mayBeNews(trace, seq, group)) continue;
    const news = newsOf(told, trace.lastAtOrBefore(atUs), group);
    if (news) return news;
    inVain += 1;
  }
  return null;
}
