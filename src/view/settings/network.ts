/** The settings of the whole network at a moment. Pure. */
import type { Experiment } from '../../trace/experiment.ts';

export interface Network {
  readonly latencyMs: readonly [number, number];
  readonly transportTimeoutMs: number;
}

/** As the scenario has it, with what was changed up to `atMs`. */
export function networkAt({ scenario, commands }: Experiment, atMs: number): Network {
  let now: Network = scenario.network;
  for (const command of commands) {
    if (command.atMs > atMs || command.do !== 'configure' || !('network' in command)) continue;
    now = { ...now, ...command.settings };
  }
  return now;
}
