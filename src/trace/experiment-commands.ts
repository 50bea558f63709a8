/** The schema of an experiment's commands. Some have a second spelling, which is read as the first. */
import * as v from 'valibot';
import {
  field,
  isName,
  isRecord,
  milliseconds,
  msRange,
  name,
  nearest,
  object,
  show,
  target,
} from './experiment-fields.ts';
import {
  duration,
  groupStrategy,
  overrides,
  partitions,
  recordsPerSecond,
  subscription,
  timing,
  timingChange,
  topic,
  topicNumbers,
} from './experiment-parts.ts';

type CommandSchema = v.GenericSchema<unknown, { readonly do: string }>;
type Fields = Readonly<Record<string, unknown>>;

const at = { atMs: milliseconds(0), do: v.string() };
const remembered = {
  key: v.exactOptional(name),
  recall: v.exactOptional(field<true>('true, or left out', (value) => value === true)),
};
const pair = v.pipe(
  field<readonly [string, string]>(
    'two names of processes (or @<group>, @controller): [a, b]',
    (value) => Array.isArray(value) && value.length === 2,
  ),
  v.tuple([target, target]),
);
const onProcess = object({ ...at, target, ...remembered });
const onLink = object({ ...at, target: pair, ...remembered });

interface Spellings {
  /** The other key, and the key that it is read as. */
  readonly [other: string]: string;
}

/** The same command with each key under its first spelling; both of them together are refused. */
function respelt(schema: CommandSchema, spellings: Spellings) {
  return v.pipe(
    schema,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const fields = { ...dataset.value } as Record<string, unknown>;
      for (const [other, key] of Object.entries(spellings)) {
        if (fields[other] === undefined) continue;
        if (fields[key] !== undefined) {
          addIssue({ message: `has both ${other} and ${key}, which are one` });
          return NEVER;
        }
        fields[key] = fields[other];
        delete fields[other];
      }
      return fields as { readonly do: string };
    }),
  );
}

const startConsumer = respelt(
  object({
    ...at,
    group: name,
    name: v.exactOptional(name),
    host: v.exactOptional(name),
    ...subscription,
    recordsPerSecond: v.exactOptional(recordsPerSecond),
    ...overrides,
    S: v.exactOptional(timing.sessionTimeoutMs),
    F: v.exactOptional(timing.heartbeatFrequency),
    T: v.exactOptional(timing.failedHeartbeatThreshold),
  }),
  { S: 'sessionTimeoutMs', F: 'heartbeatFrequency', T: 'failedHeartbeatThreshold' },
);

const startBroker = choose(
  (input) => input['name'] === undefined && input['target'] !== undefined,
  respelt(object({ ...at, target: name }), { target: 'name' }),
  object({ ...at, name }),
);

/** `"topic": "x1", "partitions": 2` is short for `"topic": {"name": "x1", "partitions": 2}`. */
const createTopic = choose(
  ({ topic: short }) => isName(short),
  v.pipe(
    object({ ...at, topic: name, ...topicNumbers }),
    v.transform(({ atMs, do: verb, topic: of, ...numbers }) => ({
      atMs,
      do: verb,
      topic: { name: of, ...numbers },
    })),
  ),
  object({ ...at, topic }),
);

const consumerChange = { ...timingChange, recordsPerSecond: v.exactOptional(recordsPerSecond) };

const configureConsumer = object({ ...at, target: name, settings: changes(consumerChange) });
const configureGroup = object({
  ...at,
  group: name,
  settings: changes({ ...consumerChange, strategy: v.exactOptional(groupStrategy) }),
});
const configureNetwork = object({
  ...at,
  network: field<true>('true', (value) => value === true),
  settings: changes({
    latencyMs: v.exactOptional(msRange(0.001)),
    transportTimeoutMs: v.exactOptional(duration),
  }),
});

/** Exactly one of the three is there; else the first of them says what is missing, or is too much. */
const configure = choose(
  (input) => 'network' in input,
  configureNetwork,
  choose((input) => 'group' in input, configureGroup, configureConsumer),
);

function changes<E extends Readonly<Record<string, v.GenericSchema>>>(entries: E) {
  const what = `at least one of ${Object.keys(entries).join(', ')}`;
  return v.pipe(
    object(entries),
    v.check(
      (input) => Object.keys(input).length > 0,
      () => `must have ${what}`,
    ),
  );
}

function choose(test: (input: Fields) => boolean, yes: CommandSchema, no: CommandSchema) {
  return v.lazy((input) => (isRecord(input) && test(input as Fields) ? yes : no));
}

const commandSchemas = new Map<string, CommandSchema>([
  ['start-consumer', startConsumer],
  ['start-broker', startBroker],
  ['kill', onProcess],
  ['power-off', onProcess],
  ['restart', onProcess],
  ['stop', onProcess],
  ['freeze', onProcess],
  ['thaw', onProcess],
  ['cut-link', onLink],
  ['restore-link', onLink],
  ['slow-link', object({ ...at, target: pair, ...remembered, latencyMs: msRange(0.001) })],
  ['corrupt-message', onLink],
  ['create-topic', createTopic],
  ['delete-topic', object({ ...at, topic: name })],
  ['add-partitions', object({ ...at, topic: name, partitions })],
  ['subscribe', object({ ...at, target: name, ...subscription })],
  ['configure', configure],
]);

export const commandNames: readonly string[] = [...commandSchemas.keys()];

function unknownVerb({ input }: { readonly input: unknown }): string {
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
  const verb = isRecord(input) ? (input as Fields)['do'] : undefined;
  return (typeof verb === 'string' && commandSchemas.get(verb)) || unknownCommand;
});
