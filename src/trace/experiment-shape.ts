/** The schema of an experiment file: keys, types, limits and defaults. One field knows no other. */
import * as v from 'valibot';
import { defaults } from './experiment-defaults.ts';
import { command } from './experiment-commands.ts';
import {
  characters,
  field,
  integer,
  limits,
  list,
  milliseconds,
  msRange,
  name,
  object,
  show,
} from './experiment-fields.ts';
import {
  duration,
  groupStrategy,
  overrides,
  recordsPerSecond,
  subscription,
  timing,
  topic,
} from './experiment-parts.ts';

const consumer = object({
  name: v.exactOptional(name),
  host: v.exactOptional(name),
  ...subscription,
  startAtMs: v.optional(milliseconds(0), defaults.consumer.startAtMs),
  recordsPerSecond: v.optional(recordsPerSecond, defaults.consumer.recordsPerSecond),
  ...overrides,
});

const group = object({
  id: name,
  sessionTimeoutMs: v.optional(timing.sessionTimeoutMs, defaults.group.sessionTimeoutMs),
  heartbeatFrequency: v.optional(timing.heartbeatFrequency, defaults.group.heartbeatFrequency),
  failedHeartbeatThreshold: v.optional(
    timing.failedHeartbeatThreshold,
    defaults.group.failedHeartbeatThreshold,
  ),
  strategy: v.optional(groupStrategy, defaults.group.strategy),
  consumers: v.optional(list(consumer, 0, limits.consumers), []),
});

const scenario = object({
  protocol: v.optional(
    field<string>('"register"', (value) => value === 'register'),
    defaults.scenario.protocol,
  ),
  wireVersion: v.optional(
    field<0 | 1>('0 or 1', (value) => value === 0 || value === 1),
    defaults.scenario.wireVersion,
  ),
  brokers: v.optional(integer(1, limits.brokers), defaults.scenario.brokers),
  topics: list(topic, 0, limits.topics),
  network: v.optional(
    object({
      latencyMs: v.optional(msRange(0.001), defaults.network.latencyMs),
      transportTimeoutMs: v.optional(duration, defaults.network.transportTimeoutMs),
    }),
    {},
  ),
  zookeeper: v.optional(
    object({ sessionTimeoutMs: v.optional(duration, defaults.zookeeper.sessionTimeoutMs) }),
    {},
  ),
  client: v.optional(
    object({
      requestTimeoutMs: v.optional(duration, defaults.client.requestTimeoutMs),
      backoffMs: v.optional(msRange(1), defaults.client.backoffMs),
      metadataRefreshMs: v.optional(duration, defaults.client.metadataRefreshMs),
      commitIntervalMs: v.optional(duration, defaults.client.commitIntervalMs),
    }),
    {},
  ),
  broker: v.optional(
    object({
      minSessionTimeoutMs: v.optional(timing.sessionTimeoutMs, defaults.broker.minSessionTimeoutMs),
      maxSessionTimeoutMs: v.optional(timing.sessionTimeoutMs, defaults.broker.maxSessionTimeoutMs),
      minHeartbeatIntervalMs: v.optional(
        timing.sessionTimeoutMs,
        defaults.broker.minHeartbeatIntervalMs,
      ),
    }),
    {},
  ),
  groups: list(group, 1, limits.groups),
});

export const experimentShape = object({
  format: v.any(),
  version: v.any(),
  title: v.optional(characters(limits.titleCharacters), defaults.experiment.title),
  description: v.optional(
    characters(limits.descriptionCharacters),
    defaults.experiment.description,
  ),
  seed: v.optional(integer(0, limits.seed), defaults.experiment.seed),
  scenario,
  commands: v.optional(list(command, 0, limits.commands), []),
  untilMs: v.exactOptional(milliseconds(0)),
});

/** A file's content with the plain defaults filled in. */
export type ExperimentFile = v.InferOutput<typeof experimentShape>;

/** Where in the file a path leads: `scenario.groups[0].consumers[2].name` */
export function placeOf(path: readonly { readonly key: unknown }[]): string {
  let place = '';
  for (const { key } of path) {
    if (typeof key === 'number') place += `[${key}]`;
    else if (/^[A-Za-z0-9_-]{1,40}$/.test(String(key))) place += `${place && '.'}${String(key)}`;
    else place += `[${show(key)}]`;
  }
  return place === '' ? 'file' : place;
}
