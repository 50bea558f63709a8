/**
 * All invariants over one trace that grows: OWN-1 to OWN-4 at every event, OWN-5 at fixed moments of
 * virtual time, so that what is found does not depend on how much is read at once. What has been looked at is never looked at again.
 */
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import { rules } from '../protocol/rules.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { Experiment } from './experiment.ts';
import { emptyWorld } from './fold/empty.ts';
import { applyEvent } from './fold/fold.ts';
import { createInvariants } from './invariants.ts';
import type { Violation } from './invariants.ts';
import { Liveness, lookEveryUs } from './invariants/liveness.ts';
import type { TraceReader } from './reader.ts';
import type { World } from './world.ts';

/** An invariant as a person sees it: what it says, and where it was first broken. */
export interface InvariantStatus {
  readonly id: RuleId;
  readonly sentence: string;
  /** The first bad event of the trace, null while there is none: later ones never change it. */
  readonly violation: Violation | null;
}

/** In the order of the rules. */
export const watchedIds: readonly RuleId[] = ['OWN-1', 'OWN-2', 'OWN-3', 'OWN-4', 'OWN-5'];

export class InvariantWatch {
  readonly #trace: TraceReader;
  readonly #invariants = createInvariants();
  readonly #liveness: Liveness;
  readonly #first = new Map<RuleId, Violation>();
  /** For OWN-5 alone, and folded only where that is looked at. */
  readonly #world: World = emptyWorld();
  readonly #lookAfterUs: Us;
  #next = 0;
  #nextLookUs: Us = 0;

  /** Events that have been looked at. */
  get length(): number {
    return this.#next;
  }

  /**
   * OWN-5 is looked at from the last fault on if `isCalm` is to be asked; else not before it can be
   * broken, and the world of most runs is never folded for it.
   */
  constructor({ scenario }: Experiment, trace: TraceReader, asksCalm = false) {
    this.#trace = trace;
    this.#liveness = new Liveness(scenario);
    this.#lookAfterUs = asksCalm ? 0 : msToUs(2 * scenario.zookeeper.sessionTimeoutMs);
  }

  /**
   * Looks at up to `atMost` of the events that have been appended since; all up to `untilUs` are
   * there. Returns the first violation among them.
   */
  update(untilUs: Us, atMost = Infinity): Violation | null {
    let found: Violation | null = null;
    const end = Math.min(this.#trace.length, this.#next + atMost);
    for (; this.#next < end; this.#next++) {
      const event = this.#trace.event(this.#next);
      const late = this.#lookUpTo(event.atUs - 1);
      found ??= late;
      this.#liveness.note(event);
      const violation = this.#invariants.check(event);
      if (violation) this.#keep(violation);
      found ??= violation;
    }
    const isRead = this.#next === this.#trace.length;
    if (!isRead) return found;
    const late = this.#lookUpTo(untilUs);
    return found ?? late;
  }

  /** In the order of the rules. */
  statuses(): InvariantStatus[] {
    return watchedIds.map((id) => {
      const { sentence } = rules[id];
      return { id, sentence, violation: this.#first.get(id) ?? null };
    });
  }

  /** Every group has settled, and nothing is left that could disturb it. */
  isCalm(untilUs: Us): boolean {
    return this.#liveness.isCalm(this.#world, untilUs);
  }

  /** [OWN-5] At every moment to look at up to `untilUs`; all events up to there are read. */
  #lookUpTo(untilUs: Us): Violation | null {
    let found: Violation | null = null;
    for (; this.#nextLookUs <= untilUs; this.#nextLookUs += lookEveryUs) {
      const violation = this.#look(this.#nextLookUs);
      found ??= violation;
    }
    return found;
  }

  /** With all events before the next one in the world. */
  #look(nowUs: Us): Violation | null {
    if (nowUs < this.#liveness.lastFaultUs + this.#lookAfterUs) return null;
    while (this.#world.seq + 1 < this.#next) {
      applyEvent(this.#world, this.#trace.event(this.#world.seq + 1));
    }
    const found = this.#liveness.look(this.#world, nowUs);
    if (!found) return null;
    const violation = { ...found, seq: this.#next - 1, atUs: nowUs };
    this.#keep(violation);
    return violation;
  }

  #keep(violation: Violation): void {
    if (!this.#first.has(violation.rule)) this.#first.set(violation.rule, violation);
  }
}
