/**
 * The building blocks of the experiment's schema: what a field may hold, each with the one sentence
 * that says so when it does not.
 */
import * as v from 'valibot';

export const limits = {
  bytes: 1_000_000,
  consumers: 10_000,
  partitions: 100_000,
  commands: 10_000,
  brokers: 1000,
  topics: 10_000,
  groups: 10_000,
  /** Topics that one consumer may name. */
  subscribed: 1000,
  /** Patterns in one list of a consumer. */
  patterns: 100,
  patternCharacters: 200,
  recordsPerSecond: 1_000_000,
  titleCharacters: 200,
  descriptionCharacters: 20_000,
  seed: 0xffff_ffff,
  /** A week of virtual time; also the longest duration. */
  ms: 604_800_000,
  /** On the wire the two counts are int16. */
  count: 32_767,
} as const;

/** A field that passes `test`; `what` completes "must be ...". */
export function field<T>(what: string, test: (value: unknown) => boolean): v.GenericSchema<T> {
  return v.custom<T>(test, ({ input }) => `must be ${what}, not ${show(input)}`);
}

/** A value as an error quotes it: short, and in one line. */
export function show(value: unknown): string {
  if (value === undefined) return 'left out';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 70 ? `${text.slice(0, 60)}..."` : text;
}

export function integer(low: number, high: number) {
  return field<number>(
    `an integer from ${low} to ${high}`,
    (value) => Number.isInteger(value) && isWithin(value as number, low, high),
  );
}

/** Milliseconds with at most three decimals: virtual time counts microseconds. */
export function milliseconds(low: number, high: number = limits.ms) {
  return field<number>(`milliseconds from ${low} to ${high} with at most three decimals`, (value) =>
    isMs(value, low, high),
  );
}

export function msRange(low: number) {
  return field<readonly [number, number]>(
    `[least, most] in milliseconds from ${low} to ${limits.ms} with at most three decimals`,
    (value) =>
      Array.isArray(value) &&
      value.length === 2 &&
      value.every((ms) => isMs(ms, low, limits.ms)) &&
      value[0] <= value[1],
  );
}

function isMs(value: unknown, low: number, high: number): boolean {
  return (
    typeof value === 'number' &&
    isWithin(value, low, high) &&
    Math.round(value * 1000) / 1000 === value
  );
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

export function characters(most: number) {
  return field<string>(
    `text of at most ${most} characters`,
    (value) => typeof value === 'string' && value.length <= most,
  );
}

const namePattern = /^[A-Za-z0-9._-]{1,64}$/;

export function isName(value: unknown): value is string {
  return typeof value === 'string' && namePattern.test(value) && value !== '__proto__';
}

export const name = field<string>('a name: 1 to 64 of A-Z a-z 0-9 . _ - (not __proto__)', isName);

/** A process, or `@` and what stands for one: a group's coordinator, the controller. */
export const target = field<string>(
  'the name of a process, @<group> or @controller',
  (value) =>
    isName(value) || (typeof value === 'string' && value.startsWith('@') && isName(value.slice(1))),
);

export function list<T>(item: v.GenericSchema<unknown, T>, least: number, most: number) {
  return v.pipe(
    field<readonly unknown[]>(
      `a list of ${least} to ${most}`,
      (value) => Array.isArray(value) && isWithin(value.length, least, most),
    ),
    v.array(item),
  );
}

type Entries = Readonly<Record<string, v.GenericSchema>>;

/** An object with these keys and no others: an unknown one is mostly a misspelt one. */
export function object<E extends Entries>(entries: E) {
  const known = Object.keys(entries);
  return v.pipe(
    field<Record<string, unknown>>('an object', isRecord),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const key of Object.keys(input)) {
        if (known.includes(key)) continue;
        const path = { type: 'object', origin: 'key', input, key, value: input[key] } as const;
        addIssue({ message: unknownKey(key, known), path: [path] });
        return;
      }
    }),
    v.strictObject(entries, 'is missing'),
  );
}

export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const hint = near === null ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `is not a known key; ${hint}`;
}

/** The word that `word` is most likely a misspelling of, or null. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = 1 + Math.ceil(word.length / 3);
  if (word.length > 64) return null;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** Insertions, deletions and replacements from one word to the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
