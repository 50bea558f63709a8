/** Fills in the defaults that depend on the rest of the experiment: names, hosts, the end. */
import { runOnMs } from './experiment-defaults.ts';
import { limits } from './experiment-fields.ts';
import type { ExperimentFile } from './experiment-shape.ts';
import type { Command, Experiment } from './experiment.ts';

/**
 * Consumers without a name are counted in the order in which the file names them: those of the
 * scenario first, then those that commands start.
 */
export function completeExperiment(file: ExperimentFile): Experiment {
  let count = 0;
  const groups = file.scenario.groups.map((group) => ({
    ...group,
    consumers: group.consumers.map((consumer) => {
      count += 1;
      return { name: defaultName(count), host: defaultHost(count), ...consumer };
    }),
  }));
  const commands = file.commands.map((command) => {
    if (command.do !== 'start-consumer') return command;
    count += 1;
    return { name: defaultName(count), ...command };
  }) as readonly unknown[] as readonly Command[];
  const untilMs = file.untilMs ?? defaultUntilMs(commands);
  const scenario = { ...file.scenario, groups };
  // The schema has checked it field by field; what is left is that each consumer has its topics.
  return { ...file, scenario, commands, untilMs } as unknown as Experiment;
}

export function defaultName(count: number): string {
  return `c-${count}`;
}

export function defaultHost(count: number): string {
  return `host-${count}`;
}

export function defaultUntilMs(commands: readonly Command[]): number {
  const last = commands.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
  return Math.min(limits.ms, Math.round((last + runOnMs) * 1000) / 1000);
}
