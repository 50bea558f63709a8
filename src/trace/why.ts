/**
 * Why something happened: the chain of earlier events back to a user's action or a setting. An event
 * with a `because` came out so by that; else its cause says in whose handling it came about. Sending
 * and delivering a message are one step.
 */
import type { RuleId } from '../protocol/rules.ts';
import { describe } from './describe.ts';
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

/**
 * The event before in the chain, or null at its end. The cause of a delivery is what its sender was
 * handling: what a message did came about by that, not by the network.
 */
function before(trace: TraceReader, seq: number): number | null {
  return trace.because(seq) ?? trace.cause(seq);
}
