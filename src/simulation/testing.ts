/** Short ways for tests: an experiment from a few words, its run, and what its trace says. */
import { known } from '../lib/assert.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { EventKind, EventOf } from '../trace/events.ts';
import { readExperiment } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { TraceReader } from '../trace/reader.ts';
import { createInlineSimulation } from './inline.ts';
import type { InlineSimulation } from './inline.ts';

interface Words {
  readonly seed?: number;
  readonly scenario: object;
  readonly commands?: readonly object[];
}

export function experimentOf(words: Words): Experiment {
  const file = { format: 'regroup-experiment', version: 1, title: 'test', ...words };
  const read = readExperiment(file);
  if (!read.ok) throw new Error(`${read.error.place}: ${read.error.message}`);
  return read.experiment;
}

/** One group `billing` on topic `orders` of six partitions; `count` consumers c-1, c-2, ... */
export function groupOf(count: number, group: object = {}, scenario: object = {}): object {
  const consumers = Array.from({ length: count }, (_, index) => ({
    name: `c-${index + 1}`,
    topics: ['orders'],
  }));
  return {
    topics: [{ name: 'orders', partitions: 6 }],
    groups: [{ id: 'billing', sessionTimeoutMs: 1000, consumers, ...group }],
    ...scenario,
  };
}

export function run(experiment: Experiment, untilMs: number): InlineSimulation {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(untilMs * 1000);
  return simulation;
}

export function eventsOf<K extends EventKind>(trace: TraceReader, kind: K): EventOf<K>[] {
  const found: EventOf<K>[] = [];
  for (let seq = 0; seq < trace.length; seq++) {
    if (trace.kind(seq) === kind) found.push(trace.event(seq) as EventOf<K>);
  }
  return found;
}

export function firstOf<T>(items: readonly T[], matches: (item: T) => boolean): T {
  return known(items.find(matches), 'matching event');
}
