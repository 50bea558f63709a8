/**
 * Random experiments for the fuzzer and for tests: small worlds, actions at odd moments, and at last
 * what ends the faults, so that the groups have to settle (OWN-5). Pure: the same number and mode
 * give the same experiment.
 */
import { randomStream } from '../../lib/random.ts';
import type { Experiment } from '../experiment.ts';
import { plans } from './commands.ts';
import type { Mode } from './commands.ts';
import { draw } from './draw.ts';
import { healing } from './healing.ts';
import { randomScenario } from './scenario.ts';

/** When faults end. */
const healsAtMs = 20_000;

export function randomExperiment(number: number, mode: Mode = 'calm'): Experiment {
  const stream = randomStream(number, `random experiment, ${mode}`);
  const scenario = randomScenario(stream);
  const commands = plans[mode](stream, scenario).toSorted((a, b) => a.atMs - b.atMs);
  return {
    format: 'regroup-experiment',
    version: 1,
    title: `random ${mode} ${number}`,
    description: '',
    seed: draw(stream, 0, 0xffff_fffe),
    scenario,
    commands: healing(stream, scenario, commands, healsAtMs),
    untilMs: healsAtMs,
  };
}
