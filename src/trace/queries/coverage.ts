/**
 * Which rules a run has shown: of each the first event that is an instance of it. Goes on where it
 * stopped, so reading on costs only what is new.
 */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { TraceReader } from '../reader.ts';

/** Rules that happen, in the order of the text: each has events. */
export const stepRules: readonly RuleId[] = (Object.keys(rules) as RuleId[]).filter(
  (rule) => rules[rule].kind === 'step',
);

export class Coverage {
  readonly #first = new Map<RuleId, number>();
  #length = 0;

  /** Events that are in. */
  get length(): number {
    return this.#length;
  }

  /** Of a fork of the trace: what has been read of the events up to `last`, which both have. */
  fork(last: number): Coverage {
    const copy = new Coverage();
    copy.#length = Math.min(this.#length, last + 1);
    for (const [rule, seq] of this.#first) {
      if (seq <= last) copy.#first.set(rule, seq);
    }
    return copy;
  }

  /** Takes in up to `atMost` more events; always of the same trace. */
  readOn(trace: TraceReader, atMost: number = Infinity): void {
    const end = Math.min(trace.length, this.#length + atMost);
    for (let seq = this.#length; seq < end; seq++) {
      for (const rule of trace.rules(seq)) {
        if (!this.#first.has(rule)) this.#first.set(rule, seq);
      }
    }
    this.#length = end;
  }

  /** The first event of a rule up to event `last`, or null. */
  firstOf(rule: RuleId, last: number): number | null {
    const seq = this.#first.get(rule);
    return seq === undefined || seq > last ? null : seq;
  }

  /** The step rules that have an event up to `last`. */
  shownUpTo(last: number): readonly RuleId[] {
    return stepRules.filter((rule) => this.firstOf(rule, last) !== null);
  }
}
