/** Folding a trace into the world, and seeking in it. Real runs; seeks at 100,000 events. */
import { bench, describe } from 'vitest';
import { nextInt, randomStream } from '../src/lib/random.ts';
import { registerProtocol } from '../src/protocol/register/index.ts';
import { builtins } from '../src/simulation/builtins.ts';
import { createInlineSimulation } from '../src/simulation/inline.ts';
import { copyWorld } from '../src/trace/fold/copy.ts';
import { emptyWorld } from '../src/trace/fold/empty.ts';
import { applyEvent } from '../src/trace/fold/fold.ts';
import type { Trace } from '../src/trace/trace.ts';
import { WorldReader } from '../src/trace/world-reader.ts';

const eventCount = 100_000;

function traceOf(id: string): Trace {
  const found = builtins.find((builtin) => builtin.id === id);
  if (!found) throw new Error(`no built-in ${id}`);
  const simulation = createInlineSimulation(found.experiment, registerProtocol);
  simulation.advance(10 * 3600e6, eventCount);
  return simulation.trace;
}

const traces = ['first-minute', 'twelve', 'sixty'].map((id) => ({ id, trace: traceOf(id) }));

describe.each(traces)('$id, 100,000 events', ({ trace }) => {
  const reader = new WorldReader(trace);
  const last = reader.worldAt(trace.length - 1);
  const stream = randomStream(1, 'seeks');

  bench('fold all', () => {
    const world = emptyWorld();
    for (let seq = 0; seq < trace.length; seq++) applyEvent(world, trace.event(seq));
  });

  bench('copy the last world', () => {
    copyWorld(last);
  });

  bench('seek to a random event', () => {
    reader.worldAt(nextInt(stream, 0, trace.length - 1));
  });

  bench('step back by one event', () => {
    const { seq } = reader.worldAt(trace.length - 1);
    reader.worldAt(seq - 1);
  });
});
