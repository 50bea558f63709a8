/**
 * The transitions of every state machine in a trace, gathered in one pass that goes on where it
 * stopped. A process that ends takes its machines to their first state, though it cannot say so.
 */
import { oncePer } from '../../../lib/once-per.ts';
import type { TraceReader } from '../../../trace/reader.ts';

export interface Transition {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
}

/** A consumer's own machine, or that of a group at a broker. */
export function machineKey(process: string, group: string | null = null): string {
  return group === null ? process : `${process}|${group}`;
}

const begin = 'Down';

export class Transitions {
  readonly #byMachine = new Map<string, Transition[]>();
  /** Process -> its machines. */
  readonly #ofProcess = new Map<string, Set<string>>();
  #length = 0;

  /** Takes in what the trace has got since the last call; always the same trace. */
  readOn(trace: TraceReader): this {
    for (let seq = this.#length; seq < trace.length; seq++) this.#take(trace, seq);
    this.#length = trace.length;
    return this;
  }

  /** In order; none where nothing was ever said of it. */
  of(key: string): readonly Transition[] {
    return this.#byMachine.get(key) ?? [];
  }

  /** The groups that have had a machine at this broker. */
  groupsAt(broker: string): readonly string[] {
    const start = machineKey(broker, '');
    const keys = [...(this.#ofProcess.get(broker) ?? [])];
    return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  }

  #take(trace: TraceReader, seq: number): void {
    const kind = trace.kind(seq);
    const process = trace.process(seq);
    if (process === undefined) return;
    if (kind === 'consumer-state' || kind === 'group-state') {
      const group = kind === 'group-state' ? trace.text(seq, 'group') : null;
      const from = trace.text(seq, 'previous') ?? begin;
      const to = trace.text(seq, 'state') ?? begin;
      this.#add(process, machineKey(process, group), { seq, from, to });
    }
    if (kind === 'process-crashed' || kind === 'process-stopped') this.#end(process, seq);
  }

  #end(process: string, seq: number): void {
    for (const key of this.#ofProcess.get(process) ?? []) {
      const from = stateAfter(this.of(key), seq);
      if (from !== begin) this.#add(process, key, { seq, from, to: begin });
    }
  }

  #add(process: string, key: string, transition: Transition): void {
    const list = this.#byMachine.get(key);
    if (list) list.push(transition);
    else this.#byMachine.set(key, [transition]);
    const keys = this.#ofProcess.get(process);
    if (keys) keys.add(key);
    else this.#ofProcess.set(process, new Set([key]));
  }
}

/** How many of them lie at or before event `seq`. */
export function countUpTo(transitions: readonly Transition[], seq: number): number {
  let low = 0;
  let high = transitions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((transitions[middle]?.seq ?? Infinity) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The state that the machine is in after event `seq`. */
export function stateAfter(transitions: readonly Transition[], seq: number): string {
  return transitions[countUpTo(transitions, seq) - 1]?.to ?? begin;
}

const indexOf = oncePer((_trace: TraceReader) => new Transitions());

/** The index of a trace with all that has arrived of it. */
export function transitionsOf(trace: TraceReader): Transitions {
  return indexOf(trace).readOn(trace);
}
