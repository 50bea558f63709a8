/**
 * The tables that the columns point into: strings by number, JSON values by number. A trace and all
 * its forks share one pair, which only grows, so a number means the same in every one of them. On
 * another thread a replica grows by adopting what each chunk brings, in the order of the chunks.
 */
import { assert, known } from '../lib/assert.ts';
import type { RuleId } from '../protocol/rules.ts';

/** What was added since the last time somebody asked. */
export interface TableAdditions {
  readonly firstString: number;
  readonly newStrings: readonly string[];
  readonly firstValue: number;
  readonly newValues: readonly unknown[];
}

const noRules: readonly RuleId[] = Object.freeze([]);

export class Tables {
  readonly #strings: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #values: unknown[] = [];
  readonly #valueIds = new Map<unknown, number>();
  /** A set of rules is the interned text of its ids, joined by spaces; split once. */
  readonly #rules: (readonly RuleId[] | undefined)[] = [];
  #stringsTaken = 0;
  #valuesTaken = 0;

  /** The number of `text`, given on first sight. */
  idOf(text: string): number {
    const id = this.#ids.get(text);
    return id === undefined ? this.#addString(text) : id;
  }

  /** The number of `text`, or -1 if no event has it. */
  find(text: string): number {
    return this.#ids.get(text) ?? -1;
  }

  string(id: number): string {
    return known(this.#strings[id], 'string number');
  }

  /** Equal references get one number; equal contents need not. */
  idOfValue(value: unknown): number {
    const id = this.#valueIds.get(value);
    if (id !== undefined) return id;
    this.#valueIds.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  }

  value(id: number): unknown {
    return this.#values[id];
  }

  idOfRules(rules: readonly RuleId[]): number {
    if (rules.length === 1) return this.idOf(rules[0] as string);
    return this.idOf(rules.length === 0 ? '' : rules.join(' '));
  }

  rules(id: number): readonly RuleId[] {
    const split = this.#rules[id];
    if (split) return split;
    const text = this.string(id);
    const rules = text === '' ? noRules : (text.split(' ') as RuleId[]);
    this.#rules[id] = rules;
    return rules;
  }

  /** Everything added since the last call. */
  take(): TableAdditions {
    const firstString = this.#stringsTaken;
    const firstValue = this.#valuesTaken;
    this.#stringsTaken = this.#strings.length;
    this.#valuesTaken = this.#values.length;
    return {
      firstString,
      newStrings: this.#strings.slice(firstString),
      firstValue,
      newValues: this.#values.slice(firstValue),
    };
  }

  adopt({ firstString, newStrings, firstValue, newValues }: TableAdditions): void {
    assert(firstString === this.#strings.length, 'chunks bring strings in order');
    assert(firstValue === this.#values.length, 'chunks bring values in order');
    for (const text of newStrings) this.#addString(text);
    for (const value of newValues) this.#values.push(value);
  }

  #addString(text: string): number {
    const id = this.#strings.push(text) - 1;
    this.#ids.set(text, id);
    return id;
  }
}
