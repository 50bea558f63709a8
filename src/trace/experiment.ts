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

export type CommandAction =
  | ({ readonly do: 'start-consumer'; readonly group: string } & StartedConsumer)
  | { readonly do: 'start-broker'; readonly name: string }
  | {
      readonly do: 'kill' | 'power-off' | 'restart' | 'stop' | 'freeze' | 'thaw';
      readonly target: string;
    }
  | { readonly do: 'cut-link' | 'restore-link'; readonly target: LinkTarget }
  | { readonly do: 'slow-link'; readonly target: LinkTarget; readonly latencyMs: MsRange };

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
