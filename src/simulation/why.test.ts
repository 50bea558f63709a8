import { expect, test } from 'vitest';
import { msToUs } from '../lib/time.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { EventKind } from '../trace/events.ts';
import type { Experiment } from '../trace/experiment.ts';
import { randomExperiment } from '../trace/random/experiment.ts';
import type { Trace } from '../trace/trace.ts';
import { reasonsOf } from '../trace/why.ts';
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

/** Lengths of the chains of all ownership changes; those that end nowhere are named. */
function chainsOf(experiment: Experiment) {
  const { trace, advance } = started(experiment);
  advance();
  const lengths: number[] = [];
  const endNowhere: number[] = [];
  for (let seq = 0; seq < trace.length; seq++) {
    if (!ownershipChanges.has(trace.kind(seq))) continue;
    const reasons = reasonsOf(trace, seq);
    lengths.push(reasons.length);
    if (!isOrigin(trace, reasons.at(-1) ?? -1)) endNowhere.push(seq);
  }
  return { longest: Math.max(...lengths), count: lengths.length, endNowhere };
}

function started(experiment: Experiment) {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  const { trace } = simulation;
  return { trace, advance: () => simulation.advance(msToUs(experiment.untilMs)) };
}

const calm = builtins.filter(({ id }) => id !== 'storm' && id !== 'sixty');

test.each(calm)('every change of ownership leads back in few steps: $id', ({ experiment }) => {
  const { longest, count, endNowhere } = chainsOf(experiment);
  expect(endNowhere).toEqual([]);
  expect(count).toBeGreaterThan(0);
  expect(longest).toBeLessThanOrEqual(9);
});

const wild = Array.from({ length: 6 }, (_, index) => randomExperiment(index + 1));

test.each(wild)('also where one thing leads to another: $title', (experiment) => {
  const { longest, endNowhere } = chainsOf(experiment);
  expect(endNowhere).toEqual([]);
  expect(longest).toBeLessThanOrEqual(15);
});
