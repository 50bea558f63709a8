/** Looking back in a trace: the last event before another one of which something holds. */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';

/** What an event has to say in its fields. */
type Wanted = Readonly<Record<string, string | number>>;

/** The last `kind` before `seq` whose fields are as wanted; null: none. */
export function lastBefore(
  trace: TraceReader,
  seq: number,
  kind: EventKind,
  wanted: Wanted,
): number | null {
  const fields = Object.entries(wanted);
  for (let at = seq - 1; at >= 0; at--) {
    if (trace.kind(at) === kind && fields.every((field) => says(trace, at, field))) return at;
  }
  return null;
}

function says(trace: TraceReader, seq: number, [name, value]: [string, string | number]): boolean {
  if (name === 'process') return trace.process(seq) === value;
  const own = typeof value === 'number' ? trace.int(seq, name) : trace.text(seq, name);
  return own === value;
}

/** The last event of `kinds` before `seq` in the same step, which handled `cause`. */
export function lastInStep(
  trace: TraceReader,
  seq: number,
  cause: number,
  kinds: ReadonlySet<EventKind>,
): number | null {
  for (let at = seq - 1; at > cause; at--) {
    if (trace.cause(at) === cause && kinds.has(trace.kind(at))) return at;
  }
  return null;
}
