import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readExperiment, writeExperiment } from './experiment-schema.ts';
import { randomExperiment } from './random/experiment.ts';

type Json = Record<string, unknown>;

const consumer = { name: 'c-1', topics: ['orders'] };
const group = { id: 'billing', consumers: [consumer] };
const topic = { name: 'orders', partitions: 6 };

function file(more: Json = {}, scenario: Json = {}): Json {
  return {
    format: 'regroup-experiment',
    version: 1,
    scenario: { topics: [topic], groups: [group], ...scenario },
    ...more,
  };
}

function read(input: unknown) {
  const result = readExperiment(input);
  if (!result.ok) throw new Error(`${result.error.place}: ${result.error.message}`);
  return result.experiment;
}

describe('what is accepted', () => {
  test('the smallest file gets every default', () => {
    const smallest = {
      format: 'regroup-experiment',
      version: 1,
      scenario: {
        topics: [{ name: 'orders' }],
        groups: [{ id: 'g', consumers: [{ topics: ['orders'] }] }],
      },
    };
    expect(read(smallest)).toStrictEqual({
      format: 'regroup-experiment',
      version: 1,
      title: '',
      description: '',
      seed: 1,
      scenario: {
        protocol: 'register',
        wireVersion: 1,
        brokers: 3,
        topics: [{ name: 'orders', partitions: 1, recordsPerSecond: 10 }],
        network: { latencyMs: [5, 15], transportTimeoutMs: 15_000 },
        zookeeper: { sessionTimeoutMs: 2000 },
        client: {
          requestTimeoutMs: 1000,
          backoffMs: [100, 1000],
          metadataRefreshMs: 5000,
          commitIntervalMs: 1000,
        },
        broker: {
          minSessionTimeoutMs: 100,
          maxSessionTimeoutMs: 1_800_000,
          minHeartbeatIntervalMs: 10,
        },
        groups: [
          {
            id: 'g',
            sessionTimeoutMs: 3000,
            heartbeatFrequency: 3,
            failedHeartbeatThreshold: 3,
            strategy: 'range',
            consumers: [
              {
                name: 'c-1',
                host: 'host-1',
                topics: ['orders'],
                startAtMs: 0,
                recordsPerSecond: 100,
              },
            ],
          },
        ],
      },
      commands: [],
      untilMs: 20_000,
    });
    const written = { ...smallest, scenario: { ...smallest.scenario } };
    expect(JSON.parse(writeExperiment(read(smallest)))).toEqual(written);
  });

  test('defaults are filled in before they are changed by anybody: files share nothing', () => {
    const [a, b] = [read(file()), read(file())];
    expect(a.scenario.network).not.toBe(b.scenario.network);
  });

  test('commands run in order of time, those of one moment as written', () => {
    const at = (atMs: number, target: string) => ({ atMs, do: 'kill', target });
    const commands = [at(9, 'c-1'), at(5, 'broker-2'), at(5, 'broker-1')];
    const experiment = read(file({ commands }));
    expect(experiment.commands).toEqual([commands[1], commands[2], commands[0]]);
    expect(experiment.untilMs).toBe(20_009);
  });

  test('a target may be named by a later command, a group, the controller, ZooKeeper in a link', () => {
    const commands = [
      { atMs: 1, do: 'kill', target: 'c-9' },
      { atMs: 2, do: 'start-consumer', group: 'billing', name: 'c-9', topics: ['orders'] },
      { atMs: 3, do: 'start-broker', name: 'broker-7' },
      { atMs: 4, do: 'freeze', target: 'broker-7' },
      { atMs: 5, do: 'cut-link', target: ['@billing', 'zookeeper'] },
      { atMs: 5, do: 'cut-link', target: ['c-1', 'c-9'] },
      { atMs: 6, do: 'slow-link', target: ['@controller', 'broker-7'], latencyMs: [0.5, 1000.001] },
    ];
    expect(read(file({ commands })).commands).toEqual(commands);
  });

  test('wildcards: a list of patterns to allow, to deny, or both', () => {
    const consumers = [
      { name: 'c-1', allow: ['ord.*'] },
      { name: 'c-2', deny: ['(?i)TEST'] },
      { name: 'c-3', allow: ['a|b', 'c'], deny: ['b'] },
    ];
    const [group] = read(file({}, { groups: [{ id: 'g', consumers }] })).scenario.groups;
    expect(group?.consumers).toMatchObject(consumers);
  });

  test("[REG-2] a consumer's own strategy may be one that no broker knows", () => {
    const consumers = [{ ...consumer, strategy: 'sticky' }];
    const [first] = read(file({}, { groups: [{ id: 'g', consumers }] })).scenario.groups;
    expect(first?.consumers[0]?.strategy).toBe('sticky');
  });

  test('second spellings are read as the first, and written so', () => {
    const commands = [
      { atMs: 1, do: 'start-broker', target: 'broker-4' },
      { atMs: 2, do: 'create-topic', topic: 'x', partitions: 2 },
      { atMs: 3, do: 'create-topic', topic: { name: 'y' } },
      { atMs: 4, do: 'start-consumer', group: 'billing', name: 'c-2', S: 500, F: 2, T: 4 },
    ];
    const experiment = read(file({ commands }));
    expect(experiment.commands).toEqual([
      { atMs: 1, do: 'start-broker', name: 'broker-4' },
      { atMs: 2, do: 'create-topic', topic: { name: 'x', partitions: 2, recordsPerSecond: 10 } },
      { atMs: 3, do: 'create-topic', topic: { name: 'y', partitions: 1, recordsPerSecond: 10 } },
      {
        atMs: 4,
        do: 'start-consumer',
        group: 'billing',
        name: 'c-2',
        sessionTimeoutMs: 500,
        heartbeatFrequency: 2,
        failedHeartbeatThreshold: 4,
      },
    ]);
    expect(read(writeExperiment(experiment))).toEqual(experiment);
  });

  test('names that a careless table would trip over', () => {
    const groups = [
      { id: 'constructor', consumers: [{ name: 'toString', topics: ['hasOwnProperty'] }] },
    ];
    const experiment = read(
      file({ commands: [{ atMs: 1, do: 'kill', target: 'toString' }] }, { groups }),
    );
    expect(experiment.scenario.groups[0]?.consumers[0]?.name).toBe('toString');
  });

  test('a byte order mark before the text is no error', () => {
    expect(read(`\ufeff${JSON.stringify(file())}`)).toEqual(read(file()));
  });

  test('title and description are text: markup stays what it is', () => {
    const title = '<script>alert(1)</script>';
    expect(read(file({ title })).title).toBe(title);
  });
});

describe('writing', () => {
  test('what is written is read as the same, and written again as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (number) => {
        const experiment = randomExperiment(number);
        const text = writeExperiment(experiment);
        expect(read(text)).toStrictEqual(experiment);
        expect(writeExperiment(read(text))).toBe(text);
      }),
    );
  });

  test('what is not the default is kept: every field', () => {
    const scenario = {
      wireVersion: 0,
      brokers: 5,
      topics: [{ name: 't', partitions: 2, recordsPerSecond: 3 }],
      network: { latencyMs: [1, 2.5], transportTimeoutMs: 9000 },
      zookeeper: { sessionTimeoutMs: 3000 },
      client: { requestTimeoutMs: 1, backoffMs: [2, 3], metadataRefreshMs: 4, commitIntervalMs: 5 },
      broker: { minSessionTimeoutMs: 6, maxSessionTimeoutMs: 7, minHeartbeatIntervalMs: 8 },
      groups: [
        {
          id: 'g',
          sessionTimeoutMs: 100,
          heartbeatFrequency: 4,
          failedHeartbeatThreshold: 5,
          strategy: 'roundrobin',
          consumers: [
            {
              name: 'x',
              host: 'h',
              topics: ['t'],
              startAtMs: 0.5,
              recordsPerSecond: 7,
              sessionTimeoutMs: 200,
              heartbeatFrequency: 6,
              failedHeartbeatThreshold: 7,
              strategy: 'sticky',
            },
          ],
        },
      ],
    };
    const commands = [
      {
        atMs: 1,
        do: 'start-consumer',
        group: 'g',
        name: 'y',
        host: 'h',
        topics: ['t'],
        recordsPerSecond: 1,
      },
      { atMs: 2.001, do: 'slow-link', target: ['x', 'y'], key: 'k', latencyMs: [1, 2] },
      { atMs: 3, do: 'restore-link', target: ['x', '@g'], key: 'k', recall: true },
      { atMs: 3, do: 'corrupt-message', target: ['x', '@g'] },
      { atMs: 4, do: 'create-topic', topic: { name: 'n', partitions: 2, recordsPerSecond: 0 } },
      { atMs: 5, do: 'add-partitions', topic: 'n', partitions: 3 },
      { atMs: 6, do: 'delete-topic', topic: 'n' },
      { atMs: 7, do: 'subscribe', target: 'y', topics: ['n'] },
      { atMs: 7, do: 'subscribe', target: 'y', allow: ['n.*'], deny: ['no'] },
      {
        atMs: 8,
        do: 'configure',
        target: 'x',
        settings: { sessionTimeoutMs: 1, heartbeatFrequency: 2, failedHeartbeatThreshold: 3 },
      },
      {
        atMs: 8,
        do: 'configure',
        group: 'g',
        settings: { strategy: 'range', recordsPerSecond: 5 },
      },
      {
        atMs: 8,
        do: 'configure',
        network: true,
        settings: { latencyMs: [1, 2], transportTimeoutMs: 3 },
      },
    ];
    const written = {
      format: 'regroup-experiment',
      version: 1,
      title: 'a',
      description: 'b',
      seed: 2,
      scenario,
      commands,
      untilMs: 50,
    };
    const text = `${JSON.stringify(written, null, 2)}\n`;
    expect(writeExperiment(read(written))).toBe(text);
  });

  test('the order of keys is one, whatever it was in the file', () => {
    const command = { target: 'c-1', do: 'kill', atMs: 5 };
    const text = writeExperiment(read({ commands: [command], ...file({ title: 'a', seed: 3 }) }));
    expect(text).toBe(writeExperiment(read(file({ seed: 3, title: 'a', commands: [command] }))));
    expect(text).toContain('"atMs": 5,\n      "do": "kill",\n      "target": "c-1"');
  });
});
