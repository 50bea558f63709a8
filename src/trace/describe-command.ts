/** A user's action in words. */
import { listed, plural, range, topicsOf } from './describe-words.ts';
import type { ActionOf, Command, CommandAction, Configuration } from './experiment.ts';

type Sentences = {
  readonly [D in CommandAction['do']]: (action: ActionOf<D>) => string;
};

const link = ({ target }: { readonly target: readonly [string, string] }) => target.join(' - ');

const sentences: Sentences = {
  'start-consumer': ({ name, group }) => `start consumer ${name} in ${group}`,
  'start-broker': ({ name }) => `start broker ${name}`,
  kill: ({ target }) => `kill ${target}`,
  'power-off': ({ target }) => `power off ${target}`,
  restart: ({ target }) => `restart ${target}`,
  stop: ({ target }) => `stop ${target}`,
  freeze: ({ target }) => `freeze ${target}`,
  thaw: ({ target }) => `thaw ${target}`,
  'cut-link': (action) => `cut the link ${link(action)}`,
  'restore-link': (action) => `restore the link ${link(action)}`,
  'slow-link': (action) => `slow the link ${link(action)} to ${range(action.latencyMs)} ms`,
  'corrupt-message': ({ target: [from, to] }) => `corrupt the next message from ${from} to ${to}`,
  'create-topic': ({ topic: { name, partitions } }) =>
    `create topic ${name} with ${plural(partitions, 'partition')}`,
  'delete-topic': ({ topic }) => `delete topic ${topic}`,
  'add-partitions': ({ topic, partitions }) =>
    `grow topic ${topic} to ${plural(partitions, 'partition')}`,
  subscribe: ({ target, ...subscription }) => `subscribe ${target} to ${topicsOf(subscription)}`,
  configure: (action) => `set ${configured(action)}: ${settingsOf(action)}`,
};

/** What a person did, in words: `freeze c-2`, `cut the link c-1 - broker-2`. */
export function describeCommand(command: Command | CommandAction): string {
  return (sentences[command.do] as (action: CommandAction) => string)(command);
}

/** What it was done to, as the command names it. */
export function namedIn(action: CommandAction): readonly string[] {
  switch (action.do) {
    case 'start-consumer':
    case 'start-broker':
      return [action.name];
    case 'create-topic':
      return [action.topic.name];
    case 'delete-topic':
    case 'add-partitions':
      return [action.topic];
    case 'configure':
      return [configured(action)];
    default:
      return [action.target].flat();
  }
}

function configured(configuration: Configuration): string {
  if ('network' in configuration) return 'the network';
  return 'group' in configuration ? configuration.group : configuration.target;
}

const settingNames: Readonly<Record<string, (value: never) => string>> = {
  sessionTimeoutMs: (ms: number) => `session timeout ${ms} ms`,
  heartbeatFrequency: (count: number) => `heartbeat frequency ${count}`,
  failedHeartbeatThreshold: (count: number) => `failed heartbeat threshold ${count}`,
  recordsPerSecond: (count: number) => `${plural(count, 'record')} per second`,
  strategy: (strategy: string) => `strategy ${strategy}`,
  latencyMs: (latency: readonly [number, number]) => `latency ${range(latency)} ms`,
  transportTimeoutMs: (ms: number) => `transport timeout ${ms} ms`,
};

function settingsOf({ settings }: Configuration): string {
  const entries = Object.entries(settings) as [string, never][];
  return listed(entries.map(([name, value]) => settingNames[name]?.(value) ?? name));
}
