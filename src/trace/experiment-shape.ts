/** The schema of an experiment file: keys, types, limits and defaults. One field knows no other. */
import * as v from 'valibot';
import { defaults } from './experiment-defaults.ts';
import {
  characters,
  field,
  isRecord,
  integer,
  limits,
  list,
  milliseconds,
  msRange,
  name,
  nearest,
  object,
  show,
  target,
} from './experiment-fields.ts';

/** What the group's timing may be: int32 and two int16 on the wire. */
const timing = {
  sessionTimeoutMs: integer(1, limits.ms),
  heartbeatFrequency: integer(1, limits.count),
  failedHeartbeatThreshold: integer(1, limits.count),
  // Any name: a strategy that the broker does not know is an experiment of its own (REG-2).
  strategy: name,
};

const recordsPerSecond = integer(0, limits.recordsPerSecond);

const overrides = {
  sessionTimeoutMs: v.exactOptional(timing.sessionTimeoutMs),
  heartbeatFrequency: v.exactOptional(timing.heartbeatFrequency),
  failedHeartbeatThreshold: v.exactOptional(timing.failedHeartbeatThreshold),
  strategy: v.exactOptional(timing.strategy),
};

const wildcard = v.exactOptional(
  v.custom<never>(() => false, 'wildcards are not simulated yet; name the topics'),
);

const subscription = {
  topics: v.exactOptional(list(name, 1, limits.subscribed)),
  allow: wildcard,
  deny: wildcard,
};

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
  strategy: v.optional(timing.strategy, defaults.group.strategy),
  consumers: v.optional(list(consumer, 0, limits.consumers), []),
});

const topic = object({
  name,
  partitions: v.optional(integer(1, limits.partitions), defaults.topic.partitions),
  recordsPerSecond: v.optional(recordsPerSecond, defaults.topic.recordsPerSecond),
});

const duration = milliseconds(1);

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

const at = { atMs: milliseconds(0), do: v.string() };
const onProcess = object({ ...at, target });
const pair = v.pipe(
  field<readonly [string, string]>(
    'two names of processes (or @<group>, @controller): [a, b]',
    (value) => Array.isArray(value) && value.length === 2,
  ),
  v.tuple([target, target]),
);
const onLink = object({ ...at, target: pair });

const commandSchemas = new Map<string, v.GenericSchema<unknown, { do: string; atMs: number }>>([
  [
    'start-consumer',
    object({
      ...at,
      group: name,
      name: v.exactOptional(name),
      host: v.exactOptional(name),
      ...subscription,
      recordsPerSecond: v.exactOptional(recordsPerSecond),
      ...overrides,
    }),
  ],
  ['start-broker', object({ ...at, name })],
  ['kill', onProcess],
  ['power-off', onProcess],
  ['restart', onProcess],
  ['stop', onProcess],
  ['freeze', onProcess],
  ['thaw', onProcess],
  ['cut-link', onLink],
  ['restore-link', onLink],
  ['slow-link', object({ ...at, target: pair, latencyMs: msRange(0.001) })],
]);

export const commandNames: readonly string[] = [...commandSchemas.keys()];

/** Part of the format, and refused for now. */
export const commandNamesOfLater: readonly string[] = [
  'create-topic',
  'add-partitions',
  'delete-topic',
  'subscribe',
  'configure',
  'corrupt-message',
];

function unknownVerb({ input }: { readonly input: unknown }): string {
  if (commandNamesOfLater.includes(String(input))) return `${show(input)} is not simulated yet`;
  const near = typeof input === 'string' ? nearest(input, commandNames) : null;
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return `must be one of ${commandNames.join(', ')}, not ${show(input)}${hint}`;
}

/** Stands for a command that nobody knows, and says so at its `do`. */
const unknownCommand = v.pipe(
  field<Record<string, unknown>>('an object', isRecord),
  v.looseObject({ do: v.custom<string>(() => false, unknownVerb), atMs: v.any() }, unknownVerb),
);

export const command = v.lazy((input) => {
  const verb = typeof input === 'object' && input !== null && 'do' in input ? input.do : undefined;
  return (typeof verb === 'string' && commandSchemas.get(verb)) || unknownCommand;
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
