/**
 * The vocabulary of the trace: facts of the processes and what the simulation itself sees, with the
 * common fields round them. Key order is file order: seq, atUs, kind, process, own fields, cause,
 * because, rules.
 */
import { bool, bytes, int, json, oneOf, optional, text } from '../lib/shape.ts';
import type { RecordOf } from '../lib/shape.ts';
import { factShapes } from '../protocol/facts.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { ErrorName } from '../wire/errors.ts';
import type { Command } from './experiment.ts';

const ended = { reason: oneOf('stop', 'kill', 'power-off', 'fatal-error', 'freeze', 'thaw') };

const timer = { timer: text(), subject: text() };

const simulationShapes = {
  command: { command: json<Command>(), targets: json<readonly string[]>() },
  'group-configured': {
    group: text(),
    protocol: text(),
    sessionTimeoutMs: int(),
    heartbeatFrequency: int(),
    failedHeartbeatThreshold: int(),
    strategy: text(),
  },
  'process-started': {
    role: oneOf('consumer', 'broker', 'zookeeper'),
    host: text(),
    incarnation: int(),
    /** Where its card stands: counts up per role in order of first appearance. */
    slot: int(),
    group: optional(text()),
    topics: optional(json<readonly string[]>()),
    allow: optional(json<readonly string[]>()),
    deny: optional(json<readonly string[]>()),
    sessionTimeoutMs: optional(int()),
    heartbeatFrequency: optional(int()),
    failedHeartbeatThreshold: optional(int()),
    strategy: optional(text()),
    recordsPerSecond: optional(int()),
  },
  'process-stopped': ended,
  'process-crashed': ended,
  'process-frozen': ended,
  'process-thawed': ended,
  'link-changed': {
    peers: json<readonly [string, string]>(),
    latencyMs: json<readonly [number, number]>(),
    cut: bool(),
  },
  'connection-opened': { connection: text(), peer: text() },
  'connection-closed': {
    connection: text(),
    peer: text(),
    reason: oneOf('closed', 'reset', 'refused', 'timeout'),
  },
  'message-sent': {
    message: int(),
    connection: text(),
    to: text(),
    api: text(),
    direction: oneOf('request', 'response'),
    correlationId: int(),
    /** The message id of the request that a response answers. */
    request: optional(int()),
    group: optional(text()),
    generation: optional(int()),
    error: optional(text<ErrorName>()),
    byteCount: int(),
    bytes: bytes(),
    arrivesAtUs: int(),
  },
  /** What arrives is not what was sent, which is what this event has; the other is in message-sent. */
  'message-corrupted': { message: int(), bytes: bytes() },
  'message-held': {
    message: int(),
    reason: oneOf('link-cut', 'receiver-frozen'),
  },
  'message-released': {
    message: int(),
    reason: oneOf('link-cut', 'receiver-frozen'),
    arrivesAtUs: int(),
  },
  'message-delivered': {
    message: int(),
    from: text(),
    api: text(),
    direction: oneOf('request', 'response'),
  },
  'message-dropped': {
    message: int(),
    /** receiver-down, connection-closed, reset, timeout, ... */
    reason: text(),
  },
  'timer-started': { ...timer, deadlineUs: int() },
  'timer-cancelled': timer,
  'timer-fired': { ...timer, deadlineUs: int() },
} as const;

/** Every kind of event, with its own fields in file order. */
export const eventShapes = { ...simulationShapes, ...factShapes } as const;

export type EventKind = keyof typeof eventShapes;

/** Fields that every event has beside its own. */
export interface CommonFields {
  /** 0, 1, 2 ... */
  readonly seq: number;
  /** Virtual time; never decreasing. */
  readonly atUs: number;
  /** Where it happened; left out where it is nobody's: links, topics, groups, commands. */
  readonly process?: string | undefined;
  /** The `seq` of the input in whose handling this came about, or null. */
  readonly cause: number | null;
  /** The earlier event that made it come out so (the because table), or null. */
  readonly because: number | null;
  /** The rules that this event is an instance of. */
  readonly rules: readonly RuleId[];
}

export type EventOf<K extends EventKind> = CommonFields & { readonly kind: K } & Readonly<
    RecordOf<(typeof eventShapes)[K]>
  >;

export type TraceEvent = { [K in EventKind]: EventOf<K> }[EventKind];

/** An event before the trace gives it `seq` and `because`. */
export type NewEventOf<K extends EventKind> = {
  [L in K]: Omit<EventOf<L>, 'seq' | 'because'>;
}[K];

export type NewEvent = NewEventOf<EventKind>;
