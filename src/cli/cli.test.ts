import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { builtins } from '../simulation/builtins.ts';
import { runCli } from './cli.ts';
import { ClosedPipe, nodeIo } from './io.ts';

const folder = mkdtempSync(join(tmpdir(), 'regroup-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const real = nodeIo();

async function regroup(...args: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const write = async (text: string) => void out.push(text);
  const io = {
    ...real,
    out: { write, end: async () => {} },
    error: (line: string) => void errors.push(line),
  };
  const code = await runCli(args, io);
  return { code, out: out.join(''), errors };
}

const small = {
  format: 'regroup-experiment',
  version: 1,
  scenario: {
    brokers: 1,
    topics: [{ name: 'orders', partitions: 2 }],
    groups: [{ id: 'g', sessionTimeoutMs: 1000, consumers: [{ topics: ['orders'] }] }],
  },
  untilMs: 2500,
};
const experiment = file('small.json', JSON.stringify(small));

describe('run', () => {
  test('writes the trace of a file: a header and its events', async () => {
    const { code, out, errors } = await regroup('run', experiment);
    expect([code, errors]).toEqual([0, []]);
    const lines = out.trimEnd().split('\n');
    const header = JSON.parse(lines[0] as string) as Record<string, unknown>;
    expect(header).toMatchObject({ format: 'regroup-trace', untilMs: 2500 });
    expect(lines.length - 1).toBe(header['eventCount']);
    expect(out).toContain('"kind":"rebalance-completed"');
  });

  test('a built-in by its name, as text, up to a moment', async () => {
    const { code, out } = await regroup(
      'run',
      'one-heartbeat',
      '--format',
      'text',
      '--until',
      '300ms',
    );
    expect(code).toBe(0);
    expect(out).toContain('c-1: Down -> Discovering');
    expect(Number(out.trimEnd().split('\n').at(-1)?.trim().split(' ')[0])).toBeLessThanOrEqual(0.3);
  });

  test('--until is inclusive and stands in the header; the experiment keeps its own', async () => {
    const { out } = await regroup('run', experiment, '--until', '1s');
    const header = JSON.parse(out.split('\n')[0] as string) as Record<string, unknown>;
    expect(header).toMatchObject({ untilMs: 1000, experiment: { untilMs: 2500 } });
  });

  test('--seed gives another run, and the same one twice', async () => {
    const [a, b, c] = [
      await regroup('run', experiment, '--seed', '2'),
      await regroup('run', experiment, '--seed', '2'),
      await regroup('run', experiment),
    ];
    expect(a.out).toBe(b.out);
    expect(a.out).not.toBe(c.out);
    expect(JSON.parse(a.out.split('\n')[0] as string)).toMatchObject({ experiment: { seed: 2 } });
  });

  test('--out writes a file and nothing else', async () => {
    const path = join(folder, 'out.jsonl');
    const { code, out } = await regroup('run', experiment, '--out', path);
    expect([code, out]).toEqual([0, '']);
    expect(readFileSync(path, 'utf8')).toBe((await regroup('run', experiment)).out);
  });

  test('a closed pipe is no error', async () => {
    const write = () => Promise.reject(new ClosedPipe());
    const io = { ...real, out: { write, end: async () => {} } };
    expect(await runCli(['run', experiment], io)).toBe(0);
  });
});

describe('verify', () => {
  const trace = join(folder, 'trace.jsonl');

  test('a trace of this program is equal, also as a header alone', async () => {
    await regroup('run', experiment, '--out', trace);
    const { code, out } = await regroup('verify', trace);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^equal: \d+ events, hash [0-9a-f]{64}\n$/),
    ]);
    const header = file('header.jsonl', readFileSync(trace, 'utf8').split('\n')[0] as string);
    expect(await regroup('verify', header)).toEqual({ code, out, errors: [] });
  });

  test('the first event that differs is shown', async () => {
    const text = readFileSync(trace, 'utf8').split('\n');
    text[13] = (text[13] as string).replace(/"rules":.*/, '"rules":["OWN-6"]}');
    const { code, out } = await regroup('verify', file('changed.jsonl', text.join('\n')));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^event 12 differs\n {2}file {2}\{"seq":12,.*\n {2}run {3}\{"seq":12,.*\n$/,
    );
  });

  test('a header with another hash, or another experiment', async () => {
    const [header, ...events] = readFileSync(trace, 'utf8').split('\n') as [string, ...string[]];
    const hash = header.replace(/"hash":"../, '"hash":"00');
    const { code, out } = await regroup('verify', file('hash.jsonl', [hash, ...events].join('\n')));
    expect([code, out.split('\n')[0]]).toEqual([1, 'the header differs']);
    const seed = header.replace('"version":1,"scenario"', '"version":1,"seed":9,"scenario"');
    const other = await regroup('verify', file('seed.jsonl', [seed, ...events].join('\n')));
    expect([other.code, other.out.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(/^event \d+ differs$/),
    ]);
  });
});

describe('list', () => {
  test('every built-in, a line each', async () => {
    const { code, out } = await regroup('list');
    expect(code).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split('  ')[0]),
    ).toEqual(builtins.map(({ id }) => id));
  });
});

describe('help', () => {
  test.each([['help'], ['--help'], ['run', '--help']])('%s', async (...args) => {
    const { code, out } = await regroup(...args);
    expect([code, out]).toEqual([0, expect.stringContaining('regroup run <file or built-in>')]);
  });
});

const wrong: readonly (readonly [args: readonly string[], line: string | RegExp])[] = [
  [[], 'a command is missing: run, verify, list, fuzz, help'],
  [['rnu'], 'there is no command "rnu", only run, verify, list, fuzz, help'],
  [['constructor'], 'there is no command "constructor", only run, verify, list, fuzz, help'],
  [['run'], 'a file or the name of a built-in is missing'],
  [['run', experiment, 'more'], '"more" is one word too many'],
  [['list', 'more'], '"more" is one word too many'],
  [['run', experiment, '--sede', '1'], /^Unknown option '--sede'/],
  [['run', experiment, '--seed'], /^Option '--seed <value>' argument missing/],
  [['run', experiment, '--seed', '-1'], /'--seed' argument is ambiguous/],
  [['run', experiment, '--seed=-1'], '--seed must be an integer from 0 to 4294967295, not "-1"'],
  [
    ['run', experiment, '--seed', '1e3'],
    '--seed must be an integer from 0 to 4294967295, not "1e3"',
  ],
  [
    ['run', experiment, '--until', '20'],
    '--until must be a duration like 500ms, 20s, 10m, at most 168h, not "20"',
  ],
  [
    ['run', experiment, '--until', '1e3s'],
    '--until must be a duration like 500ms, 20s, 10m, at most 168h, not "1e3s"',
  ],
  [
    ['run', experiment, '--until', '9999h'],
    '--until must be a duration like 500ms, 20s, 10m, at most 168h, not "9999h"',
  ],
  [['run', experiment, '--format', 'xml'], '--format must be one of jsonl, text, not "xml"'],
  [
    ['run', 'nowhere.json'],
    'nowhere.json: there is no such file and no such built-in; see `list` for the built-ins',
  ],
  [['run', 'zombi'], 'zombi: there is no such file and no such built-in; did you mean "zombie"?'],
  [['run', folder], `${folder}: is a folder, not a file`],
  [['run', experiment, '--out', join(folder, 'no', 'where')], /where: there is no such file$/],
  [
    ['run', file('broken.json', '{\n "a": 1,\n}')],
    /broken\.json: line 3, column 1: not JSON: a key in double quotes is expected$/,
  ],
  [
    ['run', file('seed.json', JSON.stringify({ ...small, seed: -1 }))],
    /seed\.json: seed: must be an integer/,
  ],
  [
    ['run', file('big.json', 'x'.repeat(2_000_000))],
    /big\.json: file: is larger than 1000000 bytes/,
  ],
  [
    ['run', file('latin.json', Uint8Array.of(0x22, 0xe9, 0x22))],
    /latin\.json: is not text in UTF-8$/,
  ],
  [
    ['verify', experiment],
    /small\.json: line 1, format: must be "regroup-trace", not "regroup-experiment"$/,
  ],
  [['verify', join(folder, 'none')], /none: there is no such file$/],
  [
    ['fuzz', '--seeds', '5..1'],
    '--seeds must be two numbers like 1..1000, the first not above the last, not "5..1"',
  ],
  [
    ['fuzz', '--time', 'soon'],
    '--time must be a duration like 500ms, 20s, 10m, at most 168h, not "soon"',
  ],
];

/** A whole line, or a pattern in it. */
function patternOf(line: string | RegExp): RegExp {
  if (typeof line !== 'string') return line;
  return new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

describe('wrong use', () => {
  test.each(wrong)('%j', async (args, line) => {
    const { code, out, errors } = await regroup(...args);
    expect([code, out, errors.length]).toEqual([2, '', 1]);
    const text = (errors[0] as string).replace('regroup: ', '');
    expect(text).toMatch(patternOf(line));
    expect(text).not.toContain('\n');
  });
});
