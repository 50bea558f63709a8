/** Appends to a trace: gives each event its `seq` and its `because`. */
import { becauseOf, emptyBecause, noteEvent } from './because.ts';
import type { BecauseState } from './because.ts';
import type { NewEvent, TraceEvent } from './events.ts';
import { Trace } from './trace.ts';

export class Recorder {
  readonly trace: Trace;
  readonly because: BecauseState;
  readonly #listeners: ((event: TraceEvent) => void)[] = [];

  constructor(trace = new Trace(), because = emptyBecause()) {
    this.trace = trace;
    this.because = because;
  }

  /** Returns the event's `seq`. */
  append(event: NewEvent): number {
    const seq = this.trace.length;
    const whole = { ...event, seq, because: becauseOf(this.because, event) } as TraceEvent;
    noteEvent(this.because, event, seq);
    this.trace.push(whole);
    for (const listener of this.#listeners) listener(whole);
    return seq;
  }

  /** Calls `listener` with every event appended from now on. */
  onEvent(listener: (event: TraceEvent) => void): void {
    this.#listeners.push(listener);
  }
}
