import { describe, expect, test } from 'vitest';
import { msToUs } from '../lib/time.ts';
import { nextInt, randomStream } from '../lib/random.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Experiment } from '../trace/experiment.ts';
import { randomExperiment } from '../trace/random-experiment.ts';
import { WorldReader } from '../trace/world-reader.ts';
import { builtins } from './builtins.ts';
import { createInlineSimulation } from './inline.ts';
import { worldDifferences } from './world-differences.ts';

/** Runs an experiment, stops at random moments, and compares. */
function compareAlong(experiment: Experiment, untilMs: number): void {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  const reader = new WorldReader(simulation.trace);
  const stream = randomStream(experiment.seed, 'stops');
  const untilUs = msToUs(untilMs);
  while (simulation.handledUntilUs < untilUs) {
    simulation.advance(untilUs, nextInt(stream, 1, 300));
    const world = reader.worldAt(simulation.trace.length - 1);
    const differences = worldDifferences(world, simulation);
    expect(differences, `at event ${world.seq}, ${world.atUs} us`).toEqual([]);
  }
}

describe('the folded world is what the processes themselves know', () => {
  test.each(builtins.filter(({ id }) => id !== 'sixty'))('$id', ({ experiment }) => {
    compareAlong(experiment, experiment.untilMs);
  });

  test.each(Array.from({ length: 40 }, (_, index) => index + 1))('random experiment %i', (seed) => {
    const experiment = randomExperiment(seed);
    compareAlong(experiment, experiment.untilMs);
  });
});
