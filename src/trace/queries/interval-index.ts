/**
 * Stretches of time in order of their beginnings, many at once: finds those that touch a window
 * without looking at all of them. They are gathered in blocks, and blocks in larger blocks; each
 * knows how many of its stretches last, and when the last of the others ended, so one that is over
 * before the window begins is passed by as a whole. A few that last for ever cost nothing but
 * themselves.
 */
import { assert } from '../../lib/assert.ts';
import { Column } from './column.ts';

/** Stretches in a block are two to this power, at each level. */
const shifts = [5, 10, 15] as const;
const smallest = (1 << shifts[0]) - 1;

/** Where they are gathered before it is known how many there are; used by one search at a time. */
let found = new Uint32Array(1024);

class Level {
  readonly shift: number;
  /** Of each block: how many of its stretches last. */
  readonly #lasting = new Column();
  /** Of each block: the latest end of those that are over. */
  readonly #latest = new Column();

  constructor(shift: number) {
    this.shift = shift;
  }

  begin(index: number): void {
    const block = index >>> this.shift;
    if (block === this.#lasting.length) {
      this.#lasting.push(0);
      this.#latest.push(-Infinity);
    }
    this.#lasting.set(block, this.#lasting.at(block) + 1);
  }

  end(index: number, atUs: number): void {
    const block = index >>> this.shift;
    this.#lasting.set(block, this.#lasting.at(block) - 1);
    if (atUs > this.#latest.at(block)) this.#latest.set(block, atUs);
  }

  isOverBefore(index: number, atUs: number): boolean {
    const block = index >>> this.shift;
    return this.#lasting.at(block) === 0 && this.#latest.at(block) < atUs;
  }
}

export class IntervalIndex {
  readonly #from = new Column(1024);
  readonly #to = new Column(1024);
  /** The smallest blocks first. */
  readonly #levels = shifts.map((shift) => new Level(shift));

  get length(): number {
    return this.#from.length;
  }

  /** Begins a stretch, not before the last one that was begun; returns its index. */
  begin(atUs: number): number {
    const index = this.#from.length;
    assert(index === 0 || this.#from.at(index - 1) <= atUs, 'stretches come in order of time');
    this.#from.push(atUs);
    this.#to.push(Infinity);
    for (const level of this.#levels) level.begin(index);
    return index;
  }

  /** Ends a stretch that lasts. */
  end(index: number, atUs: number): void {
    assert(this.#to.at(index) === Infinity, 'a stretch ends once');
    this.#to.set(index, atUs);
    for (const level of this.#levels) level.end(index, atUs);
  }

  fromUs(index: number): number {
    return this.#from.at(index);
  }

  /** Infinity while it lasts. */
  toUs(index: number): number {
    return this.#to.at(index);
  }

  /** The index of the first stretch that begins at or after a moment. */
  firstFrom(atUs: number): number {
    return this.#from.firstAtLeast(atUs);
  }

  /** The stretches that touch the window, both ends included, in order. */
  touching(fromUs: number, toUs: number): Uint32Array {
    const end = this.#from.firstAtLeast(nextAbove(toUs));
    if (found.length < end) found = new Uint32Array(2 * end);
    let count = 0;
    for (let index = 0; index < end;) {
      const over = (index & smallest) === 0 ? this.#blockOverBefore(index, fromUs) : 0;
      if (over > 0) {
        index += over;
        continue;
      }
      if (this.#to.at(index) >= fromUs) found[count++] = index;
      index += 1;
    }
    return found.slice(0, count);
  }

  /** The size of the largest block that begins at `index` and is over before `atUs`; 0: none is. */
  #blockOverBefore(index: number, atUs: number): number {
    let size = 0;
    for (const level of this.#levels) {
      const own = 1 << level.shift;
      if ((index & (own - 1)) !== 0 || !level.isOverBefore(index, atUs)) break;
      size = own;
    }
    return size;
  }
}

/** The least moment after this one: moments are whole, windows need not be. */
function nextAbove(atUs: number): number {
  return Math.floor(atUs) + 1;
}
