import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExperiment } from './experiment-checks.ts';
import type { Experiment } from './experiment.ts';
import { randomExperiment } from './random/experiment.ts';
import { shrinkExperiment } from './shrink-experiment.ts';

const namesOf = ({ scenario }: Experiment) =>
  scenario.groups.flatMap(({ consumers }) => consumers.map(({ name }) => name));

function find(wanted: (experiment: Experiment) => boolean): Experiment {
  for (let number = 1; ; number++) {
    const experiment = randomExperiment(number);
    if (wanted(experiment)) return experiment;
  }
}

describe('shrinking', () => {
  test('what has nothing to do with the failure is left out', () => {
    const fails = ({ commands, scenario }: Experiment) =>
      scenario.brokers >= 2 &&
      commands.some((command) => command.do === 'freeze' && command.target.startsWith('c-'));
    const small = shrinkExperiment(find(fails), fails);
    expect(small.commands.map((command) => command.do)).toEqual(['freeze']);
    expect(small.scenario.brokers).toBe(2);
    expect(small.scenario.topics).toMatchObject([{ partitions: 1 }]);
    expect(namesOf(small)).toEqual([expect.stringMatching(/^c-/)]);
    expect(fails(small)).toBe(true);
  });

  test('what the failure needs stays: two consumers, and the commands that need each other', () => {
    const fails = ({ commands, ...rest }: Experiment) =>
      namesOf(rest as Experiment).length >= 2 &&
      commands.some((command) => command.do === 'cut-link') &&
      commands.some((command) => command.do === 'restore-link');
    const small = shrinkExperiment(find(fails), fails);
    expect(small.commands).toHaveLength(2);
    expect(namesOf(small)).toHaveLength(2);
  });

  test('every candidate is a legal experiment, and the end is no larger than the beginning', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(), (number, seed) => {
        const experiment = randomExperiment(number);
        let asked = 0;
        const small = shrinkExperiment(experiment, (smaller) => {
          expect(checkExperiment(smaller)).toBeNull();
          asked += 1;
          return (JSON.stringify(smaller).length * 31 + seed + asked) % 3 === 0;
        });
        expect(JSON.stringify(small).length).toBeLessThanOrEqual(JSON.stringify(experiment).length);
      }),
      { numRuns: 50 },
    );
  });

  test('a failure that needs everything is left as it is', () => {
    const experiment = randomExperiment(3);
    expect(shrinkExperiment(experiment, () => false)).toBe(experiment);
  });
});
