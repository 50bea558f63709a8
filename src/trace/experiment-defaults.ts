/** Every default of the experiment's format, in one place; docs/formats.md prints the same. */

/** But those that depend on the rest of the experiment are in experiment-complete.ts. */
export const defaults = {
  experiment: { title: '', description: '', seed: 1 },
  scenario: { protocol: 'register', wireVersion: 1, brokers: 3 },
  topic: { partitions: 1, recordsPerSecond: 10 },
  network: { latencyMs: [5, 15], transportTimeoutMs: 15_000 },
  zookeeper: { sessionTimeoutMs: 2000 },
  client: {
    requestTimeoutMs: 1000,
    backoffMs: [100, 1000],
    metadataRefreshMs: 5000,
    commitIntervalMs: 1000,
  },
  broker: {
    minSessionTimeoutMs: 100,
    maxSessionTimeoutMs: 1_800_000,
    minHeartbeatIntervalMs: 10,
  },
  group: {
    sessionTimeoutMs: 3000,
    heartbeatFrequency: 3,
    failedHeartbeatThreshold: 3,
    strategy: 'range',
  },
  consumer: { startAtMs: 0, recordsPerSecond: 100 },
} as const;

/** Virtual time that is run after the last command, where the experiment does not say. */
export const runOnMs = 20_000;
