/** Holds docs/formats.md against the code that it describes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RecordShape } from '../lib/shape.ts';
import { traceLimits } from './codec-read.ts';
import { generator } from './codec.ts';
import { checkEvent } from './event-check.ts';
import { eventShapes } from './events.ts';
import { defaults } from './experiment-defaults.ts';
import { limits } from './experiment-fields.ts';
import { readExperiment } from './experiment-schema.ts';
import { commandNames } from './experiment-commands.ts';
import { eventKinds } from './layout.ts';

const text = readFileSync('docs/formats.md', 'utf8');

function section(heading: string): string {
  const level = heading.split(' ')[0] as string;
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`there is no section ${heading}`);
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`\n#{1,${level.length}} `));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The rows of a section's table, without its head; pipes in code are escaped. */
function rows(heading: string): string[][] {
  const lines = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
/** `1 000 000` as the text writes it. */
const spaced = (number: number) =>
  number < 10_000 ? String(number) : String(number).replace(/\B(?=(\d{3})+$)/g, ' ');

describe('the vocabulary', () => {
  const kinds = rows('### Kinds of events');

  test('names every kind once, in the order of the code', () => {
    expect(kinds.flatMap(([names]) => codes(names)).toSorted()).toEqual([...eventKinds].toSorted());
  });

  test.each(
    kinds.flatMap(([names, fields]) => codes(names).map((kind) => [kind, fields] as const)),
  )('%s', (kind, fields) => {
    const shape: RecordShape = eventShapes[kind as keyof typeof eventShapes];
    const expected = Object.entries(shape).map(
      ([name, field]) => name + (field.optional ? '?' : ''),
    );
    expect(codes(fields)).toEqual(expected);
  });

  test('what may be null is said to be', () => {
    const nullable = eventKinds.filter((kind) =>
      Object.values<RecordShape[string]>(eventShapes[kind]).some((field) => field.nullable),
    );
    const said = kinds.filter(([, , meaning]) => /null/.test(meaning ?? ''));
    expect(said.flatMap(([names]) => codes(names)).toSorted()).toEqual(nullable.toSorted());
  });

  test('the values of closed sets are listed', () => {
    for (const [names, fields, meaning = ''] of kinds) {
      for (const kind of codes(names)) {
        const shape: RecordShape = eventShapes[kind as keyof typeof eventShapes];
        for (const [name, { oneOf = [] }] of Object.entries(shape)) {
          if (name === 'state' || name === 'previous' || name === 'trigger') continue;
          for (const value of oneOf) expect(`${meaning} ${fields}`).toContain(value);
        }
      }
    }
  });
});

describe('the experiment', () => {
  test('every default is the one of the code', () => {
    const table = new Map(rows('### Keys and defaults').map(([where, what]) => [where, what]));
    const places = {
      experiment: 'the file',
      scenario: '`scenario`',
      topic: 'a topic',
      network: '`network`',
      zookeeper: '`zookeeper`',
      client: '`client`',
      broker: '`broker`',
      group: 'a group',
      consumer: 'a consumer',
    };
    for (const [part, values] of Object.entries(defaults)) {
      const row = table.get(places[part as keyof typeof places]) ?? '';
      for (const [key, value] of Object.entries(values)) {
        const written =
          typeof value === 'number' ? spaced(value) : JSON.stringify(value).replace(',', ', ');
        expect(row).toContain(`\`${key}\` ${written}`);
      }
    }
  });

  test('every command is there', () => {
    const names = rows('### Commands').flatMap(([cell]) => codes(cell));
    expect(names.toSorted()).toEqual([...commandNames].toSorted());
  });

  test('every limit is there', () => {
    const said = section('### Limits').replaceAll('\n', ' ');
    for (const [name, limit] of Object.entries(limits)) {
      const words = { recordsPerSecond: '', seed: '2^32' } as Readonly<Record<string, string>>;
      expect(said).toContain(words[name] ?? spaced(limit));
    }
    const ofTraces = section('## Trace').replaceAll('\n', ' ');
    for (const limit of Object.values(traceLimits)) expect(ofTraces).toContain(spaced(limit));
  });

  test('the example is an experiment', () => {
    const example = /```json\n(\{[^]*?\n\})\n```/.exec(section('## Experiment'))?.[1] ?? '';
    const read = readExperiment(example);
    expect(read.ok ? null : read.error).toBeNull();
  });
});

describe('the trace', () => {
  test('the example is an event, and the header names this generator', () => {
    const [, header = '', event = ''] = /```json\n(.*)\n(.*)\n```/.exec(section('## Trace')) ?? [];
    expect(JSON.parse(header)).toMatchObject({ format: 'regroup-trace', version: 1, generator });
    const value = JSON.parse(event) as { seq: number };
    expect(checkEvent(value, { seq: value.seq, atUs: 0 })).toEqual(value);
  });

  test('the because table names kinds of events', () => {
    const known = new Set<string>([
      ...eventKinds,
      'rebalance-pending',
      'dead-after',
      'coordinator-failed',
      'session',
    ]);
    for (const [kinds] of rows('### Because')) {
      for (const name of codes(kinds)) expect(known).toContain(name);
    }
  });
});
