import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTrace, TraceParser } from './codec-read.ts';
import { eventLines, generator, headerLine, traceHash, traceHeader, writeTrace } from './codec.ts';
import type { EventKind, NewEvent } from './events.ts';
import { randomEvents } from './random-event.ts';
import { randomExperiment } from './random/experiment.ts';
import { Trace } from './trace.ts';

const experiment = randomExperiment(1);

function traceOf(events: readonly NewEvent[]): Trace {
  const trace = new Trace();
  for (const event of events) trace.append(event);
  return trace;
}

function fileOf(trace: Trace): string {
  return [...writeTrace(trace, experiment)].join('');
}

function lineOf(text: string): string {
  const read = readTrace([text]);
  if (read.ok) return 'fine';
  expect(read.error.message).not.toContain('\n');
  return `${read.error.place}: ${read.error.message}`;
}

const started: NewEvent = {
  atUs: 5,
  kind: 'process-started',
  process: 'broker-1',
  role: 'broker',
  host: 'host-1',
  incarnation: 1,
  slot: 0,
  cause: null,
  rules: ['COORD-2'],
};

describe('writing', () => {
  test('an event is one line, keys in the order of the vocabulary, no spaces, nothing absent', () => {
    expect([...eventLines(traceOf([started]))]).toEqual([
      '{"seq":0,"atUs":5,"kind":"process-started","process":"broker-1","role":"broker",' +
        '"host":"host-1","incarnation":1,"slot":0,"cause":null,"because":null,"rules":["COORD-2"]}\n',
    ]);
  });

  test('bytes are base64', () => {
    const sent = randomEvents(4, 500).find(({ kind }) => kind === 'message-sent') as NewEvent;
    const event = { ...sent, cause: null, bytes: Uint8Array.of(0, 255, 7) } as NewEvent;
    expect([...eventLines(traceOf([event]))].join('')).toContain('"bytes":"AP8H"');
  });

  test('a command has its keys in one order', () => {
    const command = { target: 'c-1', do: 'kill', atMs: 1 } as const;
    const event: NewEvent = {
      atUs: 1000,
      kind: 'command',
      command,
      targets: [],
      cause: null,
      rules: [],
    };
    expect([...eventLines(traceOf([event]))].join('')).toContain(
      '"command":{"atMs":1,"do":"kill","target":"c-1"}',
    );
  });

  test('the hash is SHA-256 over the event lines, each ended by a line feed', () => {
    const trace = traceOf(randomEvents(8, 300));
    const [, ...lines] = fileOf(trace).trimEnd().split('\n');
    const hash = createHash('sha256');
    for (const line of lines) hash.update(`${line}\n`, 'utf8');
    expect(traceHash(trace)).toBe(hash.digest('hex'));
    expect(JSON.parse(fileOf(trace).split('\n')[0] as string)).toMatchObject({
      format: 'regroup-trace',
      version: 1,
      untilMs: 20_000,
      eventCount: 300,
      hash: traceHash(trace),
    });
  });

  test('the generator is the package', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      string
    >;
    expect(generator).toBe(`${name} ${version}`);
  });

  test('a long trace comes in pieces', () => {
    const pieces = [...writeTrace(traceOf(randomEvents(2, 3000)), experiment)];
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces) expect(piece.length).toBeLessThan(80_000);
  });
});

describe('reading', () => {
  test('what was written comes back, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(60),
        fc.integer({ min: 1, max: 700 }),
        (seed, count, size) => {
          const trace = traceOf(randomEvents(seed, count));
          const text = fileOf(trace);
          const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
            text.slice(index * size, (index + 1) * size),
          );
          const read = readTrace(pieces);
          if (!read.ok) throw new Error(`${read.error.place}: ${read.error.message}`);
          const { file } = read;
          expect(file.header).toStrictEqual(traceHeader(trace, experiment));
          expect(file.trace.length).toBe(count);
          for (let seq = 0; seq < count; seq++) {
            expect(file.trace.event(seq)).toStrictEqual(trace.event(seq));
          }
          expect(fileOf(file.trace)).toBe(text);
        },
      ),
    );
  });

  test('a header alone is a complete file, whatever it counts', () => {
    const header = headerLine(traceHeader(traceOf([started]), experiment));
    const read = readTrace([header.trimEnd()]);
    expect(read.ok && read.file.trace.length).toBe(0);
    expect(read.ok && read.file.header.eventCount).toBe(1);
  });

  test('carriage returns before the line feeds are no error', () => {
    expect(lineOf(fileOf(traceOf([started])).replaceAll('\n', '\r\n'))).toBe('fine');
  });
});

const [header, line] = fileOf(traceOf([started])).split('\n') as [string, string];

/** The file with one thing of its only event, or of its header, changed. */
const event = (more: object) => `${header}\n${JSON.stringify({ ...JSON.parse(line), ...more })}\n`;
const head = (more: object) => `${JSON.stringify({ ...JSON.parse(header), ...more })}\n`;
const without = (key: string) => {
  const fields = Object.entries(JSON.parse(line) as object).filter(([name]) => name !== key);
  return `${header}\n${JSON.stringify(Object.fromEntries(fields))}\n`;
};
const only = (kind: EventKind, own: object) => {
  const common = { cause: null, because: null, rules: [] };
  return `${header}\n${JSON.stringify({ seq: 0, atUs: 0, kind, ...own, ...common })}\n`;
};

const refused: readonly (readonly [what: string, text: string, line: string])[] = [
  ['nothing', '', 'line 1: is missing: the header of a trace'],
  ['no JSON', 'hello\n', 'line 1, column 1: not JSON: a word that is no JSON value'],
  [
    'a broken event',
    `${header}\n${line.slice(0, -1)}\n`,
    'line 2, column 169: not JSON: a closing } is expected',
  ],
  ['an empty line', `${header}\n\n${line}\n`, 'line 2, column 1: not JSON: a value is expected'],
  [
    'depth',
    `${header}\n${'['.repeat(200_000)}\n`,
    'line 2, column 33: nests deeper than 32 levels',
  ],
  [
    'an experiment',
    '{"format":"regroup-experiment","version":1}',
    'line 1, format: must be "regroup-trace", not "regroup-experiment"',
  ],
  [
    'a newer version',
    head({ version: 2 }),
    'line 1, version: is 2, newer than this program knows (1)',
  ],
  [
    'an unknown key of the header',
    head({ hsh: '' }),
    'line 1, hsh: is not a known key; did you mean "hash"?',
  ],
  [
    'a hash that is none',
    head({ hash: 'x' }),
    'line 1, hash: must be a SHA-256 of 64 hexadecimal digits, not "x"',
  ],
  [
    'a negative count',
    head({ eventCount: -1 }),
    'line 1, eventCount: must be an integer from 0 to 100000000, not -1',
  ],
  [
    'no experiment',
    head({ experiment: null }),
    'line 1, experiment: must be an object of format "regroup-experiment", not null',
  ],
  [
    'an experiment with a mistake',
    head({ experiment: { ...JSON.parse(header).experiment, seed: -1 } }),
    'line 1, experiment.seed: must be an integer from 0 to 4294967295, not -1',
  ],
  ['an event that is a list', `${header}\n[1]\n`, 'line 2: must be an event, not a list of 1'],
  [
    'an unknown kind',
    event({ kind: 'process-startd' }),
    'line 2, kind: must be a kind of event, not "process-startd"; did you mean "process-started"?',
  ],
  [
    'a kind from the prototype',
    event({ kind: 'toString' }),
    'line 2, kind: must be a kind of event, not "toString"',
  ],
  [
    'an unknown key',
    event({ slott: 1 }),
    'line 2, slott: is not a known key; did you mean "slot"?',
  ],
  [
    '__proto__ as a key',
    `${header}\n${line.replace('"host"', '"__proto__":{"x":1},"host"')}\n`,
    'line 2, __proto__: is not a known key; known are seq, atUs, kind, process, role, host, incarnation, slot, group, topics, allow, deny, sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold, strategy, recordsPerSecond, cause, because, rules',
  ],
  ['a key that is missing', without('host'), 'line 2, host: is missing'],
  ['a common key that is missing', without('because'), 'line 2, because: is missing'],
  ['a gap', event({ seq: 1 }), 'line 2, seq: must be 0, not 1'],
  [
    'a negative time',
    event({ atUs: -1 }),
    'line 2, atUs: must be an integer not below 0, the time of the event before, not -1',
  ],
  [
    'time with a fraction',
    event({ atUs: 0.5 }),
    'line 2, atUs: must be an integer not below 0, the time of the event before, not 0.5',
  ],
  [
    'a cause in the future',
    event({ cause: 0 }),
    'line 2, cause: must be null or the seq of an earlier event, below 0, not 0',
  ],
  [
    'an unknown rule',
    event({ rules: ['UTF-8'] }),
    'line 2, rules[0]: must be the id of a rule, not "UTF-8"',
  ],
  [
    'rules in one text',
    event({ rules: 'HB-1' }),
    'line 2, rules: must be a list of rule ids, not "HB-1"',
  ],
  [
    'text that is a number',
    event({ host: 5 }),
    'line 2, host: must be text of at most 10000 characters, not 5',
  ],
  [
    'endless text',
    event({ host: 'x'.repeat(10_001) }),
    `line 2, host: must be text of at most 10000 characters, not "${'x'.repeat(59)}..."`,
  ],
  [
    'a role that nobody has',
    event({ role: 'king' }),
    'line 2, role: must be one of consumer, broker, zookeeper, not "king"',
  ],
  [
    'an integer with a fraction',
    event({ incarnation: 1.5 }),
    'line 2, incarnation: must be an integer, not 1.5',
  ],
  [
    'an integer too big for a double',
    event({ incarnation: 2 ** 53 }),
    'line 2, incarnation: must be an integer, not 9007199254740992',
  ],
  [
    'null where it may not be',
    event({ host: null }),
    'line 2, host: must be text of at most 10000 characters, not null',
  ],
  [
    'a million million partitions',
    only('topic-changed', { topic: 't', partitions: 1e12, recordsPerSecond: 1 }),
    'line 2, partitions: must be an integer from 0 to 100000, not 1000000000000',
  ],
  [
    'a link of three',
    only('link-changed', { peers: ['a', 'b', 'c'], latencyMs: [1, 2], cut: false }),
    'line 2, peers: must be a list of 2 to 2, not a list of 3',
  ],
  [
    'a latency of words',
    only('link-changed', { peers: ['a', 'b'], latencyMs: [1, '2'], cut: false }),
    'line 2, latencyMs[1]: must be milliseconds, not "2"',
  ],
  [
    'a cut that is a word',
    only('link-changed', { peers: ['a', 'b'], latencyMs: [1, 2], cut: 'yes' }),
    'line 2, cut: must be true or false, not "yes"',
  ],
  [
    'an assignment of a strange shape',
    only('coordinator-loaded', {
      group: 'g',
      epoch: 1,
      generation: 1,
      assignment: [
        {
          member: 'm',
          consumer: 'c',
          topics: ['t'],
          partitions: [{ topic: 't', partitions: [-1] }],
        },
      ],
    }),
    'line 2, assignment[0].partitions[0].partitions[0]: must be an integer from 0 to 100000, not -1',
  ],
  [
    'a command that is none',
    only('command', { command: { do: 'dance' }, targets: [] }),
    'line 2, command.do: must be one of start-consumer, start-broker, kill, power-off, restart, stop, freeze, thaw, cut-link, restore-link, slow-link, corrupt-message, create-topic, delete-topic, add-partitions, subscribe, configure, not "dance"',
  ],
  [
    'one event too many',
    `${header}\n${line}\n${line.replace('"seq":0', '"seq":1')}\n`,
    'line 3: is one too many: the header counts 1 events',
  ],
  [
    'events that are missing',
    `${head({ eventCount: 3 })}${line}\n`,
    'line 3: is missing: 1 of 3 events are there',
  ],
];

describe('what is refused', () => {
  test.each(refused)('%s', (_, text, expected) => {
    expect(lineOf(text)).toBe(expected);
  });

  test('time that goes back', () => {
    const trace = traceOf([started, started]);
    const text = fileOf(trace).replace('"seq":1,"atUs":5', '"seq":1,"atUs":4');
    expect(lineOf(text)).toContain('line 3, atUs: must be an integer not below 5');
  });

  test('a line without end is not gathered', () => {
    const parser = new TraceParser();
    const piece = 'x'.repeat(1_000_000);
    let pushed = 0;
    while (parser.push(piece)) pushed += 1;
    expect(pushed).toBe(16);
    const end = parser.end();
    expect(end.ok ? null : end.error).toEqual({
      place: 'line 1',
      message: 'is longer than 16000000 characters',
    });
  });

  test('random damage is refused with a line, or read; never a crash', () => {
    const text = fileOf(traceOf(randomEvents(21, 40)));
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ maxLength: 3 }),
        fc.nat(5),
        (at, put, cut) => {
          const damaged = text.slice(0, at) + put + text.slice(at + cut);
          expect(typeof lineOf(damaged)).toBe('string');
        },
      ),
    );
  });
});
