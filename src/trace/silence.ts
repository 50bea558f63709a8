/**
 * What kept a process silent: a timeout is caused by nothing, so the event to blame has to be
 * remembered. Numbers are `seq`s. Every Map's values are replaced, never changed, so a copy of the
 * Maps is a copy of the state.
 */
import type { EventKind, NewEventOf } from './events.ts';
import type { TraceReader } from './reader.ts';
import { linkKey } from './world.ts';

export interface SilenceState {
  /** Process -> what froze, crashed or stopped it, while it does not run. */
  readonly down: Map<string, number>;
  /** Process -> its last freeze that has ended. */
  readonly thawed: Map<string, Span>;
  /** Process -> the last crash or stop of an incarnation of it. */
  readonly ended: Map<string, number>;
  /** By `linkKey`. */
  readonly links: Map<string, LinkSilence>;
  /** By `linkKey`: the last message lost, the last connection closed at one of its ends. */
  readonly dropped: Map<string, number>;
  readonly closed: Map<string, number>;
  /** Consumer -> when it last left PartOfGroup, and with it its heartbeats. */
  readonly left: Map<string, number>;
  /** Message under way -> its message-sent. */
  readonly underWay: Map<number, number>;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface LinkSilence {
  readonly firstHighMs: number;
  readonly highMs: number;
  readonly cut: number | null;
  readonly lastCut: Span | null;
  /** The change that made it slower than it was; null while it is as at first. */
  readonly slowed: number | null;
}

export function noSilence(): SilenceState {
  return {
    down: new Map(),
    thawed: new Map(),
    ended: new Map(),
    links: new Map(),
    dropped: new Map(),
    closed: new Map(),
    left: new Map(),
    underWay: new Map(),
  };
}

export interface Silence {
  /** Who was not heard from. */
  readonly subject: string;
  /** Whose timer ran out. */
  readonly owner: string;
  /** The timer-started. */
  readonly since: number;
  /** A crash of the subject after this event lasts, though the process was started again. */
  readonly lifeFrom: number;
}

/** The event that kept the subject silent towards the owner, or null: the setting is to blame. */
export function whySilent(state: SilenceState, silence: Silence): number | null {
  const { subject, owner, since, lifeFrom } = silence;
  const key = linkKey(subject, owner);
  const link = state.links.get(key);
  const ended = state.ended.get(subject) ?? -1;
  // What still lasts may have begun before the timer did: a last message was under way.
  const lasting = state.down.get(subject) ?? (ended > lifeFrom ? ended : link?.cut);
  if (lasting !== undefined && lasting !== null) return lasting;
  const passed = Math.max(
    spanAfter(state.thawed.get(subject), since),
    spanAfter(state.thawed.get(owner), since),
    spanAfter(link?.lastCut, since),
    after(ended, since),
    after(link?.slowed, since),
    after(state.dropped.get(key), since),
    after(state.closed.get(key), since),
    after(state.left.get(subject), since),
  );
  return passed >= 0 ? passed : (link?.slowed ?? null);
}

function after(seq: number | null | undefined, since: number): number {
  return seq !== undefined && seq !== null && seq > since ? seq : -1;
}

/** The start of a span that reached beyond `since`. */
function spanAfter(span: Span | null | undefined, since: number): number {
  return span && span.to > since ? span.from : -1;
}

type Note<K extends EventKind> = (
  state: SilenceState,
  event: NewEventOf<K>,
  seq: number,
  trace: TraceReader,
) => void;

type Ended = NewEventOf<'process-frozen' | 'process-crashed' | 'process-stopped'>;

function goDown(state: SilenceState, { process = '' }: Ended, seq: number): void {
  state.down.set(process, seq);
}

function end(state: SilenceState, event: Ended, seq: number): void {
  goDown(state, event, seq);
  state.ended.set(event.process ?? '', seq);
}

/** What each kind of event leaves behind. */
export const silenceNotes: { readonly [K in EventKind]?: Note<K> } = {
  'process-frozen': goDown,
  'process-crashed': end,
  'process-stopped': end,
  'process-started': (state, { process = '' }) => void state.down.delete(process),
  'process-thawed': (state, { process = '' }, seq) => {
    const from = state.down.get(process);
    if (from === undefined) return;
    state.down.delete(process);
    state.thawed.set(process, { from, to: seq });
  },
  'link-changed': noteLink,
  'connection-closed': (state, { process = '', peer }, seq) =>
    void state.closed.set(linkKey(process, peer), seq),
  'consumer-state': (state, { process = '', previous, state: next }, seq) => {
    if (previous === 'PartOfGroup' && next !== 'PartOfGroup') state.left.set(process, seq);
  },
  'message-sent': (state, { message }, seq) => void state.underWay.set(message, seq),
  'message-delivered': (state, { message }) => void state.underWay.delete(message),
  'message-dropped': (state, { message }, seq, trace) => {
    const sent = state.underWay.get(message);
    if (sent === undefined) return;
    state.underWay.delete(message);
    state.dropped.set(linkKey(trace.process(sent) ?? '', trace.text(sent, 'to') ?? ''), seq);
  },
};

function noteLink(state: SilenceState, event: NewEventOf<'link-changed'>, seq: number): void {
  const { peers, cut } = event;
  const highMs = event.latencyMs[1];
  const key = linkKey(peers[0], peers[1]);
  const before = state.links.get(key);
  const firstHighMs = before?.firstHighMs ?? highMs;
  const isSlower = highMs > (before?.highMs ?? highMs);
  const stillSlow = highMs > firstHighMs ? (before?.slowed ?? null) : null;
  const wasCut = before?.cut ?? null;
  const restored = wasCut !== null && !cut ? { from: wasCut, to: seq } : null;
  state.links.set(key, {
    firstHighMs,
    highMs,
    cut: cut ? (wasCut ?? seq) : null,
    lastCut: restored ?? before?.lastCut ?? null,
    slowed: isSlower ? seq : stillSlow,
  });
}
