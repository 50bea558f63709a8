import { expect, test } from 'vitest';
import { msToUs } from '../lib/time.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { EventKind } from '../trace/events.ts';
import type { Experiment } from '../trace/experiment.ts';
import { randomExperiment } from '../trace/random/experiment.ts';
import type { Trace } from '../trace/trace.ts';
import { reasonsOf, whyChain } from '../trace/why.ts';
import { stepsAtMost } from '../trace/why/condense.ts';
import { builtins } from './builtins.ts';
import { createInlineSimulation } from './inline.ts';

const ownershipChanges: ReadonlySet<EventKind> = new Set([
  'partition-acquired',
  'partition-released',
  'member-removed',
  'rebalance-completed',
]);

/** An action, or a setting: of a group, or of a process that starts by the scenario. */
function isOrigin(trace: Trace, seq: number): boolean {
  const kind = trace.kind(seq);
  if (kind === 'command' || kind === 'group-configured') return true;
  return kind === 'process-started' && trace.cause(seq) === null;
}

/** Steps of the chains of all ownership changes, short and whole; those that end nowhere are named. */
function chainsOf(experiment: Experiment) {
  const { trace, advance } = started(experiment);
  advance();
  let longest = 0;
  let longestWhole = 0;
  let count = 0;
  const endNowhere: number[] = [];
  for (let seq = 0; seq < trace.length; seq++) {
    if (!ownershipChanges.has(trace.kind(seq))) continue;
    const steps = whyChain(trace, seq);
    count += 1;
    longest = Math.max(longest, steps.length);
    longestWhole = Math.max(longestWhole, reasonsOf(trace, seq).length);
    if (steps[0]?.seq !== seq || !isOrigin(trace, steps.at(-1)?.seq ?? -1)) endNowhere.push(seq);
  }
  return { longest, longestWhole, count, endNowhere };
}

function started(experiment: Experiment) {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  const { trace } = simulation;
  return { trace, advance: () => simulation.advance(msToUs(experiment.untilMs)) };
}

test.each(builtins)(
  'from a change of ownership to its origin in six steps: $id',
  ({ experiment }) => {
    const { longest, longestWhole, count, endNowhere } = chainsOf(experiment);
    expect(endNowhere).toEqual([]);
    expect(count).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(stepsAtMost);
    expect(longestWhole).toBeLessThanOrEqual(11);
  },
);

const wild = Array.from({ length: 6 }, (_, index) => randomExperiment(index + 1));

test.each(wild)('also where one thing leads to another: $title', (experiment) => {
  const { longest, longestWhole, endNowhere } = chainsOf(experiment);
  expect(endNowhere).toEqual([]);
  expect(longestWhole).toBeLessThanOrEqual(15);
  expect(longest).toBeLessThanOrEqual(9);
});
