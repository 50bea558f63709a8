/**
 * Why something happened: the chain of earlier events back to a user's action or a setting. An event
 * with a `because` came out so by that; else its cause says in whose handling it came about. Sending
 * and delivering a message are one step.
 */
import type { RuleId } from '../protocol/rules.ts';
import { describe } from './describe.ts';
import type { EventKind } from './events.ts';
import type { TraceReader } from './reader.ts';

export interface WhyStep {
  readonly seq: number;
  readonly atUs: number;
  readonly process: string | undefined;
  readonly kind: string;
  /** One plain sentence. */
  readonly text: string;
  readonly rules: readonly RuleId[];
}

/** A chain longer than this is cut: nobody reads it. */
const longest = 40;

/** The steps from event `seq` back to what set it off; the first is the event itself. */
export function whyChain(trace: TraceReader, seq: number): WhyStep[] {
  const steps: WhyStep[] = [];
  for (let at: number | null = seq; at !== null && steps.length < longest; at = before(trace, at)) {
    const event = trace.event(at);
    const { atUs, process, kind, rules } = event;
    steps.push({ seq: at, atUs, process, kind, text: describe(event, trace), rules });
  }
  return steps;
}

/** What a process reports that says more than the message which it then sends. */
const telling: ReadonlySet<EventKind> = new Set([
  'rebalance-completed',
  'rebalance-started',
  'request-refused',
  'consumer-state',
  'coordinator-elected',
  'controller-elected',
]);

/**
 * The event before in the chain, or null at its end. A delivery came about by what its sender did:
 * by the fact that it reported in the same step, or else by the input that it was handling.
 */
function before(trace: TraceReader, seq: number): number | null {
  const because = trace.because(seq);
  if (because !== null) return because;
  const cause = trace.cause(seq);
  if (cause === null || trace.kind(seq) !== 'message-delivered') return cause;
  return toldBeforeSending(trace, seq, cause) ?? cause;
}

/** The last telling fact of the step that handled `cause` and sent the message delivered by `seq`. */
function toldBeforeSending(trace: TraceReader, seq: number, cause: number): number | null {
  const message = trace.int(seq, 'message');
  let told: number | null = null;
  for (let at = cause + 1; at < seq; at++) {
    if (trace.cause(at) !== cause) continue;
    if (trace.kind(at) === 'message-sent' && trace.int(at, 'message') === message) return told;
    if (telling.has(trace.kind(at))) told = at;
  }
  return null;
}
