/**
 * The invariants of a run, watched as its events come in: of each rule the first event that breaks
 * it. Goes on where it stopped.
 */
import type { RuleId } from '../../protocol/rules.ts';
import { createInvariants } from '../invariants.ts';
import type { Violation } from '../invariants.ts';
import type { TraceReader } from '../reader.ts';

export class Watch {
  readonly #invariants = createInvariants();
  readonly #first = new Map<RuleId, Violation>();
  #length = 0;

  /** Events that are in. */
  get length(): number {
    return this.#length;
  }

  /** Takes in up to `atMost` more events; always of the same trace. */
  readOn(trace: TraceReader, atMost: number = Infinity): void {
    const end = Math.min(trace.length, this.#length + atMost);
    for (let seq = this.#length; seq < end; seq++) {
      const violation = this.#invariants.check(trace.event(seq));
      if (violation && !this.#first.has(violation.rule)) this.#first.set(violation.rule, violation);
    }
    this.#length = end;
  }

  /** What first broke the rule, up to event `last`; null: it holds so far. */
  brokenBy(rule: RuleId, last: number): Violation | null {
    const violation = this.#first.get(rule);
    return violation && violation.seq <= last ? violation : null;
  }
}
