/** Writes an experiment as a file: only what differs from the defaults, keys in one fixed order. */
import { defaultHost, defaultName, defaultUntilMs } from './experiment-complete.ts';
import { defaults } from './experiment-defaults.ts';
import type { Command, ConsumerSpec, Experiment } from './experiment.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the file says, as a value: the experiment in a trace's header, in a link. */
export function experimentFile(experiment: Experiment): Fields {
  const { title, description, seed, scenario, commands, untilMs } = experiment;
  let count = 0;
  const groups = scenario.groups.map(({ id, consumers, ...settings }) => ({
    id,
    ...changed(settings, defaults.group),
    ...filled(
      'consumers',
      consumers.map((consumer) => consumerFile(consumer, (count += 1))),
    ),
  }));
  const topics = scenario.topics.map(({ name, ...rest }) => ({
    name,
    ...changed(rest, defaults.topic),
  }));
  return {
    format: experiment.format,
    version: experiment.version,
    ...changed({ title, description, seed }, defaults.experiment),
    scenario: {
      ...changed(scenario, defaults.scenario),
      topics,
      ...part('network', scenario.network, defaults.network),
      ...part('zookeeper', scenario.zookeeper, defaults.zookeeper),
      ...part('client', scenario.client, defaults.client),
      ...part('broker', scenario.broker, defaults.broker),
      groups,
    },
    ...filled('commands', commands.map(commandFile)),
    ...(untilMs === defaultUntilMs(commands) ? {} : { untilMs }),
  };
}

export function writeExperiment(experiment: Experiment): string {
  return `${JSON.stringify(experimentFile(experiment), null, 2)}\n`;
}

const consumerKeys = ['topics', 'allow', 'deny'];
const timingKeys = [
  'sessionTimeoutMs',
  'heartbeatFrequency',
  'failedHeartbeatThreshold',
  'strategy',
];
const commandKeys = [
  'atMs',
  'do',
  'target',
  'key',
  'recall',
  'latencyMs',
  'group',
  'network',
  'name',
  'host',
  'topic',
  'partitions',
  ...consumerKeys,
  'recordsPerSecond',
  ...timingKeys,
  'settings',
];
const settingKeys = ['latencyMs', 'transportTimeoutMs', ...timingKeys, 'recordsPerSecond'];
const topicKeys = ['name', 'partitions', 'recordsPerSecond'];

function consumerFile(consumer: ConsumerSpec, count: number): Fields {
  const { name, host, startAtMs, recordsPerSecond } = consumer;
  return {
    ...changed({ name, host }, { name: defaultName(count), host: defaultHost(count) }),
    ...only(consumer, consumerKeys),
    ...changed({ startAtMs, recordsPerSecond }, defaults.consumer),
    ...only(consumer, timingKeys),
  };
}

/** Commands keep every name: which of them are defaults depends on the others. */
export function commandFile(command: Command): Fields {
  const fields = only(command, commandKeys);
  switch (command.do) {
    case 'create-topic':
      return { ...fields, topic: only(command.topic, topicKeys) };
    case 'configure':
      return { ...fields, settings: only(command.settings, settingKeys) };
    default:
      return fields;
  }
}

/** The keys of `defaults` whose values differ from it. */
function changed(values: object, byDefault: Fields): Fields {
  const fields = values as Fields;
  const entries = Object.keys(byDefault)
    .filter((key) => JSON.stringify(fields[key]) !== JSON.stringify(byDefault[key]))
    .map((key) => [key, fields[key]]);
  return Object.fromEntries(entries) as Fields;
}

function only(values: object, keys: readonly string[]): Fields {
  const fields = values as Fields;
  const entries = keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]);
  return Object.fromEntries(entries) as Fields;
}

function part(key: string, values: object, byDefault: Fields): Fields {
  const fields = changed(values, byDefault);
  return Object.keys(fields).length === 0 ? {} : { [key]: fields };
}

function filled(key: string, items: readonly unknown[]): Fields {
  return items.length === 0 ? {} : { [key]: items };
}
