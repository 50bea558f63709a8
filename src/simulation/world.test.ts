import { describe, expect, test } from 'vitest';
import { msToUs } from '../lib/time.ts';
import { nextInt, randomStream } from '../lib/random.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Experiment } from '../trace/experiment.ts';
import { costAt } from '../trace/fold/cost.ts';
import { emptyWorld } from '../trace/fold/empty.ts';
import { applyEvent } from '../trace/fold/fold.ts';
import { randomExperiment } from '../trace/random/experiment.ts';
import type { Trace } from '../trace/trace.ts';
import type { World } from '../trace/world.ts';
import { WorldReader } from '../trace/world-reader.ts';
import { builtins } from './builtins.ts';
import { createInlineSimulation } from './inline.ts';
import { livelyExperiment } from './lively.ts';
import { worldDifferences } from './world-differences.ts';

/** Runs an experiment, stops at random moments, compares; null: never a difference. */
function firstDifference(experiment: Experiment): object | null {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  const reader = new WorldReader(simulation.trace);
  const stream = randomStream(experiment.seed, 'stops');
  const untilUs = msToUs(experiment.untilMs);
  while (simulation.handledUntilUs < untilUs) {
    simulation.advance(untilUs, nextInt(stream, 1, 300));
    const world = reader.worldAt(simulation.trace.length - 1);
    const differences = worldDifferences(world, simulation);
    if (differences.length > 0) return { seq: world.seq, atUs: world.atUs, differences };
  }
  return null;
}

const experiments = [
  ...builtins.filter(({ id }) => id !== 'sixty'),
  ...Array.from({ length: 40 }, (_, index) => ({
    id: `random ${index + 1}`,
    experiment: randomExperiment(index + 1),
  })),
  ...Array.from({ length: 12 }, (_, index) => ({
    id: `lively ${index + 1}`,
    experiment: livelyExperiment(index + 1),
  })),
];

test.each(experiments)('the world is what the processes know: $id', ({ experiment }) => {
  expect(firstDifference(experiment)).toBeNull();
});

/** Of one group: partitions that nobody reads, and that two believe in, counted out at one moment. */
function countedOut(world: World, id: string): { unread: number; overlap: number } {
  const group = world.groups.get(id);
  const alive = [...world.processes.values()].filter(
    ({ status, consumer }) =>
      consumer?.group === id && (status === 'running' || status === 'frozen'),
  );
  const holders = (key: string) => alive.filter(({ consumer }) => consumer?.held.has(key));
  const reads = (key: string) => holders(key).some(({ status }) => status === 'running');
  const held = new Set(alive.flatMap(({ consumer }) => [...(consumer?.held.keys() ?? [])]));
  const counted = group?.cost.counting ? group.partitions : [];
  return {
    unread: counted.filter((key) => !reads(key)).length,
    overlap: [...held].filter((key) => holders(key).length > 1).length,
  };
}

function traceOf(experiment: Experiment): Trace {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(msToUs(experiment.untilMs));
  return simulation.trace;
}

describe.each(experiments.filter((_, index) => index % 3 === 0))('$id', ({ experiment }) => {
  const trace = traceOf(experiment);

  test('[COST-1] [OWN-6] what is added up at changes is what is counted out at every moment', () => {
    const world = emptyWorld();
    const ids = experiment.scenario.groups.map(({ id }) => id);
    const sums = new Map(ids.map((id) => [id, { unread: 0, overlap: 0 }]));
    for (let seq = 0; seq < trace.length; seq++) {
      const passedUs = trace.atUs(seq) - world.atUs;
      for (const [id, sum] of passedUs > 0 ? sums : []) {
        const now = countedOut(world, id);
        sum.unread += now.unread * passedUs;
        sum.overlap += now.overlap * passedUs;
      }
      applyEvent(world, trace.event(seq));
    }
    const added = ids.map((id) => {
      const group = world.groups.get(id);
      const cost = group && costAt(group, world.atUs);
      return [id, { unread: cost?.unreadUs, overlap: cost?.overlapUs }];
    });
    expect(added).toEqual([...sums]);
  });

  test('a world from any checkpoint is the one from the beginning', () => {
    const stream = randomStream(experiment.seed, 'seeks');
    const reader = new WorldReader(trace);
    reader.worldAt(trace.length - 1);
    for (let count = 0; count < 12; count++) {
      const seq = nextInt(stream, -1, trace.length - 1);
      expect(reader.worldAt(seq)).toEqual(foldedTo(trace, seq));
    }
  });
});

function foldedTo(trace: Trace, seq: number): World {
  const world = emptyWorld();
  while (world.seq < seq) applyEvent(world, trace.event(world.seq + 1));
  return world;
}
