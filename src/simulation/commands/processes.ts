/** Commands that start, end, freeze and thaw processes. */
import { isUp } from '../kernel.ts';
import type { Kernel } from '../kernel.ts';
import { crashProcess, freezeProcess, thawProcess } from '../processes.ts';
import { planConsumer } from '../scenario.ts';
import type { ProcessRecord } from '../state.ts';
import { nothing } from './plan.ts';
import type { Consequence, Plan, Planners } from './plan.ts';
import { resolve } from './targets.ts';

type Verb =
  | 'start-consumer'
  | 'start-broker'
  | 'kill'
  | 'power-off'
  | 'restart'
  | 'stop'
  | 'freeze'
  | 'thaw';

export const processPlanners: Planners<Verb> = {
  'start-consumer': (kernel, command) => {
    const { processes, planned, groups } = kernel.state;
    const process = processes.get(command.name);
    if (process && isUp(process)) return nothing;
    const before = planned.get(command.name);
    planned.set(command.name, planConsumer(kernel.experiment, groups, command, before));
    return startPlan(command.name, 'consumer');
  },
  'start-broker': (kernel, { name }) => {
    const process = kernel.state.processes.get(name);
    return process && isUp(process) ? nothing : startPlan(name, 'broker');
  },
  kill: onProcess(isUp, (kernel, process, cause) => end(kernel, process, 'kill', cause)),
  'power-off': onProcess(isUp, (kernel, process, cause) =>
    end(kernel, process, 'power-off', cause),
  ),
  restart: onProcess(() => true, restart),
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
};

function startPlan(name: string, role: 'consumer' | 'broker'): Plan {
  return { targets: [name], run: (cause) => [{ kind: 'start', process: name, role, cause }] };
}

function end(
  kernel: Kernel,
  process: ProcessRecord,
  reason: 'kill' | 'power-off',
  cause: number,
): Consequence[] {
  crashProcess(kernel, process, reason, cause);
  return [{ kind: 'end', process: process.name }];
}

/** Kills the process, if it runs, and starts it again. */
export function restart(kernel: Kernel, process: ProcessRecord, cause: number): Consequence[] {
  const { name, role } = process;
  const ended = isUp(process) ? end(kernel, process, 'kill', cause) : [];
  return [...ended, { kind: 'start', process: name, role, cause }];
}

/** Stops a process in good order; one that is frozen cannot, and is killed. */
export function stopOrKill(kernel: Kernel, process: ProcessRecord, cause: number): Consequence[] {
  if (process.status === 'frozen') return end(kernel, process, 'kill', cause);
  return [{ kind: 'stop', to: process.name, cause }];
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
