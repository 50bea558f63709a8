/**
 * A chain of reasons that is not longer than a person follows. What is left out says nothing that a
 * step beside it does not say: how something was carried, what an action did, that a timer ran out.
 * What somebody decided always stays.
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';

/** From a change of ownership to what is behind it, both included. */
export const stepsAtMost = 6;

/** Whether a step, which is neither the first nor the last, may go. `at` is its place in `chain`. */
type Spare = (trace: TraceReader, chain: readonly number[], at: number) => boolean;

const carrying: ReadonlySet<EventKind> = new Set([
  'message-sent',
  'message-corrupted',
  'message-held',
  'message-released',
  'message-delivered',
  'message-dropped',
  'connection-opened',
  'connection-closed',
]);

function kindAt(trace: TraceReader, chain: readonly number[], at: number): EventKind | null {
  const seq = chain[at];
  return seq === undefined ? null : trace.kind(seq);
}

/** In the order in which they go. */
const spares: readonly Spare[] = [
  (trace, chain, at) => carrying.has(trace.kind(chain[at] ?? 0)),
  // "you: freeze c-2" says that c-2 freezes.
  (trace, chain, at) => kindAt(trace, chain, at + 1) === 'command',
  // "declares c-2 dead: 3.000 s without a heartbeat", "Rediscovering (nothing heard)" say it.
  (trace, chain, at) => kindAt(trace, chain, at) === 'timer-fired',
];

/**
 * The chain, by the numbers of its events, in at most {@link stepsAtMost} steps where that can be:
 * of a longer one steps go, the later first, in the order carried messages and connections, the
 * direct effect of an action, timers that ran out. First and last stay.
 */
export function condensed(trace: TraceReader, chain: readonly number[]): readonly number[] {
  let kept = chain;
  for (const isSpare of spares) {
    for (let at = 1; kept.length > stepsAtMost && at < kept.length - 1;) {
      if (isSpare(trace, kept, at)) kept = kept.toSpliced(at, 1);
      else at += 1;
    }
  }
  return kept;
}
