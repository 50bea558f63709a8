/** The indexes of the time views: made of 100,000 events of real runs, and asked about windows. */
import { bench, describe } from 'vitest';
import { nextInt, randomStream } from '../src/lib/random.ts';
import { registerProtocol } from '../src/protocol/register/index.ts';
import { builtins } from '../src/simulation/builtins.ts';
import { createInlineSimulation } from '../src/simulation/inline.ts';
import { breakpointIds, parametersOf } from '../src/trace/queries/breakpoint.ts';
import { LaneCollector } from '../src/trace/queries/lanes.ts';
import { LedgerIndex } from '../src/trace/queries/ledger-index.ts';
import { LogFilter } from '../src/trace/queries/log-filter.ts';
import { LogIndex } from '../src/trace/queries/log-index.ts';
import { TimeIndex } from '../src/trace/queries/time-index.ts';
import type { Trace } from '../src/trace/trace.ts';

const eventCount = 100_000;

function traceOf(id: string): Trace {
  const found = builtins.find((builtin) => builtin.id === id);
  if (!found) throw new Error(`no built-in ${id}`);
  const simulation = createInlineSimulation(found.experiment, registerProtocol);
  simulation.advance(10 * 3600e6, eventCount);
  return simulation.trace;
}

/** Those that need nothing beside their id. */
const named = breakpointIds
  .filter((id) => parametersOf(id).must.length === 0)
  .map((id) => ({ id }));

const traces = ['zombie', 'coordinator-cut-off', 'sixty'].map((id) => ({ id, trace: traceOf(id) }));

describe.each(traces)('$id, 100,000 events', ({ trace }) => {
  const index = new TimeIndex();
  index.readOn(trace);
  const endUs = trace.atUs(trace.length - 1);
  const stream = randomStream(1, 'windows');
  const window = (spanUs: number): [number, number] => {
    const fromUs = nextInt(stream, 0, Math.max(0, endUs - spanUs));
    return [fromUs, fromUs + spanUs];
  };

  bench('index everything', () => {
    new TimeIndex().readOn(trace);
  });

  bench('index the lanes', () => {
    const lanes = new LaneCollector();
    for (let seq = 0; seq < trace.length; seq++) lanes.take(trace, seq, trace.kind(seq));
  });

  bench('read the ledger', () => {
    new LedgerIndex().readOn(trace, Infinity);
  });

  bench('read the log', () => {
    new LogIndex().readOn(trace, Infinity);
  });

  const log = new LogIndex();
  log.readOn(trace, Infinity);
  const anything = { process: '', group: '', about: '', text: '', among: null } as const;

  bench('filter the log by words', () => {
    new LogFilter({ ...anything, rule: '', text: 'sends heartbeat c-2' }).readOn(log);
  });

  bench('filter the log by rule', () => {
    new LogFilter({ ...anything, rule: 'HB-3' }).readOn(log);
  });

  bench('what a window of a second shows', () => {
    index.lanes.visible(...window(1e6));
  });

  bench('what a window of a minute shows', () => {
    index.lanes.visible(...window(60e6));
  });

  bench('what the whole run shows', () => {
    index.lanes.visible(0, endUs);
  });

  bench('timer runs of a window of a minute', () => {
    index.lanes.timers.runsOf(index.lanes.visible(...window(60e6)).timers);
  });

  bench('the next timer of broker-1 under HB-3, from anywhere', () => {
    const from = nextInt(stream, 0, trace.length - 1);
    index.moments.next(from, {
      by: 'what',
      kinds: ['timer-fired'],
      process: 'broker-1',
      rule: 'HB-3',
    });
  });

  bench('the first of all breakpoints, from anywhere', () => {
    const from = nextInt(stream, 0, trace.length - 1);
    index.breakpoints.first(named, from, trace.length);
  });

  bench('density of the whole run in 1,400 parts', () => {
    index.lanes.density(0, endUs, 1400);
  });
});
