/**
 * `because`: the earlier event that made this one come out so, where its cause alone does not say it.
 * One table from kind to rule, with what the rules must remember of the trace. It is applied as
 * events are appended, so protocols stay free of it and imported logs get it too.
 */
import type { Assignment } from '../protocol/facts.ts';
import type { EventKind, NewEvent, NewEventOf } from './events.ts';
import { eventKinds } from './layout.ts';
import type { TraceReader } from './reader.ts';
import { noSilence, silenceNotes, whySilent } from './silence.ts';
import type { SilenceState } from './silence.ts';
import { timerKey } from './world.ts';

/** What is remembered of the events so far. Maps whose values are replaced, never changed. */
export interface BecauseState extends SilenceState {
  /** Running timers of silence, by `timerKey` -> timer-started. */
  readonly timers: Map<string, number>;
  /** `<group>/<member>` -> the consumer behind it, and where that was first said. */
  readonly members: Map<string, MemberNote>;
  /** Process -> its last process-started; group -> its last group-configured. */
  readonly started: Map<string, number>;
  readonly configured: Map<string, number>;
  /** By group; `<group>|<generation>`; `<group>|<member or consumer>`; topic. */
  readonly rebalanceStarted: Map<string, number>;
  readonly rebalanceCompleted: Map<string, number>;
  readonly removed: Map<string, number>;
  readonly parked: Map<string, number>;
  readonly topicChanged: Map<string, number>;
  readonly loaded: Map<string, number>;
  /** Consumer -> the last request-refused that it was sent. */
  readonly refused: Map<string, number>;
  /** Last coordinator-elected by group, and by subset. */
  readonly electedForGroup: Map<string, number>;
  readonly electedForSubset: Map<number, number>;
}

interface MemberNote {
  readonly consumer: string;
  readonly since: number;
}

export function nothingNoted(): BecauseState {
  return {
    ...noSilence(),
    timers: new Map(),
    members: new Map(),
    started: new Map(),
    configured: new Map(),
    rebalanceStarted: new Map(),
    rebalanceCompleted: new Map(),
    removed: new Map(),
    parked: new Map(),
    topicChanged: new Map(),
    loaded: new Map(),
    refused: new Map(),
    electedForGroup: new Map(),
    electedForSubset: new Map(),
  };
}

export function copyNotes(state: BecauseState): BecauseState {
  const entries = Object.entries(state).map(([name, map]) => [name, new Map(map)]);
  return Object.fromEntries(entries) as BecauseState;
}

/** How much is remembered: what a copy costs. */
export function noteCount(state: BecauseState): number {
  let count = 0;
  for (const map of Object.values(state) as ReadonlyMap<unknown, unknown>[]) count += map.size;
  return count;
}

type Row<K extends EventKind> = (
  state: BecauseState,
  event: NewEventOf<K>,
  trace: TraceReader,
) => number | null | undefined;

/** The table. A kind without a row has no `because` beside its cause. */
const rows: { readonly [K in EventKind]?: Row<K> } = {
  'request-refused': (state, { reason, group }) =>
    reason === 'rebalance-pending' ? state.rebalanceStarted.get(group) : null,
  'timer-fired': whyFired,
  'zookeeper-session-expired': (_, { cause }, trace) =>
    cause === null ? null : trace.because(cause),
  'rebalance-started': whyTriggered,
  'rebalance-joined': whyTriggered,
  'rebalance-completed': (state, { group }) => state.rebalanceStarted.get(group),
  'coordinator-loaded': (state, { group }) => state.electedForGroup.get(group),
  'coordinator-elected': whyElected,
  'coordinator-lost': whyLost,
  'partition-acquired': (state, { group, generation }) =>
    state.rebalanceCompleted.get(`${group}|${generation}`),
  'partition-released': (state, { process = '', cause, rules }, trace) => {
    // [REG-8] It was not refused anything: it wants other topics.
    if (cause === null || rules.includes('REG-8')) return null;
    return trace.kind(cause) === 'message-delivered' ? state.refused.get(process) : null;
  },
};

/** The timers that run out because somebody was not heard from. */
const silenceTimers: ReadonlySet<string> = new Set(['dead-after', 'coordinator-failed', 'session']);

function whyFired(state: BecauseState, event: NewEventOf<'timer-fired'>, trace: TraceReader) {
  const { timer, subject, process: owner = '' } = event;
  if (!silenceTimers.has(timer)) return null;
  const since = state.timers.get(timerKey(owner, timer, subject)) ?? -1;
  if (timer === 'dead-after') {
    const member = state.members.get(subject);
    const consumer = member?.consumer ?? senderOf(trace, since);
    const lifeFrom = member?.since ?? trace.length;
    const silence = { subject: consumer, owner, since, lifeFrom };
    return whySilent(state, silence) ?? settingOf(state, consumer, trace);
  }
  const silence = { subject: senderOf(trace, since), owner, since, lifeFrom: trace.length };
  return whySilent(state, silence) ?? settingOf(state, owner, trace);
}

/** Who sent the message that started a timer. */
function senderOf(trace: TraceReader, started: number): string {
  const cause = started < 0 ? null : trace.cause(started);
  return (cause === null ? null : trace.text(cause, 'from')) ?? '';
}

const timing = ['sessionTimeoutMs', 'heartbeatFrequency', 'failedHeartbeatThreshold'] as const;

/** Where a process's timing was stated: with its group, unless it has its own. */
function settingOf(state: BecauseState, process: string, trace: TraceReader): number | null {
  const started = state.started.get(process);
  if (started === undefined) return null;
  const group = state.configured.get(trace.text(started, 'group') ?? '');
  if (group === undefined) return started;
  const own = timing.some((name) => {
    const value = trace.int(started, name);
    return value !== undefined && value !== trace.int(group, name);
  });
  return own ? started : group;
}

type Triggered = NewEventOf<'rebalance-started' | 'rebalance-joined'>;

/** The event that is the trigger; the input itself where the trigger is a registration. */
function whyTriggered(state: BecauseState, event: Triggered, trace: TraceReader) {
  const { trigger, group, subject, cause } = event;
  const key = `${group}|${subject}`;
  switch (trigger) {
    case 'TRIG-2':
      return state.removed.get(key) ?? cause;
    case 'TRIG-3':
    case 'TRIG-4':
      return state.topicChanged.get(subject) ?? cause;
    case 'TRIG-6':
      return state.loaded.get(group) ?? cause;
    case 'TRIG-1':
    case 'TRIG-5':
      break;
  }
  const registers = cause !== null && trace.text(cause, 'api') === 'RegisterConsumer';
  // One that came too late for the attempt before was parked for this one.
  return registers ? cause : (state.parked.get(key) ?? cause);
}

/** What took the subset's last coordinator away, or the broker that appeared. */
function whyElected(
  state: BecauseState,
  event: NewEventOf<'coordinator-elected'>,
  trace: TraceReader,
) {
  const before = state.electedForSubset.get(event.subset);
  const old = before === undefined ? undefined : trace.text(before, 'broker');
  if (before !== undefined && typeof old === 'string') {
    const away = whyAway(state, old, before, trace);
    if (away !== null) return away;
  }
  return state.started.get(event.broker);
}

function whyLost(state: BecauseState, event: NewEventOf<'coordinator-lost'>, trace: TraceReader) {
  const { broker, reason, subset } = event;
  const elected = state.electedForSubset.get(subset);
  if (reason === 'moved' || reason === 'fence') {
    return elected === undefined ? null : (trace.because(elected) ?? elected);
  }
  return whyAway(state, broker, elected ?? -1, trace);
}

/** What came between a broker and ZooKeeper after event `since`. */
function whyAway(state: BecauseState, broker: string, since: number, trace: TraceReader) {
  const owner = zooKeeper(state, trace);
  return whySilent(state, { subject: broker, owner, since, lifeFrom: since });
}

function zooKeeper(state: BecauseState, trace: TraceReader): string {
  for (const [name, started] of state.started) {
    if (trace.text(started, 'role') === 'zookeeper') return name;
  }
  return '';
}

type Note<K extends EventKind> = (state: BecauseState, event: NewEventOf<K>, seq: number) => void;

const notes: { readonly [K in EventKind]?: Note<K> } = {
  'process-started': ({ started }, { process = '' }, seq) => void started.set(process, seq),
  'group-configured': ({ configured }, { group }, seq) => void configured.set(group, seq),
  'timer-started': ({ timers }, { process = '', timer, subject }, seq) => {
    if (silenceTimers.has(timer)) timers.set(timerKey(process, timer, subject), seq);
  },
  'timer-cancelled': forgetTimer,
  'timer-fired': forgetTimer,
  'member-added': (state, { group, member, consumer }, seq) =>
    noteMember(state, group, member, consumer, seq),
  'coordinator-loaded': (state, { group, assignment }, seq) => {
    state.loaded.set(group, seq);
    noteAssignment(state, group, assignment, seq);
  },
  'rebalance-completed': (state, { group, generation, assignment }, seq) => {
    state.rebalanceCompleted.set(`${group}|${generation}`, seq);
    // An answer may be late, but not by so many generations.
    state.rebalanceCompleted.delete(`${group}|${generation - 16}`);
    noteAssignment(state, group, assignment, seq);
  },
  'rebalance-started': ({ rebalanceStarted }, { group }, seq) =>
    void rebalanceStarted.set(group, seq),
  'member-removed': ({ removed }, { group, member }, seq) =>
    void removed.set(`${group}|${member}`, seq),
  'registration-parked': ({ parked }, { group, member, consumer }, seq) =>
    void parked.set(`${group}|${member ?? consumer}`, seq),
  'topic-changed': ({ topicChanged }, { topic }, seq) => void topicChanged.set(topic, seq),
  'request-refused': ({ refused }, { to }, seq) => void refused.set(to, seq),
  'coordinator-elected': (state, { subset, groups }, seq) => {
    state.electedForSubset.set(subset, seq);
    for (const group of groups) state.electedForGroup.set(group, seq);
  },
};

type Ended = NewEventOf<'timer-cancelled' | 'timer-fired'>;

function forgetTimer({ timers }: BecauseState, { process = '', timer, subject }: Ended): void {
  if (silenceTimers.has(timer)) timers.delete(timerKey(process, timer, subject));
}

function noteAssignment(state: BecauseState, group: string, list: Assignment, seq: number): void {
  for (const { member, consumer } of list) noteMember(state, group, member, consumer, seq);
}

function noteMember(
  { members }: BecauseState,
  group: string,
  member: string,
  consumer: string,
  since: number,
): void {
  const key = `${group}/${member}`;
  if (!members.has(key)) members.set(key, { consumer, since });
}

type AnyRow = (state: BecauseState, event: NewEvent, trace: TraceReader) => number | undefined;
type AnyNote = (state: BecauseState, event: NewEvent, seq: number, trace: TraceReader) => void;

/** By the number of the kind: this is asked for every event. */
const rowOf: readonly (AnyRow | undefined)[] = eventKinds.map((kind) => rows[kind] as AnyRow);
const noteOf: readonly (AnyNote | undefined)[] = eventKinds.map((kind) =>
  inTurn(notes[kind] as AnyNote | undefined, silenceNotes[kind] as AnyNote | undefined),
);

function inTurn(first?: AnyNote, second?: AnyNote): AnyNote | undefined {
  if (!first || !second) return first ?? second;
  return (state, event, seq, trace) => {
    first(state, event, seq, trace);
    second(state, event, seq, trace);
  };
}

/** Whether events of the kind with this number leave something to be remembered. */
export function isNoted(kind: number): boolean {
  return noteOf[kind] !== undefined;
}

/** The `because` of the event that is about to become number `trace.length`. */
export function becauseOf(
  kind: number,
  state: BecauseState,
  event: NewEvent,
  trace: TraceReader,
): number | null {
  return rowOf[kind]?.(state, event, trace) ?? null;
}

/** Remembers what later events may have come about by. */
export function noteEvent(
  kind: number,
  state: BecauseState,
  event: NewEvent,
  seq: number,
  trace: TraceReader,
): void {
  noteOf[kind]?.(state, event, seq, trace);
}
