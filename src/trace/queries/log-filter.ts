/** The events of a log that a filter lets through, in order; goes on where it stopped. */
import type { RuleId } from '../../protocol/rules.ts';
import type { LogGroup } from './log-groups.ts';
import type { LogEntry, LogIndex } from './log-index.ts';

export interface LogQuery {
  /** Empty: any. */
  readonly process: string;
  /** Empty: any. */
  readonly group: LogGroup | '';
  /** A consumer group: what is about another one is left out. Empty: any. */
  readonly about: string;
  /** Empty: any, and none. */
  readonly rule: RuleId | '';
  /** Words in any order; an event must have them all. */
  readonly text: string;
  /** Only events of these numbers, the steps of a chain say; null: any. */
  readonly among: ReadonlySet<number> | null;
}

export class LogFilter {
  readonly #query: LogQuery;
  readonly #terms: readonly string[];
  /** Of each entry of the index: whether it is let through. */
  readonly #passes: boolean[] = [];
  #found = new Uint32Array(1024);
  #count = 0;
  #length = 0;

  constructor(query: LogQuery) {
    this.#query = query;
    this.#terms = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  /** Events found so far. */
  get count(): number {
    return this.#count;
  }

  /** Looks at what the index has got since the last call; always the same index. */
  readOn(index: LogIndex): void {
    for (let number = this.#passes.length; number < index.entries.length; number++) {
      const entry = index.entries[number];
      this.#passes.push(entry !== undefined && this.#lets(entry));
    }
    const { among } = this.#query;
    for (let seq = this.#length; seq < index.length; seq++) {
      if (this.#passes[index.entryOf(seq)] && (among?.has(seq) ?? true)) this.#push(seq);
    }
    this.#length = index.length;
  }

  /** The event at a place in the list. */
  at(place: number): number {
    return place < this.#count ? (this.#found[place] ?? -1) : -1;
  }

  /** How many of the events found are at or before `seq`. */
  countUpTo(seq: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#found[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Fields first: most events are turned away without their words being looked at. */
  #lets({ process, group, about, rules, words }: LogEntry): boolean {
    if (this.#query.about !== '' && about !== '' && about !== this.#query.about) return false;
    if (this.#query.process !== '' && process !== this.#query.process) return false;
    if (this.#query.group !== '' && group !== this.#query.group) return false;
    if (this.#query.rule !== '' && !rules.includes(this.#query.rule)) return false;
    return this.#terms.every((term) => words.includes(term));
  }

  #push(seq: number): void {
    if (this.#count === this.#found.length) {
      const grown = new Uint32Array(2 * this.#found.length);
      grown.set(this.#found);
      this.#found = grown;
    }
    this.#found[this.#count] = seq;
    this.#count += 1;
  }
}
