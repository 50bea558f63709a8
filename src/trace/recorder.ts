/** Appends to a trace and tells those who listen. */
import type { NewEvent, TraceEvent } from './events.ts';
import { Trace } from './trace.ts';

export class Recorder {
  readonly trace: Trace;
  readonly #listeners: ((event: TraceEvent) => void)[] = [];

  constructor(trace = new Trace()) {
    this.trace = trace;
  }

  /** Returns the event's `seq`. */
  append(event: NewEvent): number {
    const seq = this.trace.append(event);
    for (const listener of this.#listeners) listener(this.trace.event(seq));
    return seq;
  }

  /** Calls `listener` with every event appended from now on. */
  onEvent(listener: (event: TraceEvent) => void): void {
    this.#listeners.push(listener);
  }
}
