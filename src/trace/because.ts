/**
 * `because`: the earlier event that made this one come out so, where the cause alone does not say it
 * (a timeout is caused by silence). One table from kind to rule; it is filled in as the trace is
 * appended, so protocols stay free of it and imported logs get it too.
 */
import type { EventKind, EventOf, NewEvent } from './events.ts';
import { linkKey } from './world.ts';

/** What was remembered of the trace so far: plain data, so that a checkpoint can hold it. */
export interface BecauseState {
  /** Process -> the event that stopped it from acting, while it is stopped. */
  readonly down: Map<string, number>;
  /** Link -> the event that cut it, while it is cut. */
  readonly cut: Map<string, number>;
  /** Process -> its last event that may have silenced it for a while. */
  readonly silenced: Map<string, number>;
  /** `process|timer|subject` -> its last timer-started. */
  readonly timers: Map<string, number>;
  /** `group/member` -> consumer. */
  readonly consumers: Map<string, string>;
  /** Group -> the latest event of a kind; keys are `kind|group`. */
  readonly latest: Map<string, number>;
  /** Process -> the last refusal it was sent. */
  readonly refusals: Map<string, number>;
  /** Process or group -> where its settings were stated. */
  readonly settings: Map<string, number>;
}

export function emptyBecause(): BecauseState {
  return {
    down: new Map(),
    cut: new Map(),
    silenced: new Map(),
    timers: new Map(),
    consumers: new Map(),
    latest: new Map(),
    refusals: new Map(),
    settings: new Map(),
  };
}

type Rule<K extends EventKind> = (
  state: BecauseState,
  event: NewEvent & { kind: K },
) => number | null | undefined;

/** The table. A kind without a row has no `because` beside its cause. */
const table: { readonly [K in EventKind]?: Rule<K> } = {
  'request-refused': (state, event) =>
    event.reason === 'rebalance-pending' ? latest(state, 'rebalance-started', event.group) : null,
  'timer-fired': (state, event) => {
    if (event.timer === 'dead-after') {
      const consumer = state.consumers.get(event.subject);
      const group = event.subject.slice(0, event.subject.indexOf('/'));
      return consumer === undefined ? null : whySilent(state, event, consumer, group);
    }
    if (event.timer === 'coordinator-failed') {
      return whySilent(state, event, event.subject, event.process ?? '');
    }
    return null;
  },
  'rebalance-started': (state, event) =>
    state.latest.get(`trigger|${event.group}|${event.subject}`) ?? event.cause,
  'rebalance-joined': (state, event) =>
    state.latest.get(`trigger|${event.group}|${event.subject}`) ?? event.cause,
  'rebalance-completed': (state, event) => latest(state, 'rebalance-started', event.group),
  'coordinator-loaded': (state, event) => latest(state, 'coordinator-elected', event.group),
  'coordinator-elected': (state, event) => latest(state, 'coordinator-away', event.subset),
  'coordinator-lost': (state, event) => whyAway(state, event.broker),
  'zookeeper-session-expired': (state, event) => whyAway(state, event.broker),
  'partition-acquired': (state, event) => latest(state, 'rebalance-completed', event.group),
  'partition-released': (state, event) => state.refusals.get(event.process ?? ''),
};

function latest(state: BecauseState, kind: string, of: string | number): number | undefined {
  return state.latest.get(`${kind}|${of}`);
}

/** What keeps `subject` silent towards the owner of the timer; else the setting that is to blame. */
function whySilent(
  state: BecauseState,
  event: EventOf<'timer-fired'> | (NewEvent & { kind: 'timer-fired' }),
  subject: string,
  configured: string,
): number | null {
  const down = state.down.get(subject);
  if (down !== undefined) return down;
  const owner = event.process ?? '';
  const cut = state.cut.get(linkKey(subject, owner));
  if (cut !== undefined) return cut;
  const started = state.timers.get(`${owner}|${event.timer}|${event.subject}`) ?? 0;
  const silenced = state.silenced.get(subject) ?? state.silenced.get(linkKey(subject, owner));
  if (silenced !== undefined && silenced > started) return silenced;
  const slowed = state.silenced.get(linkKey(subject, owner));
  return slowed ?? state.settings.get(configured) ?? null;
}

function whyAway(state: BecauseState, broker: string): number | null {
  const cut = state.cut.get(linkKey(broker, 'zookeeper'));
  return state.down.get(broker) ?? cut ?? state.silenced.get(broker) ?? null;
}

type Note<K extends EventKind> = (
  state: BecauseState,
  event: NewEvent & { kind: K },
  seq: number,
) => void;

const down = (state: BecauseState, event: NewEvent, seq: number) => {
  state.down.set(event.process ?? '', seq);
};

/** What each kind leaves behind for later events. */
const notes: { readonly [K in EventKind]?: Note<K> } = {
  'process-crashed': down,
  'process-stopped': down,
  'process-frozen': down,
  'process-thawed': (state, event, seq) => {
    const frozen = state.down.get(event.process ?? '');
    state.down.delete(event.process ?? '');
    state.silenced.set(event.process ?? '', frozen ?? seq);
  },
  'process-started': (state, event, seq) => {
    state.down.delete(event.process ?? '');
    state.settings.set(event.process ?? '', seq);
  },
  'group-configured': (state, event, seq) => state.settings.set(event.group, seq),
  'link-changed': (state, event, seq) => {
    const key = linkKey(...event.peers);
    if (event.cut) state.cut.set(key, seq);
    else state.cut.delete(key);
    if (event.cause !== null) state.silenced.set(key, seq);
  },
  'connection-closed': (state, event, seq) => state.silenced.set(event.process ?? '', seq),
  'consumer-state': (state, event, seq) => {
    if (event.previous === 'PartOfGroup') state.silenced.set(event.process ?? '', seq);
  },
  'timer-started': (state, event, seq) =>
    state.timers.set(`${event.process}|${event.timer}|${event.subject}`, seq),
  'member-added': (state, event) =>
    state.consumers.set(`${event.group}/${event.member}`, event.consumer),
  'member-removed': (state, event, seq) =>
    state.latest.set(`trigger|${event.group}|${event.member}`, seq),
  'registration-parked': (state, event, seq) => {
    state.latest.set(`trigger|${event.group}|${event.member ?? event.consumer}`, seq);
  },
  'rebalance-started': (state, event, seq) =>
    state.latest.set(`rebalance-started|${event.group}`, seq),
  'rebalance-completed': (state, event, seq) =>
    state.latest.set(`rebalance-completed|${event.group}`, seq),
  'coordinator-elected': (state, event, seq) => {
    for (const group of event.groups) state.latest.set(`coordinator-elected|${group}`, seq);
  },
  'coordinator-lost': (state, event, seq) => {
    const why = whyAway(state, event.broker) ?? seq;
    state.latest.set(`coordinator-away|${event.subset}`, why);
  },
  'request-refused': (state, event, seq) => state.refusals.set(event.to, seq),
};

/** The `because` of an event about to be appended. */
export function becauseOf(state: BecauseState, event: NewEvent): number | null {
  const rule = table[event.kind] as Rule<EventKind> | undefined;
  return rule?.(state, event as never) ?? null;
}

/** Remembers what later events may have come about by. */
export function noteEvent(state: BecauseState, event: NewEvent, seq: number): void {
  const note = notes[event.kind] as Note<EventKind> | undefined;
  note?.(state, event as never, seq);
}
