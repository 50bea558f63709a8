/** Which events a breakpoint is for: by kind of event, who and which groups it is about if it is one. */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import type { BandCollector } from './bands.ts';
import type { BreakpointId } from './breakpoint.ts';
import type { LaneCollector } from './lanes.ts';

/** Where an event is one: whom it is about. */
export interface Hit {
  readonly processes: readonly (string | null | undefined)[];
  readonly groups: readonly (string | null | undefined)[];
}

/** What more than the event itself has to be known; each has taken in the event already. */
export interface Known {
  readonly bands: BandCollector;
  readonly lanes: LaneCollector;
  /** Groups that have been configured. */
  readonly groups: ReadonlySet<string>;
  /** The event is the first by which two believe that one partition is theirs. */
  readonly twoBelieve: boolean;
  /** Consumer -> the input in whose handling it last gave up a partition. */
  readonly gaveUpIn: Map<string, number | null>;
}

type Match = (trace: TraceReader, seq: number, known: Known) => Hit | null;

interface Condition {
  readonly id: BreakpointId;
  readonly match: Match;
}

/** [HB-2] Of refusals: a generation that is over, an id that is no longer known. */
const staleReasons: ReadonlySet<string> = new Set(['stale', 'unknown-member']);

const atProcess: Match = (trace, seq) => ({
  processes: [trace.process(seq)],
  groups: [trace.text(seq, 'group')],
});

/** The groups that are without coordinator from this event on. */
const coordinatorLost: Match = (trace, seq, { bands, groups }) => {
  const left = [...groups].filter((group) => {
    const last = bands.bandsOf(group).at(-1);
    return last?.kind === 'uncoordinated' && last.seq === seq;
  });
  const broker = trace.text(seq, 'broker') ?? trace.process(seq);
  return left.length === 0 ? null : { processes: [broker], groups: left };
};

/** It gives up one after the other; the first stands for all. */
const givesUp: Match = (trace, seq, known) => {
  const process = trace.process(seq) ?? '';
  const cause = trace.cause(seq);
  const isFirst = known.gaveUpIn.get(process) !== cause;
  known.gaveUpIn.set(process, cause);
  return isFirst ? atProcess(trace, seq, known) : null;
};

const messageLost: Match = (trace, seq, { lanes }) => {
  const row = lanes.messages.rowOf(trace.int(seq, 'message') ?? -1);
  if (row < 0) return { processes: [], groups: [] };
  const { from, to, group } = lanes.messages.at(row);
  return { processes: [lanes.laneAt(from)?.process, lanes.laneAt(to)?.process], groups: [group] };
};

/** By kind of event: a kind that stands nowhere costs nothing. */
export const conditions: Readonly<Partial<Record<EventKind, readonly Condition[]>>> = {
  'member-removed': [
    {
      id: 'member-dead',
      match: (trace, seq) => ({
        processes: [trace.text(seq, 'consumer')],
        groups: [trace.text(seq, 'group')],
      }),
    },
  ],
  'request-refused': [
    {
      id: 'refused-stale',
      match: (trace, seq) =>
        staleReasons.has(trace.text(seq, 'reason') ?? '')
          ? {
              processes: [trace.process(seq), trace.text(seq, 'to')],
              groups: [trace.text(seq, 'group')],
            }
          : null,
    },
  ],
  'partition-acquired': [
    {
      id: 'two-believe',
      match: (trace, seq, known) => (known.twoBelieve ? atProcess(trace, seq, known) : null),
    },
  ],
  'partition-released': [{ id: 'gives-up', match: givesUp }],
  'group-state': [
    {
      id: 'stable',
      match: (trace, seq, known) =>
        trace.text(seq, 'state') === 'Steady' ? atProcess(trace, seq, known) : null,
    },
  ],
  'rebalance-started': [{ id: 'rebalance', match: atProcess }],
  'rebalance-completed': [{ id: 'generation', match: atProcess }],
  'coordinator-lost': [{ id: 'coordinator-lost', match: coordinatorLost }],
  'process-crashed': [{ id: 'coordinator-lost', match: coordinatorLost }],
  'process-stopped': [{ id: 'coordinator-lost', match: coordinatorLost }],
  'message-dropped': [{ id: 'message-lost', match: messageLost }],
  'consumer-failed': [
    {
      id: 'consumer-failed',
      match: (trace, seq, { lanes }) => {
        const process = trace.process(seq);
        return { processes: [process], groups: [lanes.laneOf(process ?? '')?.group] };
      },
    },
  ],
};
