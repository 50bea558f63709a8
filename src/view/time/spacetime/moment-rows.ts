/**
 * The rows of the table: messages and timers that ran out, in order of their events. Gathered on as
 * the run grows, for all processes or for one.
 */
import { oncePer } from '../../../lib/once-per.ts';
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { rareOf } from './rare.ts';
import { timerKinds } from './timer-kinds.ts';

export type Moment =
  | { readonly kind: 'message'; readonly row: number; readonly seq: number }
  | { readonly kind: 'timer'; readonly row: number; readonly seq: number };

export class MomentRows {
  readonly #trace: TraceReader;
  readonly #lanes: LaneCollector;
  /** The lane that they are of; null: all. */
  readonly #lane: number | null;
  readonly #moments: Moment[] = [];
  #messages = 0;
  #timers = 0;

  constructor(trace: TraceReader, lanes: LaneCollector, lane: number | null) {
    this.#trace = trace;
    this.#lanes = lanes;
    this.#lane = lane;
  }

  /** How many there are up to event `lastSeq`, everything that has come since included. */
  countUpTo(lastSeq: number): number {
    this.#readOn();
    let low = 0;
    for (let high = this.#moments.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((this.#moments[middle] as Moment).seq > lastSeq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  at(index: number): Moment | undefined {
    return this.#moments[index];
  }

  #readOn(): void {
    const { messages, timers } = this.#lanes;
    const news = rareOf(this.#trace, this.#lanes).timers;
    for (;;) {
      const timer = news[this.#timers];
      const isMore = this.#messages < messages.times.length;
      if (timer === undefined && !isMore) return;
      const sent = isMore ? messages.sentSeqOf(this.#messages) : Infinity;
      const fired = timer === undefined ? Infinity : timers.endSeqOf(timer);
      if (sent < fired) this.#takeMessage(this.#messages++, sent);
      else this.#takeTimer(news[this.#timers++] as number, fired);
    }
  }

  #takeMessage(row: number, seq: number): void {
    const { messages } = this.#lanes;
    if (this.#isOf(messages.fromOf(row)) || this.#isOf(messages.toOf(row))) {
      this.#moments.push({ kind: 'message', row, seq });
    }
  }

  #takeTimer(row: number, seq: number): void {
    const { timers } = this.#lanes;
    const timer = timers.at(row);
    const about = timerKinds[timer.timer]?.about(timer, this.#lanes)?.id ?? -1;
    if (this.#isOf(timer.lane) || this.#isOf(about))
      this.#moments.push({ kind: 'timer', row, seq });
  }

  #isOf(lane: number): boolean {
    return this.#lane === null || this.#lane === lane;
  }
}

const rowsIn = oncePer((_trace: TraceReader) => new Map<number | null, MomentRows>());

/** Of a run, for a lane or for all; the same object for the same. */
export function momentRowsOf(
  trace: TraceReader,
  lanes: LaneCollector,
  lane: number | null,
): MomentRows {
  const byLane = rowsIn(trace);
  const rows = byLane.get(lane) ?? new MomentRows(trace, lanes, lane);
  byLane.set(lane, rows);
  return rows;
}
