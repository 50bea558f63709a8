/**
 * Small experiments that defeated a naive reading of the rules: each breaks no invariant and settles
 * in time. Their titles say what is tried.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runToEnd } from '../cli/simulate.ts';
import { readExperiment } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';

const folder = new URL('naive/', import.meta.url);

function load(name: string): readonly [string, Experiment] {
  const read = readExperiment(readFileSync(new URL(name, folder), 'utf8'));
  if (!read.ok) throw new Error(`${name}: ${read.error.place}: ${read.error.message}`);
  return [`${name}: ${read.experiment.title}`, read.experiment];
}

const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

test('they are all there', () => {
  expect(files).toHaveLength(18);
});

test.each(files.map(load))('[OWN-5] %s', (_, experiment) => {
  const { untilMs } = experiment;
  const { violation } = runToEnd(experiment, { untilMs, check: true, untilSettled: true });
  expect(violation).toBeNull();
});
