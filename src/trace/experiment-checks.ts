/** What no single field of an experiment can say: names that clash, targets that nobody has, sums. */
import type { InputError } from '../lib/json-text.ts';
import { checkCommand, keysOf, restartsOf } from './experiment-command-checks.ts';
import { limits } from './experiment-fields.ts';
import { collectNames, namesOf, topicNames } from './experiment-names.ts';
import type { Names } from './experiment-names.ts';
import { checkSubscription } from './experiment-subscription.ts';
import type { Experiment } from './experiment.ts';

type Check = (experiment: Experiment) => InputError | null;

/** The first thing wrong, or null. */
export function checkExperiment(experiment: Experiment): InputError | null {
  for (const check of checks) {
    const error = check(experiment);
    if (error) return error;
  }
  const names = collectNames(experiment);
  if ('message' in names) return names;
  const tooMany = checkProcesses(names);
  if (tooMany) return tooMany;
  const said = {
    experiment,
    names,
    topics: topicNames(experiment),
    keys: keysOf(experiment),
    restarts: restartsOf(experiment),
  };
  return firstOf(experiment.commands, (command, index) =>
    checkCommand(command, `commands[${index}]`, said),
  );
}

const checks: readonly Check[] = [
  ({ scenario: { topics } }) => repeated(topics, ({ name }) => name, 'scenario.topics', '.name'),
  ({ scenario: { groups } }) => repeated(groups, ({ id }) => id, 'scenario.groups', '.id'),
  checkSums,
  checkBounds,
  checkSubscriptions,
];

function firstOf<T>(items: readonly T[], check: (item: T, index: number) => InputError | null) {
  for (const [index, item] of items.entries()) {
    const error = check(item, index);
    if (error) return error;
  }
  return null;
}

/** Refuses the second of two items with one name. */
function repeated<T>(items: readonly T[], nameOf: (item: T) => string, list: string, key: string) {
  const first = new Map<string, number>();
  return firstOf(items, (item, index) => {
    const name = nameOf(item);
    const before = first.get(name);
    first.set(name, index);
    if (before === undefined) return null;
    const message = `"${name}" is taken by ${list}[${before}]; names differ`;
    return { place: `${list}[${index}]${key}`, message };
  });
}

/** Topics that commands create count too, and a topic with the most partitions that it may get. */
function checkSums({ scenario, commands }: Experiment): InputError | null {
  const sizes = new Map(scenario.topics.map(({ name, partitions }) => [name, partitions]));
  for (const command of commands) {
    if (command.do === 'create-topic') grow(sizes, command.topic.name, command.topic.partitions);
    if (command.do === 'add-partitions') grow(sizes, command.topic, command.partitions);
  }
  let partitions = 0;
  for (const size of sizes.values()) partitions += size;
  if (partitions > limits.partitions) {
    const message = `have ${partitions} partitions together; at most ${limits.partitions} are allowed`;
    return { place: 'scenario.topics', message };
  }
  if (sizes.size > limits.topics) {
    const message = `are ${sizes.size} with those of the commands; at most ${limits.topics} are allowed`;
    return { place: 'scenario.topics', message };
  }
  return null;
}

/** Those that commands start count too; one that is started again is still one. */
function checkProcesses(names: Names): InputError | null {
  const [brokers, consumers] = [namesOf(names, 'broker'), namesOf(names, 'consumer')];
  if (brokers.length > limits.brokers) {
    const message = `are ${brokers.length} with those of the commands; at most ${limits.brokers} are allowed`;
    return { place: 'scenario.brokers', message };
  }
  if (consumers.length <= limits.consumers) return null;
  const message = `name ${consumers.length} consumers with those of the commands; at most ${limits.consumers} are allowed`;
  return { place: 'scenario.groups', message };
}

function grow(sizes: Map<string, number>, topic: string, partitions: number): void {
  sizes.set(topic, Math.max(partitions, sizes.get(topic) ?? 0));
}

function checkBounds({ scenario }: Experiment): InputError | null {
  const { minSessionTimeoutMs: least, maxSessionTimeoutMs: most } = scenario.broker;
  if (least <= most) return null;
  const message = `must be at least minSessionTimeoutMs (${least}), not ${most}`;
  return { place: 'scenario.broker.maxSessionTimeoutMs', message };
}

function checkSubscriptions({ scenario }: Experiment): InputError | null {
  return firstOf(scenario.groups, ({ consumers }, g) =>
    firstOf(consumers, (consumer, c) =>
      checkSubscription(consumer, `scenario.groups[${g}].consumers[${c}]`),
    ),
  );
}
