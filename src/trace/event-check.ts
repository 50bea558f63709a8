/**
 * Checks one line of a trace file against the vocabulary. What passes has the right keys, the right
 * types and sizes that a reader can bear; whether the events make sense together is not asked.
 */
import * as v from 'valibot';
import { fromBase64 } from '../lib/base64.ts';
import { known } from '../lib/assert.ts';
import type { FieldShape, RecordShape } from '../lib/shape.ts';
import { rules } from '../protocol/rules.ts';
import { eventShapes } from './events.ts';
import type { EventKind, TraceEvent } from './events.ts';
import { isRecord, limits, list, nearest, object, show, unknownKey } from './experiment-fields.ts';
import { placeOf } from './experiment-shape.ts';
import { command } from './experiment-commands.ts';
import { eventKinds } from './layout.ts';

/** What is wrong with a line: at which key, and what. `place` is empty where it is the whole line. */
export class LineError extends Error {
  override name = 'LineError';
  readonly place: string;

  constructor(place: string, message: string) {
    super(message);
    this.place = place;
  }
}

/** What the lines before this one have established. */
export interface LineContext {
  readonly seq: number;
  /** Time of the event before. */
  readonly atUs: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The event that a parsed line says; throws a {@link LineError}. */
export function checkEvent(value: unknown, context: LineContext): TraceEvent {
  if (!isRecord(value)) throw new LineError('', `must be an event, not ${show(value)}`);
  const fields = value as Fields;
  const { kind } = fields;
  if (!isKind(kind)) throw new LineError('kind', unknownKind(kind));
  checkKeys(fields, kind);
  checkCommon(fields, context);
  const event: Record<string, unknown> = { ...fields };
  const shape: RecordShape = eventShapes[kind];
  for (const [name, field] of Object.entries(shape)) {
    const checked = checkField(name, field, fields[name], Object.hasOwn(fields, name));
    if (checked !== undefined) event[name] = checked;
  }
  return event as unknown as TraceEvent;
}

function isKind(kind: unknown): kind is EventKind {
  return typeof kind === 'string' && Object.hasOwn(eventShapes, kind);
}

function unknownKind(kind: unknown): string {
  const near = typeof kind === 'string' ? nearest(kind, eventKinds) : null;
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return `must be a kind of event, not ${show(kind)}${hint}`;
}

const before = ['seq', 'atUs', 'kind', 'process'];
const after = ['cause', 'because', 'rules'];
const allKeys = new Map(
  eventKinds.map((kind) => [kind, [...before, ...Object.keys(eventShapes[kind]), ...after]]),
);

function checkKeys(fields: Fields, kind: EventKind): void {
  const keys = known(allKeys.get(kind), 'keys of a kind');
  for (const key of Object.keys(fields)) {
    if (!keys.includes(key)) throw new LineError(placeOf([{ key }]), unknownKey(key, keys));
  }
  for (const key of [...before, ...after]) {
    if (key !== 'process' && !Object.hasOwn(fields, key)) throw new LineError(key, 'is missing');
  }
}

function checkCommon(fields: Fields, { seq, atUs }: LineContext): void {
  if (fields['seq'] !== seq) expected('seq', `${seq}`, fields['seq']);
  if (!isInteger(fields['atUs'], atUs, Number.MAX_SAFE_INTEGER)) {
    expected('atUs', `an integer not below ${atUs}, the time of the event before`, fields['atUs']);
  }
  const { process } = fields;
  if (process !== undefined && !isText(process)) expected('process', textSentence, process);
  for (const key of ['cause', 'because']) {
    const earlier = fields[key];
    if (earlier === null || isInteger(earlier, 0, seq - 1)) continue;
    expected(key, `null or the seq of an earlier event, below ${seq}`, earlier);
  }
  const ids = fields['rules'];
  if (!Array.isArray(ids) || ids.length > 64) expected('rules', 'a list of rule ids', ids);
  for (const [index, id] of (ids as unknown[]).entries()) {
    const isRule = typeof id === 'string' && Object.hasOwn(rules, id);
    if (!isRule) expected(`rules[${index}]`, 'the id of a rule', id);
  }
}

function expected(place: string, what: string, value: unknown): never {
  throw new LineError(place, `must be ${what}, not ${show(value)}`);
}

function isInteger(value: unknown, low: number, high: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
}

const longestText = 10_000;
const textSentence = `text of at most ${longestText} characters`;

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= longestText;
}

/** Whole numbers that somebody may count or draw up to. */
const mostOf: ReadonlyMap<string, number> = new Map([
  ['partitions', limits.partitions],
  ['partition', limits.partitions],
  ['slot', limits.consumers + limits.commands],
  ['recordsPerSecond', limits.recordsPerSecond],
]);

function checkField(name: string, field: FieldShape, value: unknown, isThere: boolean): unknown {
  if (!isThere) {
    if (field.optional) return undefined;
    throw new LineError(name, 'is missing');
  }
  if (value === null && field.nullable) return null;
  switch (field.kind) {
    case 'int': {
      const most = mostOf.get(name);
      const least = most === undefined ? Number.MIN_SAFE_INTEGER : 0;
      if (isInteger(value, least, most ?? Number.MAX_SAFE_INTEGER)) return value;
      return expected(
        name,
        most === undefined ? 'an integer' : `an integer from 0 to ${most}`,
        value,
      );
    }
    case 'text':
      if (!isText(value)) return expected(name, textSentence, value);
      if (!field.oneOf || field.oneOf.includes(value as string)) return value;
      return expected(name, `one of ${field.oneOf.join(', ')}`, value);
    case 'bool':
      return typeof value === 'boolean' ? value : expected(name, 'true or false', value);
    case 'bytes':
      return (
        (typeof value === 'string' ? fromBase64(value) : null) ?? expected(name, 'base64', value)
      );
    case 'json':
      return checkJson(name, value);
  }
}

function checkJson(name: string, value: unknown): unknown {
  const schema = jsonShapes.get(name) ?? words;
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new LineError(placeOf([{ key: name }, ...(issue.path ?? [])]), issue.message);
}

function text(what: string) {
  return v.custom<string>(isText, ({ input }) => `must be ${what}, not ${show(input)}`);
}

function number(what: string, test: (value: unknown) => boolean) {
  return v.custom<number>(test, ({ input }) => `must be ${what}, not ${show(input)}`);
}

const most = limits.partitions;
const words = list(text(textSentence), 0, most);
const partition = number(`an integer from 0 to ${most}`, (value) => isInteger(value, 0, most));
const ms = number('milliseconds', (value) => Number.isFinite(value) && (value as number) >= 0);

/** Fields that hold more than a value; all others of kind json are lists of words. */
const jsonShapes: ReadonlyMap<string, v.GenericSchema> = new Map<string, v.GenericSchema>([
  ['command', command],
  ['peers', list(text('the name of a process'), 2, 2)],
  ['latencyMs', list(ms, 2, 2)],
  [
    'assignment',
    list(
      object({
        member: text(textSentence),
        consumer: text(textSentence),
        topics: words,
        partitions: list(
          object({ topic: text(textSentence), partitions: list(partition, 0, most) }),
          0,
          most,
        ),
      }),
      0,
      limits.consumers + limits.commands,
    ),
  ],
]);
