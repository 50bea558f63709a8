/** What stands behind a command: options and operands, checked, each with one line if it is wrong. */
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { limits } from '../trace/experiment-fields.ts';
import { UsageError } from './io.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options by name and exactly `operands` more words; `usage` is named where something is wrong. */
export function parseOptions<O extends Options>(
  args: readonly string[],
  options: O,
  operands: readonly string[],
) {
  const parsed = parse(args, options);
  const { positionals } = parsed;
  if (positionals.length < operands.length) {
    throw new UsageError(`${operands[positionals.length]} is missing`);
  }
  if (positionals.length > operands.length) {
    throw new UsageError(`"${positionals[operands.length]}" is one word too many`);
  }
  return parsed;
}

function parse<O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node adds advice in further sentences.
    const [sentence = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/);
    throw new UsageError(sentence);
  }
}

const unitsUs: ReadonlyMap<string, number> = new Map([
  ['us', 1],
  ['ms', 1000],
  ['s', 1_000_000],
  ['m', 60_000_000],
  ['h', 3_600_000_000],
]);

/** `500ms`, `20s`, `1.5m` in milliseconds. */
export function parseDurationMs(text: string, option: string): number {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)([a-z]+)$/.exec(text);
  const unitUs = unitsUs.get(match?.[2] ?? '');
  const us = Math.round(Number(match?.[1]) * (unitUs ?? NaN));
  if (us >= 0 && us <= limits.ms * 1000) return us / 1000;
  const allowed = `a duration like 500ms, 20s, 10m, at most ${limits.ms / 3_600_000}h`;
  throw new UsageError(`${option} must be ${allowed}, not "${text}"`);
}

export function parseSeed(text: string, option: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (seed <= limits.seed) return seed;
  throw new UsageError(`${option} must be an integer from 0 to ${limits.seed}, not "${text}"`);
}

/** `1..1000`, or one number. */
export function parseRange(text: string, option: string): readonly [number, number] {
  const match = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(text);
  const first = Number(match?.[1] ?? NaN);
  const last = Number(match?.[2] ?? first);
  if (first <= last && last <= limits.seed) return [first, last];
  throw new UsageError(
    `${option} must be two numbers like 1..1000, the first not above the last, not "${text}"`,
  );
}

export function oneOf<T extends string>(text: string, allowed: readonly T[], option: string): T {
  const found = allowed.find((value) => value === text);
  if (found !== undefined) return found;
  throw new UsageError(`${option} must be one of ${allowed.join(', ')}, not "${text}"`);
}
