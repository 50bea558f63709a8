/**
 * From a tool and a target to a command, or to a sentence that says why not. Pure: the same function
 * decides what a drop does, which targets light up, and what a screen reader hears.
 */
import type { Subscription } from '../protocol/settings.ts';
import { namedIn } from '../trace/describe-command.ts';
import { limits } from '../trace/experiment-fields.ts';
import type { CommandAction, Experiment, GroupSpec, MsRange } from '../trace/experiment.ts';
import { linkKey } from '../trace/world.ts';
import type { ConsumerWorld, ProcessWorld, World } from '../trace/world.ts';
import type { Remedy, Target, Tool } from './selection.ts';
import { statusWords } from '../trace/describe-words.ts';

export type Proposal =
  | { readonly ok: true; readonly action: CommandAction; readonly label: string }
  /** Half of what is needed: the tool stays in hand until the other end is chosen. */
  | { readonly ok: true; readonly action: null; readonly from: string; readonly label: string }
  | { readonly ok: false; readonly why: string };

const refuse = (why: string): Proposal => ({ ok: false, why });
const propose = (action: CommandAction, label: string): Proposal => ({ ok: true, action, label });

export interface Situation {
  readonly world: World;
  readonly experiment: Experiment;
  readonly group: string;
  /** The first of two ends that the tool in hand needs, where it has been chosen. */
  readonly from: string | null;
}

/** What `tool` would do to `target` in this world. */
export function proposal(tool: Tool | Remedy, target: Target, situation: Situation): Proposal {
  if (isNewThing(tool)) return starts[tool](target, situation);
  if (tool === 'corrupt-message') return proposeCorruption(target, situation);
  if (isLinkTool(tool)) return proposeLink(tool, target, situation.world);
  if (target.kind !== 'process')
    return refuse(`Drop ${toolNames[tool]} on a consumer or a broker.`);
  const process = situation.world.processes.get(target.process);
  if (!process) return refuse(`${target.process} has not started yet.`);
  return proposeProcess(tool, process);
}

export const toolNames: Readonly<Record<Tool | Remedy, string>> = {
  consumer: 'consumer',
  broker: 'broker',
  topic: 'topic',
  kill: 'kill',
  'power-off': 'power off',
  freeze: 'freeze',
  'cut-link': 'cut link',
  'slow-link': 'slow link',
  'corrupt-message': 'corrupt message',
  stop: 'stop',
  thaw: 'thaw',
  restart: 'restart',
  'restore-link': 'restore link',
  'usual-speed': 'usual speed',
};

type ProcessTool = Exclude<Tool | Remedy, NewThing | LinkTool | 'corrupt-message'>;

/** Statuses a process tool applies to, and what to say otherwise. */
const applies: Readonly<Record<ProcessTool, readonly ProcessWorld['status'][]>> = {
  kill: ['running', 'frozen'],
  'power-off': ['running', 'frozen'],
  freeze: ['running'],
  stop: ['running'],
  thaw: ['frozen'],
  restart: ['running', 'frozen', 'crashed', 'stopped'],
};

function proposeProcess(tool: ProcessTool, process: ProcessWorld): Proposal {
  const { name, role, status } = process;
  if (role === 'zookeeper') return refuse('ZooKeeper does not fail here: only its links can.');
  if (!applies[tool].includes(status)) {
    return refuse(`${name} ${statusWords[status]}: there is nothing to ${toolNames[tool]}.`);
  }
  return propose({ do: tool, target: name }, `${toolNames[tool]} ${name}`);
}

const linkTools = ['cut-link', 'slow-link', 'restore-link', 'usual-speed'] as const;
type LinkTool = (typeof linkTools)[number];

function isLinkTool(tool: Tool | Remedy): tool is LinkTool {
  return (linkTools as readonly string[]).includes(tool);
}

/** A slowed link takes this many times its latency, so that the fault shows at any setting. */
const slowFactor = 10;

function proposeLink(tool: LinkTool, target: Target, world: World): Proposal {
  if (target.kind !== 'link')
    return refuse(`Drop ${toolNames[tool]} on a line between two processes.`);
  const [a, b] = target.peers;
  const link = world.links.get(linkKey(a, b));
  const label = `${toolNames[tool]} ${a} - ${b}`;
  if (!link) return refuse(`${a} and ${b} have no link.`);
  if (tool === 'cut-link') {
    if (link.cut) return refuse(`The link between ${a} and ${b} is cut already.`);
    return propose({ do: 'cut-link', target: target.peers }, label);
  }
  if (tool === 'restore-link') {
    if (!link.cut) return refuse(`The link between ${a} and ${b} is not cut.`);
    return propose({ do: 'restore-link', target: target.peers }, label);
  }
  if (tool === 'usual-speed') {
    if (!link.slowed) return refuse(`The link between ${a} and ${b} has its usual speed.`);
    const { usualLatencyMs: latencyMs } = link;
    return propose({ do: 'slow-link', target: target.peers, latencyMs }, label);
  }
  const latencyMs = slower(link.latencyMs);
  if (latencyMs[1] === link.latencyMs[1]) {
    return refuse(`The link between ${a} and ${b} is as slow as it gets.`);
  }
  return propose({ do: 'slow-link', target: target.peers, latencyMs }, label);
}

/** As an experiment can say it: no longer than its longest time, to the microsecond. */
function slower([low, high]: MsRange): MsRange {
  const times = (ms: number) => Math.min(limits.ms, Math.round(ms * slowFactor * 1000) / 1000);
  return [times(low), times(high)];
}

/** [WIRE-0] The next message from one to the other: of a line, what the consumer sends is meant. */
function proposeCorruption(target: Target, { world, from }: Situation): Proposal {
  if (target.kind === 'stage') return refuse('Choose who sends the message, then who gets it.');
  if (target.kind === 'link') {
    const [a, b] = target.peers;
    return world.processes.get(b)?.consumer
      ? corruptBetween(b, a, world)
      : corruptBetween(a, b, world);
  }
  const { process } = target;
  if (!world.processes.has(process)) return refuse(`${process} has not started yet.`);
  if (from !== null && from !== process) return corruptBetween(from, process, world);
  return { ok: true, action: null, from: process, label: `from ${process}: now choose to whom` };
}

function corruptBetween(from: string, to: string, world: World): Proposal {
  if (!world.links.has(linkKey(from, to))) return refuse(`${from} and ${to} have no link.`);
  const action = { do: 'corrupt-message', target: [from, to] } as const;
  return propose(action, `corrupt the next message ${from} \u2192 ${to}`);
}

const newThings = ['consumer', 'broker', 'topic'] as const;
type NewThing = (typeof newThings)[number];

function isNewThing(tool: Tool | Remedy): tool is NewThing {
  return (newThings as readonly string[]).includes(tool);
}

const starts: Readonly<Record<NewThing, (target: Target, situation: Situation) => Proposal>> = {
  consumer: proposeConsumer,
  broker: (_target, { world, experiment }) => {
    const name = freeName('broker', world, experiment);
    return propose({ do: 'start-broker', name }, `start ${name}`);
  },
  topic: (_target, { world, experiment }) => {
    const name = freeName('t', world, experiment);
    const topic = { name, ...newTopic };
    return propose({ do: 'create-topic', topic }, `create topic ${name}`);
  },
};

/** What the form of a new topic proposes. */
const newTopic = { partitions: 3, recordsPerSecond: 10 } as const;

function proposeConsumer(target: Target, { world, experiment, group }: Situation): Proposal {
  if (target.kind === 'process' && world.processes.get(target.process)?.role === 'zookeeper') {
    return refuse('Consumers talk to brokers, not to ZooKeeper: drop it on free ground.');
  }
  const spec = experiment.scenario.groups.find(({ id }) => id === group);
  if (!spec) return refuse(`There is no group ${group} in this experiment.`);
  const name = freeName('c', world, experiment);
  const subscription = subscriptionIn(spec, world);
  if (!subscription) return refuse('There is no topic that it could read: create one first.');
  return propose({ do: 'start-consumer', group, name, ...subscription }, `start ${name}`);
}

/**
 * What the group's consumers subscribe to at this moment: all that they name, or the patterns of the
 * first. Of those that run, else of those that did; before any has, as the scenario has it, and in a
 * group without any, all topics that exist. Null: there are none.
 */
function subscriptionIn(spec: GroupSpec, world: World): Subscription | null {
  const [first, ...others] = subscribersIn(spec.id, world);
  const like: Lists = first ?? spec.consumers[0] ?? { topics: [...world.topics.keys()] };
  const { allow = [], deny = [] } = like;
  if (hasPatterns(like)) {
    return { ...(allow.length > 0 ? { allow } : {}), ...(deny.length > 0 ? { deny } : {}) };
  }
  const named = [like, ...others].filter((lists) => !hasPatterns(lists));
  const topics = new Set(named.flatMap((lists) => lists.topics ?? []));
  return topics.size > 0 ? { topics: [...topics] } : null;
}

type Lists = { readonly [K in 'topics' | 'allow' | 'deny']?: readonly string[] };

function hasPatterns({ allow = [], deny = [] }: Lists): boolean {
  return allow.length > 0 || deny.length > 0;
}

function subscribersIn(group: string, world: World): readonly ConsumerWorld[] {
  const all = [...world.processes.values()].filter(({ consumer }) => consumer?.group === group);
  const up = all.filter(({ status }) => status === 'running' || status === 'frozen');
  const consumers = (up.length > 0 ? up : all).flatMap(({ consumer }) => consumer ?? []);
  // One that has only just started has not said yet what it subscribes to.
  return consumers.filter((lists) => hasPatterns(lists) || lists.topics.length > 0);
}

/** The first `<start>-<n>` above every such number that the experiment or the world has used. */
export function freeName(start: string, world: World, experiment: Experiment): string {
  const { scenario, commands } = experiment;
  const used = [
    ...world.processes.keys(),
    ...world.topics.keys(),
    ...scenario.topics.map(({ name }) => name),
    ...scenario.groups.flatMap(({ consumers }) => consumers.map(({ name }) => name)),
    ...commands.flatMap(namedIn),
  ];
  const numbers = used.flatMap((name) => {
    const number = name.startsWith(`${start}-`) ? name.slice(start.length + 1) : '';
    return /^\d{1,9}$/.test(number) ? [Number(number)] : [];
  });
  return `${start}-${Math.max(0, ...numbers) + 1}`;
}
