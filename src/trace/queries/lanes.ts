/**
 * The space-time diagram: a lifeline for every process, the messages between them, and their timers.
 * What touches a window is found without looking at the rest of the run. Follows the trace; knows
 * nothing of pixels. It tells how things ended at whatever time; who shows an earlier moment asks for
 * them as of its last event (see lane-as-of.ts).
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { densityOf } from './lane-density.ts';
import type { Density } from './lane-density.ts';
import { LaneLines } from './lane-lines.ts';
import type { Lane } from './lane-lines.ts';
import { MessageLines } from './lane-messages.ts';
import { TimerLines } from './lane-timers.ts';

/** Rows of {@link LaneCollector.messages} and {@link LaneCollector.timers}, in order of their beginnings. */
export interface Visible {
  readonly messages: Uint32Array;
  readonly timers: Uint32Array;
}

export interface Shown {
  /** Ids of lanes: messages that leave or reach one of them, timers of them. */
  readonly lanes?: ReadonlySet<number>;
  /** Names of timers. */
  readonly timers?: ReadonlySet<string>;
  /** The last event that counts: nothing that began after it is shown. */
  readonly lastSeq?: number;
}

export class LaneCollector {
  readonly #lines = new LaneLines();
  readonly messages = new MessageLines(this.#lines);
  readonly timers = new TimerLines(this.#lines);

  /** Every process that has been started, in the order of the stage. */
  get lanes(): readonly Lane[] {
    return this.#lines.inOrder;
  }

  /** The lane with an id. */
  laneAt(id: number): Lane | undefined {
    return this.#lines.lanes[id];
  }

  /** The lane of a process; undefined: it has never been started. */
  laneOf(process: string): Lane | undefined {
    return this.laneAt(this.#lines.idOf(process));
  }

  /** The lane of the consumer behind a member, `<group>/<id>` as timers name it. */
  laneOfMember(member: string): Lane | undefined {
    return this.laneOf(this.#lines.consumerOf(member) ?? '');
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    this.#lines.take(trace, seq, kind);
    this.messages.take(trace, seq, kind);
    this.timers.take(trace, seq, kind);
  }

  /** What is under way or runs at some moment of the window, both ends included. */
  visible(fromUs: number, toUs: number, { lanes, timers: names, lastSeq }: Shown = {}): Visible {
    let messages = this.messages.times.touching(fromUs, toUs);
    let timers = this.timers.times.touching(fromUs, toUs);
    if (lastSeq !== undefined) {
      messages = below(messages, this.messages.countUpTo(lastSeq));
      timers = below(timers, this.timers.countUpTo(lastSeq));
    }
    if (lanes) {
      const { messages: lines } = this;
      messages = messages.filter(
        (row) => lanes.has(lines.fromOf(row)) || lanes.has(lines.toOf(row)),
      );
      timers = timers.filter((row) => lanes.has(this.timers.laneOf(row)));
    }
    if (names) timers = timers.filter((row) => names.has(this.timers.timerOf(row)));
    return { messages, timers };
  }

  /** How many messages are sent from `fromUs` to before `toUs`: whether they can be drawn one by one. */
  sentBetween(fromUs: number, toUs: number): number {
    const { times } = this.messages;
    return times.firstFrom(toUs) - times.firstFrom(fromUs);
  }

  /** Messages sent from `fromUs` to before `toUs`, counted by lane in so many equal parts. */
  density(fromUs: number, toUs: number, buckets: number): Density {
    return densityOf(this.messages, this.#lines.lanes.length, fromUs, toUs, buckets);
  }
}

/** The ascending numbers that are below a limit, without a copy. */
function below(rows: Uint32Array, limit: number): Uint32Array {
  let count = rows.length;
  if ((rows[count - 1] ?? 0) < limit) return rows;
  for (let low = 0; low < count;) {
    const middle = (low + count) >>> 1;
    if ((rows[middle] as number) >= limit) count = middle;
    else low = middle + 1;
  }
  return rows.subarray(0, count);
}
