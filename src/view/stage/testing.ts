/** For tests: runs of small groups in trouble, and the world of one moment of a run. */
import { experimentOf, run } from '../../simulation/testing.ts';
import { emptyWorld } from '../../trace/fold/empty.ts';
import { applyEvent } from '../../trace/fold/fold.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { World } from '../../trace/world.ts';

/** One broker, two consumers, four partitions, settled long before 6 s; silence is noticed after 3 s. */
export function traceOf(commands: readonly object[]): TraceReader {
  const scenario = {
    brokers: 1,
    topics: [{ name: 't', partitions: 4 }],
    groups: [
      {
        id: 'g',
        consumers: [
          { name: 'c-1', topics: ['t'] },
          { name: 'c-2', topics: ['t'] },
        ],
      },
    ],
  };
  return run(experimentOf({ scenario, commands }), 13_000).trace;
}

/** Three brokers: broker-1 coordinates, broker-3 is the controller. */
export function failover(commands: readonly object[]) {
  const consumers = ['c-1', 'c-2', 'c-3'].map((name) => ({ name, topics: ['orders'] }));
  const scenario = {
    topics: [{ name: 'orders', partitions: 6 }],
    network: { latencyMs: [60, 120] },
    groups: [{ id: 'billing', consumers }],
  };
  return run(experimentOf({ seed: 7, scenario, commands }), 16_000).trace;
}

/** The first moment from `fromMs` on at which `matches`, looked for at every event. */
export function whenIn(
  trace: TraceReader,
  fromMs: number,
  matches: (world: World) => boolean,
): World {
  const world = emptyWorld();
  for (let seq = 0; seq < trace.length; seq++) {
    applyEvent(world, trace.event(seq));
    if (world.atUs >= fromMs * 1000 && matches(world)) return world;
  }
  throw new Error('it never came to that');
}

export function worldAt(trace: TraceReader, atMs: number): World {
  const world = emptyWorld();
  const last = trace.lastAtOrBefore(atMs * 1000);
  for (let seq = 0; seq <= last; seq++) applyEvent(world, trace.event(seq));
  return world;
}
