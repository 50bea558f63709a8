/**
 * What became of every message of a trace, gathered in one pass that goes on where it stopped: where
 * it was sent, changed, held, delivered or lost, and what answers it.
 */
import { perTrace } from '../../store/forks.ts';
import type { EventKind } from '../../trace/events.ts';
import type { TraceReader } from '../../trace/reader.ts';

const kinds: ReadonlySet<EventKind> = new Set<EventKind>([
  'message-sent',
  'message-corrupted',
  'message-held',
  'message-released',
  'message-delivered',
  'message-dropped',
]);

export class MessageIndex {
  /** Message -> its events, in order. */
  readonly #events = new Map<number, number[]>();
  /** Request -> the message that answers it. */
  readonly #answers = new Map<number, number>();
  #length = 0;

  /** Of a fork of the trace: what has been read of the events up to `last`, which both have. */
  fork(last: number): MessageIndex {
    const copy = new MessageIndex();
    copy.#length = Math.min(this.#length, last + 1);
    for (const [message, events] of this.#events) {
      const shared = events.filter((seq) => seq <= last);
      if (shared.length > 0) copy.#events.set(message, shared);
    }
    for (const [request, answer] of this.#answers) {
      if (copy.#events.has(answer)) copy.#answers.set(request, answer);
    }
    return copy;
  }

  /** Takes in what the trace has got since the last call; always the same trace. */
  readOn(trace: TraceReader): this {
    for (let seq = this.#length; seq < trace.length; seq++) this.#take(trace, seq);
    this.#length = trace.length;
    return this;
  }

  /** The events of a message, in order; the first is that it was sent. */
  eventsOf(message: number): readonly number[] {
    return this.#events.get(message) ?? [];
  }

  /** The message that answers this one; null: none does. */
  answerTo(message: number): number | null {
    return this.#answers.get(message) ?? null;
  }

  #take(trace: TraceReader, seq: number): void {
    const kind = trace.kind(seq);
    if (!kinds.has(kind)) return;
    const message = trace.int(seq, 'message');
    if (typeof message !== 'number') return;
    const events = this.#events.get(message);
    if (events) events.push(seq);
    else this.#events.set(message, [seq]);
    const request = kind === 'message-sent' ? trace.int(seq, 'request') : null;
    if (typeof request === 'number') this.#answers.set(request, message);
  }
}

const indexOf = perTrace(
  () => new MessageIndex(),
  (index, last) => index.fork(last),
);

/** The index of a trace with all that has arrived of it. */
export function messagesOf(trace: TraceReader): MessageIndex {
  return indexOf(trace).readOn(trace);
}
