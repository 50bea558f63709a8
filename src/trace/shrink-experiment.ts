/**
 * Makes a failing experiment smaller: leaves things out as long as it still fails, until nothing can
 * be left out any more. It does not know what failing means.
 */
import { brokerNames } from './broker-names.ts';
import type { Subscription } from '../protocol/settings.ts';
import { checkExperiment } from './experiment-checks.ts';
import { topicNames } from './experiment-names.ts';
import type { Command, ConsumerSpec, Experiment, GroupSpec, Scenario } from './experiment.ts';

type Patterns = Exclude<Subscription, { readonly topics: unknown }>;

/** `fails` must be true of `experiment`; it is asked of smaller and smaller ones. */
export function shrinkExperiment(
  experiment: Experiment,
  fails: (smaller: Experiment) => boolean,
): Experiment {
  let best = experiment;
  for (;;) {
    const smaller = firstThat(
      candidates(best),
      (one) => checkExperiment(one) === null && fails(one),
    );
    if (!smaller) return best;
    best = smaller;
  }
}

function firstThat<T>(items: Iterable<T>, test: (item: T) => boolean): T | undefined {
  for (const item of items) if (test(item)) return item;
  return undefined;
}

/** Smaller experiments, the boldest steps first. */
function* candidates(experiment: Experiment): Generator<Experiment> {
  yield* withoutCommands(experiment);
  yield* withoutConsumers(experiment);
  yield* withFewerBrokers(experiment);
  yield* withSmallerTopics(experiment);
  yield* withPlainSettings(experiment);
}

/** Without the last half, the first half, quarters, ... , one. */
function* withoutCommands(experiment: Experiment): Generator<Experiment> {
  const { commands } = experiment;
  for (
    let size = Math.ceil(commands.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let end = commands.length; end > 0; end -= size) {
      const kept = commands.filter((_, index) => index < end - size || index >= end);
      yield { ...experiment, commands: kept };
    }
  }
}

function* withoutConsumers(experiment: Experiment): Generator<Experiment> {
  const { groups } = experiment.scenario;
  for (const group of groups) {
    if (groups.length > 1) {
      const others = groups.filter((one) => one !== group);
      yield withScenario(experiment, { groups: others });
    }
    for (const consumer of group.consumers) {
      const consumers = group.consumers.filter((one) => one !== consumer);
      yield withGroup(experiment, group, { consumers });
    }
  }
}

function* withFewerBrokers(experiment: Experiment): Generator<Experiment> {
  const { brokers } = experiment.scenario;
  for (let fewer = 1; fewer < brokers; fewer++) yield withScenario(experiment, { brokers: fewer });
}

function* withSmallerTopics(experiment: Experiment): Generator<Experiment> {
  const { topics } = experiment.scenario;
  for (const topic of topics) {
    if (topics.length > 1) {
      yield withScenario(experiment, { topics: topics.filter((one) => one !== topic) });
    }
    for (const partitions of [1, Math.floor(topic.partitions / 2), topic.partitions - 1]) {
      if (partitions < 1 || partitions >= topic.partitions) continue;
      const smaller = topics.map((one) => (one === topic ? { ...topic, partitions } : one));
      yield withScenario(experiment, { topics: smaller });
    }
  }
}

/** One latency, no late starts, no settings of one's own: less to explain. */
function* withPlainSettings(experiment: Experiment): Generator<Experiment> {
  const { network, groups } = experiment.scenario;
  const [low, high] = network.latencyMs;
  if (low !== high) {
    yield withScenario(experiment, { network: { ...network, latencyMs: [high, high] } });
  }
  for (const group of groups) {
    for (const consumer of group.consumers) {
      const plain = plainConsumer(consumer);
      if (Object.keys(plain).length === Object.keys(consumer).length && consumer.startAtMs === 0) {
        continue;
      }
      const consumers = group.consumers.map((one) => (one === consumer ? plain : one));
      yield withGroup(experiment, group, { consumers });
    }
  }
}

/** As the group has it: from the beginning, and without overrides. */
function plainConsumer({ name, host, recordsPerSecond, ...rest }: ConsumerSpec): ConsumerSpec {
  const plain = { name, host, startAtMs: 0, recordsPerSecond };
  return 'topics' in rest ? { ...plain, topics: rest.topics } : { ...plain, ...patternsOf(rest) };
}

function patternsOf({ allow, deny }: Patterns): Patterns {
  return { ...(allow ? { allow } : {}), ...(deny ? { deny } : {}) };
}

function withGroup(experiment: Experiment, group: GroupSpec, more: Partial<GroupSpec>): Experiment {
  const { groups } = experiment.scenario;
  const changed = groups.map((one) => (one === group ? { ...group, ...more } : one));
  return withScenario(experiment, { groups: changed });
}

/** What names something that is gone goes too: commands and subscriptions. */
function withScenario(experiment: Experiment, more: Partial<Scenario>): Experiment {
  const smaller = { ...experiment, scenario: { ...experiment.scenario, ...more } };
  const commands = smaller.commands.filter((command) => stillMakesSense(command, smaller));
  return { ...smaller, commands };
}

function stillMakesSense(command: Command, smaller: Experiment): boolean {
  const { scenario, commands } = smaller;
  const started = commands.flatMap((one) =>
    one.do === 'start-consumer' || one.do === 'start-broker' ? [one.name] : [],
  );
  const names = new Set([
    'zookeeper',
    '@controller',
    ...brokerNames(scenario),
    ...scenario.groups.flatMap(({ id, consumers }) => [
      `@${id}`,
      ...consumers.map(({ name }) => name),
    ]),
    ...started,
  ]);
  if (command.do === 'delete-topic' || command.do === 'add-partitions') {
    return topicNames(smaller).has(command.topic);
  }
  if ('group' in command) return names.has(`@${command.group}`);
  if (!('target' in command)) return true;
  return [command.target].flat().every((target) => names.has(target));
}
