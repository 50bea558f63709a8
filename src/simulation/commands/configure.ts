/** `configure`: other settings for a consumer, for a group and all its consumers, for the network. */
import { known } from '../../lib/assert.ts';
import { msToUs } from '../../lib/time.ts';
import type { ConsumerSettings } from '../../protocol/settings.ts';
import type { Configuration, ConsumerChange, GroupChange } from '../../trace/experiment.ts';
import { isUp, stateGroup, stateLink } from '../kernel.ts';
import type { Kernel } from '../kernel.ts';
import { beginStrategyChange } from '../strategy.ts';
import type { PlannedProcess } from '../state.ts';
import { nothing } from './plan.ts';
import type { Consequence, Plan, Planners } from './plan.ts';
import { restart, stopOrKill } from './processes.ts';

type NetworkConfiguration = Extract<Configuration, { readonly network: true }>;

export const configurePlanners: Planners<'configure'> = {
  configure: (kernel, command) => {
    if ('network' in command) return configureNetwork(kernel, command);
    if ('group' in command) return configureGroup(kernel, command.group, command.settings);
    return configureConsumer(kernel, command.target, command.settings);
  },
};

function configureConsumer(kernel: Kernel, name: string, change: ConsumerChange): Plan {
  const planned = kernel.state.planned.get(name);
  if (!planned || !changes(planned, change)) return nothing;
  return { targets: [name], run: (cause) => reconfigure(kernel, name, change, cause) };
}

/** Whether a consumer would have other settings. */
function changes({ settings }: PlannedProcess, change: GroupChange): boolean {
  return settings.role === 'consumer' && differs(settings, change);
}

function differs<T extends object>(settings: T, change: Partial<T>): boolean {
  const keys = Object.keys(change) as (keyof T)[];
  return keys.some((key) => settings[key] !== change[key]);
}

/** Gives a consumer other settings; if it runs it is started again, else it has them at its next start. */
function reconfigure(
  kernel: Kernel,
  name: string,
  change: GroupChange,
  cause: number,
): Consequence[] {
  const process = plan(kernel, name, change);
  return process && isUp(process) ? restart(kernel, process, cause) : [];
}

function plan({ state }: Kernel, name: string, change: GroupChange) {
  const planned = known(state.planned.get(name), `plan of ${name}`);
  const settings = { ...(planned.settings as ConsumerSettings), ...change };
  state.planned.set(name, { ...planned, settings });
  return state.processes.get(name);
}

/** For all the group's consumers, those that start later included. */
function configureGroup(kernel: Kernel, id: string, change: GroupChange): Plan {
  const { state } = kernel;
  const group = known(state.groups.get(id), `group ${id}`);
  const consumers = [...state.planned].filter(
    ([, { settings }]) => settings.role === 'consumer' && settings.group === id,
  );
  const others = consumers.filter(([, planned]) => changes(planned, change));
  if (!differs(group, change) && others.length === 0) return nothing;
  const names = others.map(([name]) => name);
  const { strategy } = change;
  return {
    targets: [id],
    run: (cause) => {
      const next = { ...group, ...change };
      state.groups.set(id, next);
      stateGroup(kernel, next, cause);
      if (strategy === undefined || strategy === group.strategy) {
        return names.flatMap((name) => reconfigure(kernel, name, change, cause));
      }
      const all = consumers.map(([name]) => name);
      return changeStrategy(kernel, id, all, change, cause);
    },
  };
}

/** The strategy is the group's: nobody registers with the new one while somebody has the old one. */
function changeStrategy(
  kernel: Kernel,
  group: string,
  names: readonly string[],
  change: GroupChange,
  cause: number,
): Consequence[] {
  const up = names.flatMap((name) => {
    const process = plan(kernel, name, change);
    return process && isUp(process) ? [process] : [];
  });
  const stops = up.flatMap((process) => stopOrKill(kernel, process, cause));
  const starts = beginStrategyChange(
    kernel.state,
    group,
    up.map(({ name }) => name),
    cause,
  );
  return [...stops, ...starts];
}

/** New connections have the timeout; links that were not slowed one by one have the latency. */
function configureNetwork(kernel: Kernel, { settings }: NetworkConfiguration): Plan {
  const { state } = kernel;
  const { latencyMs, transportTimeoutMs } = settings;
  const latencyUs = latencyMs
    ? ([msToUs(latencyMs[0]), msToUs(latencyMs[1])] as const)
    : state.defaultLatencyUs;
  const timeoutUs =
    transportTimeoutMs === undefined ? state.transportTimeoutUs : msToUs(transportTimeoutMs);
  const isSame =
    timeoutUs === state.transportTimeoutUs &&
    latencyUs.every((us, end) => us === state.defaultLatencyUs[end]);
  if (isSame) return nothing;
  return {
    targets: ['network'],
    run: (cause) => {
      state.transportTimeoutUs = timeoutUs;
      state.defaultLatencyUs = latencyUs;
      for (const link of state.links.values()) {
        if (link.hasOwnLatency || !latencyMs) continue;
        link.latencyUs = latencyUs;
        stateLink(kernel, link, cause);
      }
      return [];
    },
  };
}
