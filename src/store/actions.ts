/**
 * From a tool and a target to a command, or to a sentence that says why not. Pure: the same function
 * decides what a drop does, which targets light up, and what a screen reader hears.
 */
import type { CommandAction, Experiment } from '../trace/experiment.ts';
import { linkKey } from '../trace/world.ts';
import type { ProcessWorld, World } from '../trace/world.ts';
import type { Remedy, Target, Tool } from './selection.ts';

export type Proposal =
  | { readonly ok: true; readonly action: CommandAction; readonly label: string }
  | { readonly ok: false; readonly why: string };

const refuse = (why: string): Proposal => ({ ok: false, why });
const propose = (action: CommandAction, label: string): Proposal => ({ ok: true, action, label });

interface Situation {
  readonly world: World;
  readonly experiment: Experiment;
  readonly group: string;
}

/** What `tool` would do to `target` in this world. */
export function proposal(tool: Tool | Remedy, target: Target, situation: Situation): Proposal {
  if (tool === 'consumer') return proposeConsumer(target, situation);
  if (isLinkTool(tool)) return proposeLink(tool, target, situation.world);
  if (target.kind !== 'process')
    return refuse(`Drop ${toolNames[tool]} on a consumer or a broker.`);
  const process = situation.world.processes.get(target.process);
  if (!process) return refuse(`${target.process} has not started yet.`);
  return proposeProcess(tool, process);
}

export const toolNames: Readonly<Record<Tool | Remedy, string>> = {
  consumer: 'consumer',
  kill: 'kill',
  'power-off': 'power off',
  freeze: 'freeze',
  'cut-link': 'cut link',
  'slow-link': 'slow link',
  stop: 'stop',
  thaw: 'thaw',
  restart: 'restart',
  'restore-link': 'restore link',
};

type ProcessTool = Exclude<Tool | Remedy, 'consumer' | LinkTool>;

/** Statuses a process tool applies to, and what to say otherwise. */
const applies: Readonly<Record<ProcessTool, readonly ProcessWorld['status'][]>> = {
  kill: ['running', 'frozen'],
  'power-off': ['running', 'frozen'],
  freeze: ['running'],
  stop: ['running'],
  thaw: ['frozen'],
  restart: ['running', 'frozen', 'crashed', 'stopped'],
};

const statusWords: Readonly<Record<ProcessWorld['status'], string>> = {
  running: 'is running',
  frozen: 'is frozen',
  crashed: 'is not running any more',
  stopped: 'has stopped',
};

function proposeProcess(tool: ProcessTool, process: ProcessWorld): Proposal {
  const { name, role, status } = process;
  if (role === 'zookeeper') return refuse('ZooKeeper does not fail here: only its links can.');
  if (!applies[tool].includes(status)) {
    return refuse(`${name} ${statusWords[status]}: there is nothing to ${toolNames[tool]}.`);
  }
  return propose({ do: tool, target: name }, `${toolNames[tool]} ${name}`);
}

const linkTools = ['cut-link', 'slow-link', 'restore-link'] as const;
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
  const [low, high] = link.latencyMs;
  const latencyMs = [low * slowFactor, high * slowFactor] as const;
  return propose({ do: 'slow-link', target: target.peers, latencyMs }, label);
}

function proposeConsumer(target: Target, { world, experiment, group }: Situation): Proposal {
  if (target.kind === 'process' && world.processes.get(target.process)?.role === 'zookeeper') {
    return refuse('Consumers talk to brokers, not to ZooKeeper: drop it on free ground.');
  }
  const spec = experiment.scenario.groups.find(({ id }) => id === group);
  if (!spec) return refuse(`There is no group ${group} in this experiment.`);
  const name = freeConsumerName(world, experiment);
  const like = spec.consumers[0];
  const topics =
    like && 'topics' in like ? like.topics : experiment.scenario.topics.map((topic) => topic.name);
  const action = { do: 'start-consumer', group, name, topics } as const;
  return propose(action, `start ${name}`);
}

/** The first `c-<n>` above every consumer number that the experiment or the world has used. */
export function freeConsumerName(world: World, experiment: Experiment): string {
  const used = [
    ...world.processes.keys(),
    ...experiment.scenario.groups.flatMap(({ consumers }) => consumers.map(({ name }) => name)),
    ...experiment.commands.flatMap((command) => ('name' in command ? [command.name] : [])),
  ];
  const numbers = used.map((name) => Number(/^c-(\d{1,9})$/.exec(name)?.[1] ?? 0));
  return `c-${Math.max(0, ...numbers) + 1}`;
}
