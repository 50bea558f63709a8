/** What no single field of a command can say: whom it names, and whether that can be done to it. */
import type { InputError } from '../lib/json-text.ts';
import { nearest } from './experiment-fields.ts';
import { namesOf } from './experiment-names.ts';
import type { Names } from './experiment-names.ts';
import { checkSubscription } from './experiment-subscription.ts';
import type { Command, Experiment, LinkTarget } from './experiment.ts';

/** What the experiment as a whole says. */
interface Said {
  readonly experiment: Experiment;
  readonly names: Names;
  /** Topics that there are at some time. */
  readonly topics: ReadonlySet<string>;
  readonly keys: ReadonlyMap<string, Hit>;
  /** Starts of a consumer that an earlier command has started with a subscription. */
  readonly restarts: ReadonlySet<Command>;
}

/** Whether commands of a key have a process for their target, or a pair. */
type Hit = 'process' | 'link';

/** The first thing wrong with a command, or null. */
export function checkCommand(command: Command, place: string, said: Said): InputError | null {
  switch (command.do) {
    case 'start-consumer':
      return checkStart(command, place, said);
    case 'start-broker':
    case 'create-topic':
      return null;
    case 'delete-topic':
    case 'add-partitions':
      return checkTopic(command.topic, `${place}.topic`, said.topics);
    case 'subscribe':
      return (
        checkConsumer(command.target, `${place}.target`, said.names) ??
        checkSubscription(command, place)
      );
    case 'configure':
      if ('network' in command) return null;
      if ('group' in command) return checkGroup(command.group, `${place}.group`, said.names);
      return checkConsumer(command.target, `${place}.target`, said.names);
    default:
      return checkTargets(command, place, said.names) ?? checkRecall(command, place, said.keys);
  }
}

type Targeted = Extract<Command, { readonly key?: string }>;

/** The keys under which commands remember whom they hit. */
export function keysOf({ commands }: Experiment): ReadonlyMap<string, Hit> {
  const keys = new Map<string, Hit>();
  for (const command of commands) {
    const isUse = 'key' in command && command.key !== undefined && command.recall !== true;
    if (isUse) keys.set(command.key, hitBy(command));
  }
  return keys;
}

function hitBy({ target }: Targeted): Hit {
  return isLink(target) ? 'link' : 'process';
}

function checkRecall(
  command: Targeted,
  place: string,
  keys: ReadonlyMap<string, Hit>,
): InputError | null {
  if (command.recall !== true) return null;
  if (command.key === undefined) {
    return { place: `${place}.key`, message: 'is missing: the key to recall' };
  }
  const use = keys.get(command.key);
  if (use === undefined) {
    const message = `no command remembers whom it hit as "${command.key}"`;
    return { place: `${place}.key`, message };
  }
  if (use === hitBy(command)) return null;
  const message = `"${command.key}" stands for a ${use}, and ${command.do} hits a ${hitBy(command)}`;
  return { place: `${place}.key`, message };
}

/** In the order in which commands run. A consumer's last life says what the next subscribes to. */
export function restartsOf({ commands }: Experiment): ReadonlySet<Command> {
  const lived = new Set<string>();
  const restarts = new Set<Command>();
  for (const command of commands.toSorted((a, b) => a.atMs - b.atMs)) {
    if (command.do !== 'start-consumer') continue;
    if (lived.has(command.name)) restarts.add(command);
    if (!takesOver(command)) lived.add(command.name);
  }
  return restarts;
}

type Start = Extract<Command, { do: 'start-consumer' }>;

function takesOver({ topics, allow, deny }: Start): boolean {
  return !topics && !allow && !deny;
}

/** A consumer that a command starts needs a group, and topics that it names or takes over. */
function checkStart(
  command: Start,
  place: string,
  { experiment: { scenario }, restarts }: Said,
): InputError | null {
  const group = scenario.groups.find(({ id }) => id === command.group);
  if (!group) {
    const ids = scenario.groups.map(({ id }) => id);
    return { place: `${place}.group`, message: unknownName(command.group, 'group', ids) };
  }
  if (!takesOver(command)) return checkSubscription(command, place);
  if (group.consumers.length > 0 || restarts.has(command)) return null;
  const message = `is missing: group "${group.id}" has no consumer whose topics it could take`;
  return { place: `${place}.topics`, message };
}

function checkTopic(name: string, place: string, topics: ReadonlySet<string>): InputError | null {
  return topics.has(name) ? null : { place, message: unknownName(name, 'topic', [...topics]) };
}

function checkGroup(id: string, place: string, { groups }: Names): InputError | null {
  return groups.has(id) ? null : { place, message: unknownName(id, 'group', [...groups]) };
}

function checkConsumer(name: string, place: string, names: Names): InputError | null {
  if (names.processes.get(name)?.role === 'consumer') return null;
  return { place, message: unknownName(name, 'consumer', namesOf(names, 'consumer')) };
}

function checkTargets({ do: verb, target }: Targeted, place: string, names: Names) {
  if (isLink(target)) return checkLink(target, `${place}.target`, names);
  const error = checkTarget(target, `${place}.target`, names);
  if (error || names.processes.get(target)?.role !== 'zookeeper') return error;
  const message = `ZooKeeper does not fail: it can be a target of links only, not of ${verb}`;
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
  if (target.startsWith('@')) return checkGroup(target.slice(1), place, names);
  if (names.processes.has(target)) return null;
  return { place, message: unknownName(target, 'process', [...names.processes.keys()]) };
}

function unknownName(name: string, what: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return `nothing in the experiment names a ${what} "${name}"${hint}`;
}
