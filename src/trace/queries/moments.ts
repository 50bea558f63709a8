/**
 * Next and previous: by event, by message, by generation, by where, what and under which rule. Lists
 * are kept while the trace grows, so a step costs a few binary searches however long the trace is.
 */
import type { RuleId } from '../../protocol/rules.ts';
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import type { MessageLines } from './lane-messages.ts';
import { SeqLists, walkAll, walkAlong, walkAny, walkCommon } from './seq-lists.ts';
import type { Walk } from './seq-lists.ts';

/** What to go to the next or previous one of. */
export type Stop =
  /** Every event. */
  | { readonly by: 'event' }
  /** The sending, or the arrival or loss, of any message; all that befalls one message. */
  | { readonly by: 'message'; readonly message?: number }
  /** The completion of a generation of a group. */
  | { readonly by: 'generation'; readonly group: string }
  /** Events of some kinds, at a process, under a rule; what is left out may be anything. */
  | {
      readonly by: 'what';
      readonly kinds?: readonly EventKind[];
      readonly process?: string;
      readonly rule?: RuleId;
    };

/** What a step may go to of messages that nobody has chosen. */
const messageKinds: readonly EventKind[] = ['message-sent', 'message-delivered', 'message-dropped'];

export class MomentCollector {
  readonly #messages: MessageLines;
  readonly #kinds = new SeqLists();
  readonly #processes = new SeqLists();
  readonly #rules = new SeqLists();
  /** Completed generations by group. */
  readonly #generations = new SeqLists();
  #length = 0;

  /** `messages` have been read as far as this. */
  constructor(messages: MessageLines) {
    this.#messages = messages;
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    this.#length = seq + 1;
    this.#kinds.add(kind, seq);
    const process = trace.process(seq);
    if (process !== undefined) this.#processes.add(process, seq);
    for (const rule of trace.rules(seq)) this.#rules.add(rule, seq);
    if (kind === 'rebalance-completed') {
      this.#generations.add(trace.text(seq, 'group') ?? '', seq);
    }
  }

  /** The first stop after event `seq`, up to event `last`; null: there is none. */
  next(seq: number, stop: Stop, last = Infinity): number | null {
    const found = this.walk(stop).atOrAfter(seq + 1);
    return found === Infinity || found > last ? null : found;
  }

  /** The last stop before event `seq`; null: there is none. */
  previous(seq: number, stop: Stop): number | null {
    const found = this.walk(stop).atOrBefore(seq - 1);
    return found < 0 ? null : found;
  }

  /** The way along all stops of a sort. */
  walk(stop: Stop): Walk {
    switch (stop.by) {
      case 'event':
        return walkAll(this.#length);
      case 'message':
        if (stop.message === undefined) return this.#ofKinds(messageKinds);
        return walkAlong(this.#messages.seqsOf(stop.message));
      case 'generation':
        return this.#generations.walk(stop.group);
      case 'what': {
        const { kinds, process, rule } = stop;
        const walks = [walkAll(this.#length)];
        if (kinds) walks.push(this.#ofKinds(kinds));
        if (process !== undefined) walks.push(this.#processes.walk(process));
        if (rule !== undefined) walks.push(this.#rules.walk(rule));
        return walkCommon(walks);
      }
    }
  }

  #ofKinds(kinds: readonly EventKind[]): Walk {
    return walkAny(kinds.map((kind) => this.#kinds.walk(kind)));
  }
}
