/**
 * The experiment: scenario + seed + commands, with all defaults filled in. A run is a pure function
 * of it. This file holds the types; experiment-schema.ts checks and completes what is read.
 */
import type { Subscription } from '../protocol/settings.ts';

/** A range in milliseconds, both ends included; decimals to the microsecond. */
export type MsRange = readonly [number, number];

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly recordsPerSecond: number;
}

/** Overrides of the group's settings: that is how disagreements are tried. */
export interface TimingOverrides {
  readonly sessionTimeoutMs?: number;
  readonly heartbeatFrequency?: number;
  readonly failedHeartbeatThreshold?: number;
  readonly strategy?: string;
}

/** Carries `topics`, or `allow` / `deny`, at its own level, as the file does. */
export type ConsumerSpec = {
  readonly name: string;
  readonly host: string;
  readonly startAtMs: number;
  readonly recordsPerSecond: number;
} & TimingOverrides &
  Subscription;

/** A consumer as a command starts it: without topics it takes those of its last life. */
export type StartedConsumer = { readonly name: string } & TimingOverrides & {
    readonly host?: string;
    readonly recordsPerSecond?: number;
    readonly topics?: readonly string[];
    readonly allow?: readonly string[];
    readonly deny?: readonly string[];
  };

export interface GroupSpec {
  readonly id: string;
  readonly sessionTimeoutMs: number;
  readonly heartbeatFrequency: number;
  readonly failedHeartbeatThreshold: number;
  readonly strategy: string;
  readonly consumers: readonly ConsumerSpec[];
}

export interface Scenario {
  readonly protocol: string;
  readonly wireVersion: 0 | 1;
  /** A count; they are named broker-1, broker-2, ... */
  readonly brokers: number;
  readonly topics: readonly TopicSpec[];
  readonly network: { readonly latencyMs: MsRange; readonly transportTimeoutMs: number };
  readonly zookeeper: { readonly sessionTimeoutMs: number };
  readonly client: {
    readonly requestTimeoutMs: number;
    readonly backoffMs: MsRange;
    readonly metadataRefreshMs: number;
    readonly commitIntervalMs: number;
  };
  readonly broker: {
    readonly minSessionTimeoutMs: number;
    readonly maxSessionTimeoutMs: number;
    readonly minHeartbeatIntervalMs: number;
  };
  readonly groups: readonly GroupSpec[];
}

/** A pair of process names, or of targets that stand for one (`@billing`, `@controller`). */
export type LinkTarget = readonly [string, string];

/**
 * `key` remembers whom the command hit; with `recall` it hits whom the last command of that key did,
 * whoever its target stands for by now.
 */
export interface Remembered {
  readonly key?: string;
  readonly recall?: boolean;
}

/** What `configure` may change of a consumer, or of all consumers of a group. */
export interface ConsumerChange {
  readonly sessionTimeoutMs?: number;
  readonly heartbeatFrequency?: number;
  readonly failedHeartbeatThreshold?: number;
  readonly recordsPerSecond?: number;
}

export type GroupChange = ConsumerChange & { readonly strategy?: string };

export interface NetworkChange {
  readonly latencyMs?: MsRange;
  readonly transportTimeoutMs?: number;
}

/** Exactly one of `target` (a consumer), `group` and `network`. */
export type Configuration =
  | { readonly target: string; readonly settings: ConsumerChange }
  | { readonly group: string; readonly settings: GroupChange }
  | { readonly network: true; readonly settings: NetworkChange };

export type CommandAction =
  | ({ readonly do: 'start-consumer'; readonly group: string } & StartedConsumer)
  | { readonly do: 'start-broker'; readonly name: string }
  | ({
      readonly do: 'kill' | 'power-off' | 'restart' | 'stop' | 'freeze' | 'thaw';
      readonly target: string;
    } & Remembered)
  | ({ readonly do: 'cut-link' | 'restore-link'; readonly target: LinkTarget } & Remembered)
  | ({
      readonly do: 'slow-link';
      readonly target: LinkTarget;
      readonly latencyMs: MsRange;
    } & Remembered)
  /** The next message that the first of the two sends to the second. */
  | ({ readonly do: 'corrupt-message'; readonly target: LinkTarget } & Remembered)
  | { readonly do: 'create-topic'; readonly topic: TopicSpec }
  | { readonly do: 'delete-topic'; readonly topic: string }
  /** `partitions` is the new total. */
  | { readonly do: 'add-partitions'; readonly topic: string; readonly partitions: number }
  | ({ readonly do: 'subscribe'; readonly target: string } & Subscription)
  | ({ readonly do: 'configure' } & Configuration);

/** The action that a verb names. */
export type ActionOf<D extends CommandAction['do'], A = CommandAction> = A extends {
  readonly do: infer Verbs;
}
  ? D extends Verbs
    ? A
    : never
  : never;

/** A user's action at a moment of virtual time; same moment: in order of the list. */
export type Command = { readonly atMs: number } & CommandAction;

export interface Experiment {
  readonly format: 'regroup-experiment';
  readonly version: 1;
  readonly title: string;
  readonly description: string;
  readonly seed: number;
  readonly scenario: Scenario;
  readonly commands: readonly Command[];
  /** Inclusive. */
  readonly untilMs: number;
}
