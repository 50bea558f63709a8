/**
 * Why something happened: the chain of earlier events back to a user's action or a setting. Sending
 * and delivering a message are one step of it; so is all the looking for a coordinator.
 */
import type { RuleId } from '../protocol/rules.ts';
import { describe } from './describe.ts';
import type { TraceReader } from './reader.ts';
import { condensed } from './why/condense.ts';
import { reasonOf } from './why/reason.ts';

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

/** `short`: in at most six steps, where that can be (see condense.ts); `whole`: with every reason. */
export type ChainExtent = 'short' | 'whole';

/** The steps from event `seq` back to what set it off; the first is the event itself. */
export function whyChain(
  trace: TraceReader,
  seq: number,
  extent: ChainExtent = 'short',
): WhyStep[] {
  const whole = reasonsOf(trace, seq);
  const kept = extent === 'whole' ? whole : condensed(trace, whole);
  return kept.map((at) => {
    const event = trace.event(at);
    const { atUs, process, kind, rules } = event;
    return { seq: at, atUs, process, kind, text: describe(event, trace), rules };
  });
}

/** All of them as the numbers of the events. */
export function reasonsOf(trace: TraceReader, seq: number): number[] {
  const reasons: number[] = [];
  for (let at: number | null = seq; at !== null && reasons.length < longest;) {
    reasons.push(at);
    at = reasonOf(trace, at);
  }
  return reasons;
}
