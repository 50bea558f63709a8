/**
 * What a user's action does (protocol.md, section 10). A command on what cannot take it is recorded,
 * with no targets, and has no effect.
 */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import { subsetOf } from '../protocol/subset.ts';
import type { Command } from '../trace/experiment.ts';
import { append, isUp, linkOf, nextNumber, stateLink } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { crashProcess, freezeProcess, thawProcess } from './processes.ts';
import { classes, push } from './queue.ts';
import { planConsumer } from './scenario.ts';
import type { ProcessRecord, StartItem, Waiting } from './state.ts';
import { cutLink, restoreLink } from './links.ts';

/** What follows from a command at once: starts, ends, and what processes have to handle. */
export type Consequence = StartItem | Waiting | { readonly kind: 'end'; readonly process: string };

type CommandOf<D extends Command['do']> = Extract<Command, { do: D }>;

interface Plan {
  /** The names that the command hits; empty: it has no effect. */
  readonly targets: readonly string[];
  /** Does it; returns what is to be handled at once. */
  readonly run: (cause: number) => Consequence[];
}

type Planner<D extends Command['do']> = (kernel: Kernel, command: CommandOf<D>) => Plan;

const nothing: Plan = { targets: [], run: () => [] };

/** Records the next command and carries it out; returns what follows at once, in order. */
export function runCommand(kernel: Kernel): Consequence[] {
  const { experiment, state } = kernel;
  const command = known(experiment.commands[state.nextCommand++], 'command');
  scheduleNextCommand(kernel);
  const planner = planners[command.do] as Planner<Command['do']>;
  const plan = planner(kernel, command as never);
  const cause = append(kernel, {
    kind: 'command',
    atUs: state.nowUs,
    command,
    targets: plan.targets,
    cause: null,
    rules: [],
  });
  return plan.targets.length === 0 ? [] : plan.run(cause);
}

const planners: { readonly [D in Command['do']]: Planner<D> } = {
  'start-consumer': (kernel, command) => {
    const process = kernel.state.processes.get(command.name);
    if (process && isUp(process)) return nothing;
    const { planned } = kernel.state;
    const before = process ?? planned.get(command.name);
    planned.set(command.name, planConsumer(kernel.experiment, command, before));
    return startPlan(command.name, 'consumer');
  },
  'start-broker': (kernel, { name }) => {
    const process = kernel.state.processes.get(name);
    return process && isUp(process) ? nothing : startPlan(name, 'broker');
  },
  kill: onProcess(isUp, (kernel, process, cause) => {
    crashProcess(kernel, process, 'kill', cause);
    return [{ kind: 'end', process: process.name }];
  }),
  'power-off': onProcess(isUp, (kernel, process, cause) => {
    crashProcess(kernel, process, 'power-off', cause);
    return [{ kind: 'end', process: process.name }];
  }),
  restart: onProcess(
    () => true,
    (kernel, process, cause) => {
      const { name, role } = process;
      const start = { kind: 'start', process: name, role, cause } as const;
      if (!isUp(process)) return [start];
      crashProcess(kernel, process, 'kill', cause);
      return [{ kind: 'end', process: name }, start];
    },
  ),
  stop: onProcess(
    ({ status }) => status === 'running',
    (_, { name }, cause) => [{ kind: 'stop', to: name, cause }],
  ),
  freeze: onProcess(
    ({ status }) => status === 'running',
    (kernel, process, cause) => {
      freezeProcess(kernel, process, cause);
      return [];
    },
  ),
  thaw: onProcess(({ status }) => status === 'frozen', thawProcess),
  'cut-link': (kernel, { target }) =>
    onLink(kernel, target, (a, b) => ({
      applies: !linkOf(kernel, a, b).cut,
      run: (cause) => cutLink(kernel, a, b, cause),
    })),
  'restore-link': (kernel, { target }) =>
    onLink(kernel, target, (a, b) => ({
      applies: linkOf(kernel, a, b).cut,
      run: (cause) => restoreLink(kernel, a, b, cause),
    })),
  'slow-link': (kernel, { target, latencyMs }) =>
    onLink(kernel, target, (a, b) => ({
      applies: true,
      run: (cause) => {
        const link = linkOf(kernel, a, b);
        link.latencyUs = [msToUs(latencyMs[0]), msToUs(latencyMs[1])];
        stateLink(kernel, link, cause);
      },
    })),
  'create-topic': () => nothing,
  'delete-topic': () => nothing,
  'add-partitions': () => nothing,
  subscribe: () => nothing,
  configure: () => nothing,
  'corrupt-message': () => nothing,
};

function startPlan(name: string, role: 'consumer' | 'broker'): Plan {
  return { targets: [name], run: (cause) => [{ kind: 'start', process: name, role, cause }] };
}

function onProcess(
  applies: (process: ProcessRecord) => boolean,
  run: (kernel: Kernel, process: ProcessRecord, cause: number) => Consequence[],
): (kernel: Kernel, command: { readonly target: string }) => Plan {
  return (kernel, { target }) => {
    const name = resolve(kernel, target);
    const process = name === null ? undefined : kernel.state.processes.get(name);
    if (!process || process.role === 'zookeeper' || !applies(process)) return nothing;
    return { targets: [process.name], run: (cause) => run(kernel, process, cause) };
  };
}

function onLink(
  kernel: Kernel,
  target: readonly [string, string],
  plan: (a: string, b: string) => { applies: boolean; run: (cause: number) => void },
): Plan {
  const a = resolve(kernel, target[0]);
  const b = resolve(kernel, target[1]);
  if (a === null || b === null || a === b) return nothing;
  const { applies, run } = plan(a, b);
  if (!applies) return nothing;
  return {
    targets: [a, b],
    run: (cause) => {
      run(cause);
      return [];
    },
  };
}

/**
 * `@group` is that group's coordinator at this moment, `@controller` the controller; while there is
 * none, the one that was last. Null: there has been none yet.
 */
function resolve({ state }: Kernel, target: string): string | null {
  if (!target.startsWith('@')) return target;
  if (target === '@controller') return state.controller;
  return state.coordinators.get(subsetOf(target.slice(1))) ?? null;
}

/** Queues the experiment's next command, so that one is always waiting. */
export function scheduleNextCommand({ experiment, state }: Kernel): void {
  const command = experiment.commands[state.nextCommand];
  if (!command) return;
  push(state.queue, {
    kind: 'command',
    atUs: Math.max(state.nowUs, msToUs(command.atMs)),
    class: classes.command,
    source: 'user',
    number: nextNumber(state),
  });
}
