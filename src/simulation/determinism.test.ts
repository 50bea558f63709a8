/** A run is a function of its experiment, however it is cut into pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clone } from '../lib/clone.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import { firstDifference, traceHash } from '../trace/codec.ts';
import { randomExperiment } from '../trace/random/experiment.ts';
import { builtins } from './builtins.ts';
import { createInlineSimulation, resumeInlineSimulation } from './inline.ts';
import { eventsOf, experimentOf, groupOf, run } from './testing.ts';

const zombie = builtins.find(({ id }) => id === 'zombie')?.experiment;

describe('determinism', () => {
  it('the same experiment gives the same hash, ten times', () => {
    if (!zombie) throw new Error('no such built-in');
    const hashes = Array.from({ length: 10 }, () => traceHash(run(zombie, 20_000).trace));
    expect(new Set(hashes).size).toBe(1);
  });

  it('another seed gives another trace', () => {
    const [a, b] = [1, 2].map((seed) => run(experimentOf({ seed, scenario: groupOf(2) }), 3000));
    expect(traceHash(a!.trace)).not.toBe(traceHash(b!.trace));
  });

  it('a run in pieces is the run in one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(2000), (number, pieces) => {
        const experiment = randomExperiment(number);
        const whole = run(experiment, 12_000);
        const inPieces = createInlineSimulation(experiment, registerProtocol);
        while (inPieces.handledUntilUs < 12_000_000) inPieces.advance(12_000_000, pieces + 1);
        expect(firstDifference(whole.trace, inPieces.trace)).toBe(-1);
      }),
      { numRuns: 8 },
    );
  });

  it('a run that goes on from a checkpoint is the run itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 12_000 }),
        (number, cutMs) => {
          const experiment = randomExperiment(number);
          const whole = run(experiment, 14_000);
          const first = run(experiment, cutMs);
          const checkpoint = clone(first.checkpoint());
          const trace = first.trace.fork(checkpoint.seq);
          const second = resumeInlineSimulation(checkpoint, experiment, registerProtocol, trace);
          second.advance(14_000_000);
          expect(firstDifference(whole.trace, second.trace)).toBe(-1);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('an idle group elsewhere changes no other link’s latencies', () => {
    const alone = run(experimentOf({ scenario: groupOf(2) }), 6000);
    const scenario = groupOf(2) as { groups: object[] };
    const idle = { id: 'idle', consumers: [{ name: 'x-1', topics: ['orders'] }] };
    const both = run(
      experimentOf({ scenario: { ...scenario, groups: [...scenario.groups, idle] } }),
      6000,
    );
    const flights = (simulation: typeof alone) =>
      eventsOf(simulation.trace, 'message-sent')
        .filter(({ process, to }) => process === 'c-1' || to === 'c-1')
        .map(({ process, to, api, atUs, arrivesAtUs }) => [process, to, api, atUs, arrivesAtUs]);
    expect(flights(both)).toEqual(flights(alone));
  });
});
