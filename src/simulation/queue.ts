/**
 * The event queue: a binary heap in the order (time, class, source, number in that source). The key
 * is known to the sender alone, so the order never depends on who inserts first. The heap's state is
 * plain data and is part of a checkpoint.
 */

/** Commands before messages and connections before timers, at the same microsecond. */
export const classes = { command: 0, arrival: 1, timer: 2 } as const;

export interface Key {
  readonly atUs: number;
  readonly class: number;
  /** Name of the process (or `user`) that made it; compared by code units. */
  readonly source: string;
  /** Counts up within a source. */
  readonly number: number;
}

/** `times[i]` repeats `entries[i].atUs`: most comparisons touch only the numbers. */
export interface Queue<T extends Key> {
  readonly times: number[];
  readonly entries: T[];
}

export function emptyQueue<T extends Key>(): Queue<T> {
  return { times: [], entries: [] };
}

/** The full order; never 0 for two different entries. */
export function compareKeys(a: Key, b: Key): number {
  if (a.atUs !== b.atUs) return a.atUs - b.atUs;
  if (a.class !== b.class) return a.class - b.class;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.number - b.number;
}

export function push<T extends Key>({ times, entries }: Queue<T>, entry: T): void {
  const time = entry.atUs;
  let i = times.push(time) - 1;
  entries.push(entry);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const parentTime = times[parent] as number;
    const above = entries[parent] as T;
    if (time > parentTime || (time === parentTime && compareKeys(entry, above) >= 0)) break;
    times[i] = parentTime;
    entries[i] = above;
    i = parent;
  }
  times[i] = time;
  entries[i] = entry;
}

/** Time of the next entry, or Infinity. */
export function nextTimeUs<T extends Key>({ times }: Queue<T>): number {
  return times.length === 0 ? Infinity : (times[0] as number);
}

/** Takes the first entry out; undefined when there is none. */
export function pop<T extends Key>({ times, entries }: Queue<T>): T | undefined {
  const first = entries[0];
  const time = times.pop();
  const entry = entries.pop();
  if (time === undefined || entry === undefined || entries.length === 0) return first;
  const end = entries.length;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= end) break;
    if (child + 1 < end && isBefore(times, entries, child + 1, child)) child += 1;
    const childTime = times[child] as number;
    const below = entries[child] as T;
    if (time < childTime || (time === childTime && compareKeys(entry, below) <= 0)) break;
    times[i] = childTime;
    entries[i] = below;
    i = child;
  }
  times[i] = time;
  entries[i] = entry;
  return first;
}

function isBefore(times: number[], entries: Key[], i: number, j: number): boolean {
  const difference = (times[i] as number) - (times[j] as number);
  if (difference !== 0) return difference < 0;
  return compareKeys(entries[i] as Key, entries[j] as Key) < 0;
}

/** Takes out all that `matches`; they come in their order. Looks at every entry: for rare things. */
export function take<T extends Key>(queue: Queue<T>, matches: (entry: T) => boolean): T[] {
  const taken = queue.entries.filter(matches);
  if (taken.length === 0) return taken;
  const rest = queue.entries.filter((entry) => !matches(entry));
  queue.entries.length = 0;
  queue.times.length = 0;
  for (const entry of rest) push(queue, entry);
  return taken.toSorted(compareKeys);
}
