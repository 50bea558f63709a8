/** A growing list of numbers in one piece of memory, for what there are tens of thousands of. */
export class Column {
  #values: Float64Array;
  #length = 0;

  constructor(room = 16) {
    this.#values = new Float64Array(room);
  }

  get length(): number {
    return this.#length;
  }

  /** Appends; returns where. */
  push(value: number): number {
    const index = this.#length;
    if (index === this.#values.length) {
      const grown = new Float64Array(2 * index);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[index] = value;
    this.#length = index + 1;
    return index;
  }

  /** The number at an index that there is. */
  at(index: number): number {
    return this.#values[index] as number;
  }

  /** Replaces the number at an index that there is. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Of ascending numbers: the index of the first that is not below `value`. */
  firstAtLeast(value: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] as number) >= value) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
