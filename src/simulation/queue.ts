/**
 * The event queue: a binary heap in the order (time, class, source, number in that source). The key
 * is known to the sender alone, so the order never depends on who inserts first. The heap's state is
 * plain data and is part of a checkpoint.
 */

/** Commands before messages and connections before timers, at the same microsecond. */
export const classes = { command: 0, arrival: 1, timer: 2 } as const;

export interface Entry<T> {
  readonly atUs: number;
  readonly class: number;
  /** Name of the process (or `user`) that made it; compared by code units. */
  readonly source: string;
  /** Counts up within a source. */
  readonly number: number;
  readonly item: T;
}

/** `times[i]` repeats `entries[i].atUs`: most comparisons touch only the numbers. */
export interface Queue<T> {
  readonly times: number[];
  readonly entries: Entry<T>[];
}

export function emptyQueue<T>(): Queue<T> {
  return { times: [], entries: [] };
}

function isBefore<T>(queue: Queue<T>, i: number, j: number): boolean {
  const timeI = queue.times[i] as number;
  const timeJ = queue.times[j] as number;
  if (timeI !== timeJ) return timeI < timeJ;
  const a = queue.entries[i] as Entry<T>;
  const b = queue.entries[j] as Entry<T>;
  if (a.class !== b.class) return a.class < b.class;
  if (a.source !== b.source) return a.source < b.source;
  return a.number < b.number;
}

function swap<T>({ times, entries }: Queue<T>, i: number, j: number): void {
  const time = times[i] as number;
  times[i] = times[j] as number;
  times[j] = time;
  const entry = entries[i] as Entry<T>;
  entries[i] = entries[j] as Entry<T>;
  entries[j] = entry;
}

export function push<T>(queue: Queue<T>, entry: Entry<T>): void {
  let i = queue.times.push(entry.atUs) - 1;
  queue.entries.push(entry);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!isBefore(queue, i, parent)) return;
    swap(queue, i, parent);
    i = parent;
  }
}

/** Time of the next entry, or Infinity. */
export function nextTimeUs<T>(queue: Queue<T>): number {
  return queue.times[0] ?? Infinity;
}

/** Takes the first entry out; undefined when there is none. */
export function pop<T>(queue: Queue<T>): Entry<T> | undefined {
  const first = queue.entries[0];
  const last = queue.entries.length - 1;
  if (last < 0) return undefined;
  swap(queue, 0, last);
  queue.times.pop();
  queue.entries.pop();
  let i = 0;
  for (;;) {
    const left = 2 * i + 1;
    if (left >= last) return first;
    const right = left + 1;
    const child = right < last && isBefore(queue, right, left) ? right : left;
    if (!isBefore(queue, child, i)) return first;
    swap(queue, i, child);
    i = child;
  }
}
