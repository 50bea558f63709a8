/**
 * What tells the story of a long run and is rare in it: refusals, registrations and searches, timers
 * whose running out is news. Gathered on as the run grows.
 */
import { oncePer } from '../../../lib/once-per.ts';
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { shapeOf } from '../../stage/marks.ts';
import type { ShapeName } from '../../stage/marks.ts';
import { isNews } from './timer-kinds.ts';

const tellingShapes: ReadonlySet<ShapeName> = new Set(['diamond', 'triangle']);

export class Rare {
  /** Rows of messages, in order. */
  readonly messages: number[] = [];
  /** Rows of timers, in the order in which they ran out. */
  readonly timers: number[] = [];
  #messages = 0;
  #timers = 0;

  readOn(trace: TraceReader, { messages, timers }: LaneCollector): this {
    for (; this.#messages < messages.times.length; this.#messages++) {
      const row = this.#messages;
      const isTelling = messages.isRefusal(row) || tellingShapes.has(shapeOf(messages.apiOf(row)));
      if (isTelling) this.messages.push(row);
    }
    for (; this.#timers < timers.fired.length; this.#timers++) {
      const row = timers.fired[this.#timers] as number;
      if (isNews(trace, timers.at(row))) this.timers.push(row);
    }
    return this;
  }
}

const rareIn = oncePer((_trace: TraceReader) => new Rare());

/** Of a run, with all that has arrived of it. */
export function rareOf(trace: TraceReader, lanes: LaneCollector): Rare {
  return rareIn(trace).readOn(trace, lanes);
}
