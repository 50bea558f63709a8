/** What no single field of an experiment can say: names that clash, targets that nobody has, sums. */
import type { InputError } from '../lib/json-text.ts';
import { limits, nearest } from './experiment-fields.ts';
import { collectNames } from './experiment-names.ts';
import type { Names } from './experiment-names.ts';
import type { Command, Experiment, LinkTarget } from './experiment.ts';

type Check = (experiment: Experiment) => InputError | null;

/** The first thing wrong, or null. */
export function checkExperiment(experiment: Experiment): InputError | null {
  for (const check of checks) {
    const error = check(experiment);
    if (error) return error;
  }
  const names = collectNames(experiment);
  if ('message' in names) return names;
  return firstOf(experiment.commands, (command, index) => {
    const place = `commands[${index}]`;
    return checkStart(command, place, experiment) ?? checkTargets(command, place, names);
  });
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

function repeatedTopic(topics: readonly string[], place: string): InputError | null {
  const index = topics.findIndex((topic, i) => topics.indexOf(topic) < i);
  if (index < 0) return null;
  return { place: `${place}[${index}]`, message: `"${topics[index]}" stands in the list twice` };
}

function checkSums({ scenario, commands }: Experiment): InputError | null {
  const partitions = scenario.topics.reduce((sum, topic) => sum + topic.partitions, 0);
  if (partitions > limits.partitions) {
    const message = `have ${partitions} partitions together; at most ${limits.partitions} are allowed`;
    return { place: 'scenario.topics', message };
  }
  const started = commands.filter((command) => command.do === 'start-consumer').length;
  const consumers = scenario.groups.reduce((sum, group) => sum + group.consumers.length, started);
  if (consumers <= limits.consumers) return null;
  const message = `name ${consumers} consumers with those of the commands; at most ${limits.consumers} are allowed`;
  return { place: 'scenario.groups', message };
}

function checkBounds({ scenario }: Experiment): InputError | null {
  const { minSessionTimeoutMs: least, maxSessionTimeoutMs: most } = scenario.broker;
  if (least <= most) return null;
  const message = `must be at least minSessionTimeoutMs (${least}), not ${most}`;
  return { place: 'scenario.broker.maxSessionTimeoutMs', message };
}

function checkSubscriptions({ scenario }: Experiment): InputError | null {
  return firstOf(scenario.groups, ({ consumers }, g) =>
    firstOf(consumers, (consumer, c) => {
      const place = `scenario.groups[${g}].consumers[${c}].topics`;
      if ('topics' in consumer) return repeatedTopic(consumer.topics, place);
      return { place, message: 'is missing: a list of the topics that the consumer subscribes to' };
    }),
  );
}

/** A consumer that a command starts needs a group, and topics that it names or takes over. */
function checkStart(command: Command, place: string, { scenario }: Experiment): InputError | null {
  if (command.do !== 'start-consumer') return null;
  const group = scenario.groups.find(({ id }) => id === command.group);
  if (!group) {
    const ids = scenario.groups.map(({ id }) => id);
    return { place: `${place}.group`, message: unknownName(command.group, 'group', ids) };
  }
  const topics = `${place}.topics`;
  if (command.topics) return repeatedTopic(command.topics, topics);
  if (group.consumers.length > 0) return null;
  const message = `is missing: group "${group.id}" has no consumer whose topics it could take`;
  return { place: topics, message };
}

function checkTargets(command: Command, place: string, names: Names): InputError | null {
  if (!('target' in command)) return null;
  if (isLink(command.target)) return checkLink(command.target, `${place}.target`, names);
  const error = checkTarget(command.target, `${place}.target`, names);
  if (error || names.processes.get(command.target)?.role !== 'zookeeper') return error;
  const message = `ZooKeeper does not fail: it can be a target of links only, not of ${command.do}`;
  return { place: `${place}.target`, message };
}

function isLink(target: string | LinkTarget): target is LinkTarget {
  return typeof target !== 'string';
}

/** Any two processes have a link: which of them talk is the protocol's business, not the file's. */
function checkLink([a, b]: LinkTarget, place: string, names: Names): InputError | null {
  const error = checkTarget(a, `${place}[0]`, names) ?? checkTarget(b, `${place}[1]`, names);
  if (error || a !== b) return error;
  return { place, message: `a link joins two processes, not "${a}" with itself` };
}

function checkTarget(target: string, place: string, names: Names): InputError | null {
  if (target === '@controller') return null;
  if (target.startsWith('@')) {
    const group = target.slice(1);
    const ids = [...names.groups];
    return ids.includes(group) ? null : { place, message: unknownName(group, 'group', ids) };
  }
  if (names.processes.has(target)) return null;
  return { place, message: unknownName(target, 'process', [...names.processes.keys()]) };
}

function unknownName(name: string, what: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return `nothing in the experiment names a ${what} "${name}"${hint}`;
}
