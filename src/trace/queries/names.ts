/** Words by number, for columns of words that come again and again. */
export class Names {
  readonly #names: string[] = [];
  readonly #ids = new Map<string, number>();

  /** The number of a word, given on first sight; -1 for none. */
  idOf(name: string | null | undefined): number {
    if (name === null || name === undefined) return -1;
    const id = this.#ids.get(name);
    if (id !== undefined) return id;
    this.#ids.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  /** The word of a number; null for -1. */
  at(id: number): string | null {
    return this.#names[id] ?? null;
  }
}
