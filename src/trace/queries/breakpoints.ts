/**
 * Where a run comes to a breakpoint: kept while the trace grows, so that the first one in a stretch,
 * and all of them for marks on the axis, are found without looking at the events again.
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import type { BandCollector } from './bands.ts';
import { Believers } from './believers.ts';
import type { Breakpoint, BreakpointId } from './breakpoint.ts';
import { conditions } from './breakpoint-hits.ts';
import type { Hit, Known } from './breakpoint-hits.ts';
import type { LaneCollector } from './lanes.ts';
import type { MomentCollector } from './moments.ts';
import { SeqLists, walkAlong, walkAny, walkCommon } from './seq-lists.ts';
import type { Walk } from './seq-lists.ts';

/** What has taken in every event before this does. */
export interface Before {
  readonly bands: BandCollector;
  readonly lanes: LaneCollector;
  readonly moments: MomentCollector;
}

export interface BreakpointHit {
  readonly seq: number;
  readonly breakpoint: Breakpoint;
}

export class BreakpointCollector {
  readonly #before: Before;
  readonly #believers = new Believers();
  readonly #groups = new Set<string>();
  readonly #gaveUpIn = new Map<string, number | null>();
  readonly #hits = new SeqLists();
  /** Events at which an invariant was broken, in order. */
  #violations: readonly number[] = [];

  constructor(before: Before) {
    this.#before = before;
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    const twoBelieve = this.#believers.take(trace, seq, kind);
    if (kind === 'group-configured') this.#groups.add(trace.text(seq, 'group') ?? '');
    const own = conditions[kind];
    if (!own) return;
    const { bands, lanes } = this.#before;
    const known: Known = {
      bands,
      lanes,
      groups: this.#groups,
      twoBelieve,
      gaveUpIn: this.#gaveUpIn,
    };
    for (const { id, match } of own) {
      const hit = match(trace, seq, known);
      if (hit) this.#add(id, hit, seq);
    }
  }

  /** Invariants are watched elsewhere, over the whole run: says that one was broken at an event. */
  noteViolation(seq: number): void {
    if (this.#violations.includes(seq)) return;
    this.#violations = [...this.#violations, seq].toSorted((a, b) => a - b);
  }

  /** The first event after `afterSeq`, up to `lastSeq`, that one of them is for; null: none is. */
  first(
    breakpoints: readonly Breakpoint[],
    afterSeq: number,
    lastSeq: number,
  ): BreakpointHit | null {
    let found: BreakpointHit | null = null;
    for (const breakpoint of breakpoints) {
      const seq = this.#walk(breakpoint).atOrAfter(afterSeq + 1);
      if (seq <= lastSeq && (!found || seq < found.seq)) found = { seq, breakpoint };
    }
    return found;
  }

  /** Every event after `afterSeq`, up to `lastSeq`, that one of them is for, in order. */
  all(breakpoints: readonly Breakpoint[], afterSeq: number, lastSeq: number): number[] {
    const walk = walkAny(breakpoints.map((breakpoint) => this.#walk(breakpoint)));
    const seqs: number[] = [];
    let seq = walk.atOrAfter(afterSeq + 1);
    for (; seq <= lastSeq && seq < Infinity; seq = walk.atOrAfter(seq + 1)) seqs.push(seq);
    return seqs;
  }

  #walk({ id, rule, process, group }: Breakpoint): Walk {
    const { moments } = this.#before;
    if (id === 'invariant') return walkAlong(this.#violations);
    if (id === 'rule' || id === 'process') {
      return moments.walk({ by: 'what', ...(rule && { rule }), ...(process && { process }) });
    }
    const walks = [this.#hits.walk(id)];
    if (process !== undefined) walks.push(this.#hits.walk(keyOf(id, 'process', process)));
    if (group !== undefined) walks.push(this.#hits.walk(keyOf(id, 'group', group)));
    return walkCommon(walks);
  }

  #add(id: BreakpointId, { processes, groups }: Hit, seq: number): void {
    this.#hits.add(id, seq);
    for (const process of processes) {
      if (process) this.#hits.add(keyOf(id, 'process', process), seq);
    }
    for (const group of groups) {
      if (group) this.#hits.add(keyOf(id, 'group', group), seq);
    }
  }
}

function keyOf(id: BreakpointId, by: 'process' | 'group', name: string): string {
  return `${id} ${by} ${name}`;
}
