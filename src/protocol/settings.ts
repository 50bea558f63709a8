/** What each kind of process is configured with. Wire values stay in ms, durations of ours in us. */
import type { Us } from '../lib/time.ts';

export type StrategyName = 'range' | 'roundrobin';

/** Topics by name, or by pattern: `allow` any of, minus `deny` any of (WILD-1). */
export type Subscription =
  | { readonly topics: readonly string[] }
  | { readonly allow?: readonly string[]; readonly deny?: readonly string[] };

/** A consumer's three timing settings, as it registers them (REG-1). */
export interface GroupTiming {
  /** S */
  readonly sessionTimeoutMs: number;
  /** F, a count: heartbeats per session timeout. */
  readonly heartbeatFrequency: number;
  /** T, a count. */
  readonly failedHeartbeatThreshold: number;
}

export interface ConsumerSettings extends GroupTiming {
  readonly role: 'consumer';
  readonly group: string;
  /** A label on the wire and in the id; no two processes share a fate by it. */
  readonly host: string;
  readonly subscription: Subscription;
  /** A name the broker may not know (REG-2). */
  readonly strategy: string;
  readonly wireVersion: 0 | 1;
  /** Names of the brokers it may ask first (DISC-1). */
  readonly bootstrap: readonly string[];
  /** Q */
  readonly requestTimeoutUs: Us;
  readonly backoffMinUs: Us;
  readonly backoffMaxUs: Us;
  readonly metadataRefreshUs: Us;
  readonly commitIntervalUs: Us;
  readonly recordsPerSecond: number;
}

export interface BrokerSettings {
  readonly role: 'broker';
  readonly brokerId: number;
  readonly wireVersion: 0 | 1;
  /** Z */
  readonly zooKeeperSessionTimeoutUs: Us;
  /** Q */
  readonly requestTimeoutUs: Us;
  /** b: COORD-5's first window after loading needs the members' backoff maximum. */
  readonly backoffMaxUs: Us;
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  readonly minHeartbeatIntervalMs: number;
  /** Brokers that the scenario starts with: the controller waits for them, at most Z. */
  readonly expectedBrokers: number;
}

export interface ZooKeeperSettings {
  readonly role: 'zookeeper';
  readonly topics: readonly { readonly name: string; readonly partitions: number }[];
}

export type ProcessSettings = ConsumerSettings | BrokerSettings | ZooKeeperSettings;
