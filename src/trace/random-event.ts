/**
 * Random events of any kind, made from the vocabulary alone: what the tests of the trace and of its
 * file feed on. They need not make sense together.
 */
import { nextInt, randomStream } from '../lib/random.ts';
import type { RandomStream } from '../lib/random.ts';
import type { FieldShape, RecordShape } from '../lib/shape.ts';
import { rules } from '../protocol/rules.ts';
import type { RuleId } from '../protocol/rules.ts';
import { eventShapes } from './events.ts';
import type { NewEvent } from './events.ts';
import { eventKinds } from './layout.ts';

/** Words that a careless reader or writer trips over, beside ordinary ones. */
const words = [
  'c-1',
  'broker-1',
  'orders',
  '',
  '__proto__',
  '"<b>\\',
  'ünï😀',
  '\u2028\n',
  '\ud800',
];
const ids = Object.keys(rules) as RuleId[];

/** Numbers that a file's reader bounds. */
const counts = new Set(['partitions', 'partition', 'slot', 'recordsPerSecond']);

/** `count` events; the same ones for the same seed. */
export function randomEvents(seed: number, count: number): NewEvent[] {
  const stream = randomStream(seed, 'events');
  let atUs = 0;
  return Array.from({ length: count }, (_, seq) => {
    atUs += nextInt(stream, 0, 3) * 1000;
    return randomEvent(stream, seq, atUs);
  });
}

function randomEvent(stream: RandomStream, seq: number, atUs: number): NewEvent {
  const kind = pick(stream, eventKinds);
  const event: Record<string, unknown> = { atUs, kind };
  if (nextInt(stream, 0, 3) > 0) event['process'] = pick(stream, words);
  const shape: RecordShape = eventShapes[kind];
  for (const [name, field] of Object.entries(shape)) {
    const value = randomValue(stream, name, field);
    if (value !== undefined) event[name] = value;
  }
  event['cause'] = nextInt(stream, 0, 2) === 0 || seq === 0 ? null : nextInt(stream, 0, seq - 1);
  event['rules'] = Array.from({ length: nextInt(stream, 0, 2) }, () => pick(stream, ids));
  return event as unknown as NewEvent;
}

function randomValue(stream: RandomStream, name: string, field: FieldShape): unknown {
  if (field.optional && nextInt(stream, 0, 1) === 0) return undefined;
  if (field.nullable && nextInt(stream, 0, 1) === 0) return null;
  switch (field.kind) {
    case 'int':
      if (counts.has(name)) return nextInt(stream, 0, 1000);
      return pick(stream, [0, 1, -1, nextInt(stream, 0, 1_000_000), Number.MAX_SAFE_INTEGER]);
    case 'text':
      return pick(stream, field.oneOf ?? words);
    case 'bool':
      return nextInt(stream, 0, 1) === 1;
    case 'bytes':
      return Uint8Array.from({ length: nextInt(stream, 0, 40) }, () => nextInt(stream, 0, 255));
    case 'json':
      return randomJson(stream, name);
  }
}

function randomJson(stream: RandomStream, name: string): unknown {
  const word = pick(stream, words);
  switch (name) {
    case 'command':
      return { atMs: 1.5, do: 'cut-link', target: ['c-1', '@orders'] };
    case 'latencyMs':
      return [0.001, nextInt(stream, 1, 100)];
    case 'peers':
      return ['c-1', word];
    case 'assignment':
      return [
        {
          member: word,
          consumer: 'c-1',
          topics: [word],
          partitions: [{ topic: word, partitions: [0, 2] }],
        },
      ];
    default:
      return nextInt(stream, 0, 1) === 0 ? [] : [word, 'c-1'];
  }
}

function pick<T>(stream: RandomStream, from: readonly T[]): T {
  return from[nextInt(stream, 0, from.length - 1)] as T;
}
