/**
 * One sentence on what just happened, or on what is waited for, and the rule that makes it so. A
 * pure function of world and trace: seeking back shows the same sentence again.
 */
import type { TraceReader } from '../../../trace/reader.ts';
import type { TraceEvent } from '../../../trace/events.ts';
import type { World } from '../../../trace/world.ts';
import type { Caption, Sentence } from './caption.ts';
import { isNewsworthy, isOfOneGroup, sentenceFor } from './caption-sentences.ts';
import { waitedFor } from './caption-waits.ts';
import type { Past } from './past.ts';

/** How long an event stays the news when something else is waited for, in virtual time. */
const newsLastsUs = 450_000;
/** How many events back one is looked for: heartbeats and commits make no news. */
const furthestBack = 400;

const notBegun = 'Nothing has happened yet.';
const nothingNew = 'Nothing is new.';

/** The caption of `group` at event `seq`; an event is told by the world that it left. */
export function captionOf(
  world: World,
  trace: TraceReader,
  seq: number,
  group: string,
  past: Past,
): Caption {
  const news = latestNews({ world, trace, group, past }, seq);
  const isFresh = news !== null && world.atUs - trace.atUs(news.seq ?? 0) <= newsLastsUs;
  if (news && isFresh) return news;
  const wait = waitedFor(world, group);
  return wait ?? news ?? { text: seq < 0 ? notBegun : nothingNew, rule: null, seq: null };
}

interface Scene {
  readonly world: World;
  readonly trace: TraceReader;
  readonly group: string;
  readonly past: Past;
}

/** Of the last moment that has news the weightiest; of equal weight the latest. */
function latestNews(scene: Scene, seq: number): Caption | null {
  const { trace, group } = scene;
  let best: { readonly caption: Caption; readonly weight: number } | null = null;
  let momentUs = -1;
  for (let at = seq; at >= 0 && at > seq - furthestBack; at--) {
    if (best && trace.atUs(at) !== momentUs) break;
    if (!mayBeNews(trace, at, group)) continue;
    const event = trace.event(at);
    const sentence = sentenceThen(event, scene);
    if (!sentence || (best && sentence.weight <= best.weight)) continue;
    momentUs = event.atUs;
    // Where the sentence names no rule of its own, the event's first.
    const rule = sentence.rule ?? event.rules[0] ?? null;
    const caption = { text: sentence.text, rule, seq: at };
    best = { caption, weight: sentence.weight };
  }
  return best?.caption ?? null;
}

/** Asked for in every frame: what was told last is kept. */
const toldBy = new WeakMap<Past, Map<string, Sentence | null>>();
const toldAtMost = 256;

/** Whether an event is news hangs on the event alone; how it is told, on the world that it left. */
function sentenceThen(event: TraceEvent, { world, trace, group, past }: Scene): Sentence | null {
  if (!sentenceFor(event, world, group, trace)) return null;
  const told = toldBy.get(past) ?? new Map<string, Sentence | null>();
  toldBy.set(past, told);
  const key = `${event.seq} ${group}`;
  const known = told.get(key);
  if (known !== undefined) return known;
  if (told.size >= toldAtMost) told.clear();
  const sentence = sentenceFor(event, past(event.seq), group, trace);
  told.set(key, sentence);
  return sentence;
}

/**
 * Whether an event can be news for the group. Most are none, and single fields tell it: this is cheap
 * where the sentence itself needs the world of its moment.
 */
export function mayBeNews(trace: TraceReader, seq: number, group: string): boolean {
  const kind = trace.kind(seq);
  if (!isNewsworthy(kind)) return false;
  // Messages are many; of those only this one is news.
  if (kind === 'message-sent') return trace.text(seq, 'error') === 'MalformedMessage';
  return !isOfOneGroup(kind) || trace.text(seq, 'group') === group;
}
