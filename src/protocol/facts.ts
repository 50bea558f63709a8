/**
 * Facts: what a process reports of itself. The words say *what happened* in any group protocol, not
 * how this one does it; docs/formats.md prints the same table. Key order is file order.
 */
import { bool, int, json, nullable, oneOf, optional, text } from '../lib/shape.ts';
import type { RecordOf } from '../lib/shape.ts';
import type { ErrorName } from '../wire/errors.ts';

/** Partitions of one topic, ascending. */
export interface TopicPartitions {
  readonly topic: string;
  readonly partitions: readonly number[];
}

/** What one member owns of what; `consumer` is the name of the process behind it. */
export interface MemberAssignment {
  readonly member: string;
  readonly consumer: string;
  /** Those that it subscribes to. */
  readonly topics: readonly string[];
  readonly partitions: readonly TopicPartitions[];
}

export type Assignment = readonly MemberAssignment[];

export const consumerStates = [
  'Down',
  'Discovering',
  'Registering',
  'PartOfGroup',
  'Rediscovering',
] as const;
export type ConsumerStateName = (typeof consumerStates)[number];

export const groupStates = [
  'Down',
  'CatchUp',
  'Ready',
  'PreparingRebalance',
  'Rebalancing',
  'Steady',
] as const;
export type GroupStateName = (typeof groupStates)[number];

export const triggers = ['TRIG-1', 'TRIG-2', 'TRIG-3', 'TRIG-4', 'TRIG-5', 'TRIG-6'] as const;
export type TriggerId = (typeof triggers)[number];

/** A rebalance attempt as the events name it; `rebalance` counts up per group and coordinator. */
const attempt = {
  group: text(),
  rebalance: int(),
  trigger: oneOf(...triggers),
  /** Who or what: a member id, a consumer's name for a newcomer, a topic. */
  subject: text(),
  generation: int(),
  reason: text(),
};

/** A partition as its consumer believes it; `generation` is the one it was assigned under. */
const ownedPartition = {
  group: text(),
  member: text(),
  topic: text(),
  partition: int(),
  generation: int(),
  offset: int(),
  reason: text(),
};

export const factShapes = {
  'subscription-changed': {
    topics: optional(json<readonly string[]>()),
    allow: optional(json<readonly string[]>()),
    deny: optional(json<readonly string[]>()),
  },
  'topic-changed': { topic: text(), partitions: int(), recordsPerSecond: int() },
  'consumer-state': {
    group: text(),
    member: nullable(text()),
    generation: int(),
    fetching: bool(),
    previous: oneOf(...consumerStates),
    state: oneOf(...consumerStates),
    reason: text(),
  },
  'group-state': {
    group: text(),
    generation: int(),
    epoch: int(),
    previous: oneOf(...groupStates),
    state: oneOf(...groupStates),
    reason: text(),
  },
  'controller-elected': { reason: text() },
  'controller-lost': { reason: text() },
  'coordinator-elected': {
    subset: int(),
    groups: json<readonly string[]>(),
    broker: text(),
    epoch: int(),
    reason: text(),
  },
  'coordinator-lost': {
    subset: int(),
    groups: json<readonly string[]>(),
    broker: text(),
    epoch: int(),
    reason: oneOf('lease', 'session', 'fence', 'moved', 'crash', 'stop'),
  },
  'coordinator-loaded': {
    group: text(),
    epoch: int(),
    generation: int(),
    assignment: json<Assignment>(),
  },
  'metadata-written': {
    path: text(),
    group: optional(text()),
    epoch: optional(int()),
    generation: optional(int()),
    assignment: optional(json<Assignment>()),
    broker: optional(text()),
    session: optional(text()),
  },
  'metadata-refused': {
    path: text(),
    group: optional(text()),
    epoch: optional(int()),
    generation: optional(int()),
    reason: text(),
  },
  'zookeeper-session-expired': { broker: text() },
  'watch-fired': { broker: text(), path: text() },
  'member-added': {
    group: text(),
    member: text(),
    consumer: text(),
    topics: json<readonly string[]>(),
    sessionTimeoutMs: int(),
    heartbeatFrequency: int(),
    failedHeartbeatThreshold: int(),
  },
  'member-removed': { group: text(), member: text(), consumer: text(), reason: text() },
  'registration-parked': {
    group: text(),
    consumer: text(),
    member: nullable(text()),
    /** Ids of the members not yet heard from in this attempt; at most twenty are listed. */
    waitingFor: json<readonly string[]>(),
    waitingCount: int(),
  },
  'rebalance-started': attempt,
  'rebalance-joined': attempt,
  'rebalance-abandoned': attempt,
  'rebalance-completed': {
    group: text(),
    rebalance: int(),
    generation: int(),
    assignment: json<Assignment>(),
    /** Ids of the members that were not in, and of those that were in, the generation before. */
    joined: json<readonly string[]>(),
    left: json<readonly string[]>(),
  },
  'request-refused': {
    /** Of the refused request; the loop fills it in from the connection and correlation id. */
    message: optional(int()),
    to: text(),
    api: text(),
    group: text(),
    member: nullable(text()),
    error: text<ErrorName>(),
    /** stale, future, rebalance-pending, unknown-member, not-coordinator, ... */
    reason: text(),
    givenGeneration: optional(int()),
    currentGeneration: optional(int()),
  },
  /** It will never be answered: it came too late, was replaced, or its connection has closed. */
  'request-ignored': {
    consumer: text(),
    api: text(),
    group: text(),
    member: nullable(text()),
    reason: text(),
  },
  'partition-acquired': ownedPartition,
  'partition-released': ownedPartition,
  'records-consumed': {
    group: text(),
    topic: text(),
    partition: int(),
    fromOffset: int(),
    toOffset: int(),
    sinceUs: int(),
    duplicates: int(),
  },
  'offset-committed': {
    group: text(),
    member: text(),
    generation: int(),
    topic: text(),
    partition: int(),
    offset: int(),
  },
  'consumer-failed': { error: text<ErrorName>(), text: text() },
} as const;

export type FactKind = keyof typeof factShapes;

export type FactOf<K extends FactKind> = { readonly kind: K } & Readonly<
  RecordOf<(typeof factShapes)[K]>
>;

/** Anything a process may report. */
export type Fact = { [K in FactKind]: FactOf<K> }[FactKind];
