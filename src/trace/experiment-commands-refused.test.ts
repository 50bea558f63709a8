import { describe, expect, test } from 'vitest';
import { file, lineOf, ms, topic, withCommand } from './experiment-testing.ts';

const start = { atMs: 1, do: 'start-consumer', group: 'billing', name: 'c-2' };
const commandNames =
  'start-consumer, start-broker, kill, power-off, restart, stop, freeze, thaw, cut-link, restore-link, slow-link, corrupt-message, create-topic, delete-topic, add-partitions, subscribe, configure';
const refused: readonly (readonly [what: string, input: unknown, line: string])[] = [
  [
    'commands as an object',
    file({ commands: {} }),
    'commands: must be a list of 0 to 10000, not an object',
  ],
  ['a command that is a word', withCommand('kill'), 'commands[0]: must be an object, not "kill"'],
  [
    'no verb',
    withCommand({ atMs: 1 }),
    `commands[0].do: must be one of ${commandNames}, not left out`,
  ],
  [
    'a verb that nobody knows',
    withCommand({ atMs: 1, do: 'explode', target: 'c-1' }),
    `commands[0].do: must be one of ${commandNames}, not "explode"`,
  ],
  [
    'a misspelt verb',
    withCommand({ atMs: 1, do: 'freez', target: 'c-1' }),
    `commands[0].do: must be one of ${commandNames}, not "freez"; did you mean "freeze"?`,
  ],
  [
    'a verb from the prototype',
    withCommand({ atMs: 1, do: 'constructor' }),
    `commands[0].do: must be one of ${commandNames}, not "constructor"`,
  ],
  [
    'an empty deny list in a command',
    withCommand({ atMs: 1, do: 'start-consumer', group: 'billing', name: 'c-2', deny: [] }),
    'commands[0].deny: must be a list of 1 to 100, not an empty list',
  ],
  [
    'topics and patterns in a command',
    withCommand({ atMs: 1, do: 'subscribe', target: 'c-1', topics: ['a'], allow: ['b'] }),
    'commands[0].allow: stands beside topics: a consumer names topics or has patterns, not both',
  ],
  [
    'a subscription to nothing',
    withCommand({ atMs: 1, do: 'subscribe', target: 'c-1' }),
    'commands[0].topics: is missing: a list of the topics that the consumer subscribes to, or patterns (allow, deny)',
  ],
  [
    'a broker that subscribes',
    withCommand({ atMs: 1, do: 'subscribe', target: 'broker-1', topics: ['a'] }),
    'commands[0].target: nothing in the experiment names a consumer "broker-1"',
  ],
  [
    'a setting twice, short and long',
    withCommand({ ...start, T: 2, failedHeartbeatThreshold: 2 }),
    'commands[0]: has both T and failedHeartbeatThreshold, which are one',
  ],
  [
    'T = 0, short',
    withCommand({ ...start, T: 0 }),
    'commands[0].T: must be an integer from 1 to 32767, not 0',
  ],
  [
    'a broker by name and by target',
    withCommand({ atMs: 1, do: 'start-broker', name: 'broker-4', target: 'broker-4' }),
    'commands[0].target: is not a known key; known are atMs, do, name',
  ],
  [
    'a broker without a name',
    withCommand({ atMs: 1, do: 'start-broker' }),
    'commands[0].name: is missing',
  ],
  [
    'a topic without a name',
    withCommand({ atMs: 1, do: 'create-topic', topic: { partitions: 3 } }),
    'commands[0].topic.name: is missing',
  ],
  [
    'a topic that is created with partitions of its own, beside it',
    withCommand({ atMs: 1, do: 'create-topic', topic: { name: 'a' }, partitions: 3 }),
    'commands[0].partitions: is not a known key; known are atMs, do, topic',
  ],
  [
    'a topic without partitions',
    withCommand({ atMs: 1, do: 'create-topic', topic: 'a', partitions: 0 }),
    'commands[0].partitions: must be an integer from 1 to 100000, not 0',
  ],
  [
    'a negative rate',
    withCommand({ atMs: 1, do: 'create-topic', topic: { name: 'a', recordsPerSecond: -1 } }),
    'commands[0].topic.recordsPerSecond: must be an integer from 0 to 1000000, not -1',
  ],
  [
    'a topic that nobody names is deleted',
    withCommand({ atMs: 1, do: 'delete-topic', topic: 'order' }),
    'commands[0].topic: nothing in the experiment names a topic "order"; did you mean "orders"?',
  ],
  [
    'a topic that nobody names grows',
    withCommand({ atMs: 1, do: 'add-partitions', topic: 'payments', partitions: 3 }),
    'commands[0].topic: nothing in the experiment names a topic "payments"',
  ],
  [
    'a topic that grows without bounds',
    withCommand({ atMs: 1, do: 'add-partitions', topic: 'orders', partitions: 100_001 }),
    'commands[0].partitions: must be an integer from 1 to 100000, not 100001',
  ],
  [
    'too many partitions with those that are added',
    file(
      { commands: [{ atMs: 1, do: 'add-partitions', topic: 'orders', partitions: 60_000 }] },
      { topics: [topic, { name: 'b', partitions: 50_000 }] },
    ),
    'scenario.topics: have 110000 partitions together; at most 100000 are allowed',
  ],
  [
    'no settings',
    withCommand({ atMs: 1, do: 'configure', target: 'c-1' }),
    'commands[0].settings: is missing',
  ],
  [
    'settings that say nothing',
    withCommand({ atMs: 1, do: 'configure', target: 'c-1', settings: {} }),
    'commands[0].settings: must have at least one of sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold, recordsPerSecond',
  ],
  [
    'settings of nothing',
    withCommand({ atMs: 1, do: 'configure', settings: { sessionTimeoutMs: 5 } }),
    'commands[0].target: is missing',
  ],
  [
    'settings of a broker',
    withCommand({
      atMs: 1,
      do: 'configure',
      target: 'broker-1',
      settings: { heartbeatFrequency: 2 },
    }),
    'commands[0].target: nothing in the experiment names a consumer "broker-1"',
  ],
  [
    'settings of a group that nobody names',
    withCommand({ atMs: 1, do: 'configure', group: 'g', settings: { heartbeatFrequency: 2 } }),
    'commands[0].group: nothing in the experiment names a group "g"',
  ],
  [
    'F = 0, later',
    withCommand({
      atMs: 1,
      do: 'configure',
      group: 'billing',
      settings: { heartbeatFrequency: 0 },
    }),
    'commands[0].settings.heartbeatFrequency: must be an integer from 1 to 32767, not 0',
  ],
  [
    'a strategy that no broker knows, later',
    withCommand({ atMs: 1, do: 'configure', group: 'billing', settings: { strategy: 'sticky' } }),
    'commands[0].settings.strategy: must be "range" or "roundrobin", not "sticky"',
  ],
  [
    'the strategy of one consumer',
    withCommand({ atMs: 1, do: 'configure', target: 'c-1', settings: { strategy: 'range' } }),
    'commands[0].settings.strategy: is not a known key; known are sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold, recordsPerSecond',
  ],
  [
    'a group and the network at once',
    withCommand({
      atMs: 1,
      do: 'configure',
      network: true,
      group: 'billing',
      settings: { transportTimeoutMs: 5 },
    }),
    'commands[0].group: is not a known key; known are atMs, do, network, settings',
  ],
  [
    'no network',
    withCommand({ atMs: 1, do: 'configure', network: false, settings: { transportTimeoutMs: 5 } }),
    'commands[0].network: must be true, not false',
  ],
  [
    'a message that is damaged at one place',
    withCommand({ atMs: 1, do: 'corrupt-message', target: 'c-1' }),
    'commands[0].target: must be two names of processes (or @<group>, @controller): [a, b], not "c-1"',
  ],
  [
    'something to recall without a key',
    withCommand({ atMs: 1, do: 'thaw', target: 'c-1', recall: true }),
    'commands[0].key: is missing: the key to recall',
  ],
  [
    'a key that stands for nothing',
    withCommand({ atMs: 1, do: 'thaw', target: 'c-1', key: 'k', recall: true }),
    'commands[0].key: no command remembers whom it hit as "k"',
  ],
  [
    'a link recalled for a process',
    file({
      commands: [
        { atMs: 1, do: 'cut-link', target: ['c-1', 'broker-1'], key: 'k' },
        { atMs: 2, do: 'kill', target: 'c-1', key: 'k', recall: true },
      ],
    }),
    'commands[1].key: "k" stands for a link, and kill hits a process',
  ],
  ['no time', withCommand({ do: 'kill', target: 'c-1' }), 'commands[0].atMs: is missing'],
  [
    'a negative time',
    withCommand({ atMs: -5, do: 'kill', target: 'c-1' }),
    `commands[0].atMs: ${ms(0)}, not -5`,
  ],
  [
    'a time below the microsecond',
    withCommand({ atMs: 1000 / 3, do: 'kill', target: 'c-1' }),
    `commands[0].atMs: ${ms(0)}, not 333.3333333333333`,
  ],
  ['no target', withCommand({ atMs: 1, do: 'kill' }), 'commands[0].target: is missing'],
  [
    'a target that nobody names',
    withCommand({ atMs: 1, do: 'kill', target: 'c-7' }),
    'commands[0].target: nothing in the experiment names a process "c-7"; did you mean "c-1"?',
  ],
  [
    'a group that nobody names',
    withCommand({ atMs: 1, do: 'kill', target: '@orders' }),
    'commands[0].target: nothing in the experiment names a group "orders"',
  ],
  [
    'a lone @',
    withCommand({ atMs: 1, do: 'kill', target: '@' }),
    'commands[0].target: must be the name of a process, @<group> or @controller, not "@"',
  ],
  [
    'ZooKeeper killed',
    withCommand({ atMs: 1, do: 'kill', target: 'zookeeper' }),
    'commands[0].target: ZooKeeper does not fail: it can be a target of links only, not of kill',
  ],
  [
    'a link of one',
    withCommand({ atMs: 1, do: 'cut-link', target: ['c-1'] }),
    'commands[0].target: must be two names of processes (or @<group>, @controller): [a, b], not a list of 1',
  ],
  [
    'a link with itself',
    withCommand({ atMs: 1, do: 'cut-link', target: ['c-1', 'c-1'] }),
    'commands[0].target: a link joins two processes, not "c-1" with itself',
  ],
  [
    'a link to nobody',
    withCommand({ atMs: 1, do: 'cut-link', target: ['c-1', 'broker-9'] }),
    'commands[0].target[1]: nothing in the experiment names a process "broker-9"; did you mean "broker-1"?',
  ],
  [
    'a slow link without latency',
    withCommand({ atMs: 1, do: 'slow-link', target: ['c-1', 'zookeeper'] }),
    'commands[0].latencyMs: is missing',
  ],
  [
    'a latency where none belongs',
    withCommand({ atMs: 1, do: 'cut-link', target: ['c-1', 'zookeeper'], latencyMs: [1, 2] }),
    'commands[0].latencyMs: is not a known key; known are atMs, do, target, key, recall',
  ],
  [
    'a consumer without a group',
    withCommand({ atMs: 1, do: 'start-consumer', name: 'c-2' }),
    'commands[0].group: is missing',
  ],
  [
    'a consumer of another group',
    withCommand({ atMs: 1, do: 'start-consumer', group: 'biling', name: 'c-2' }),
    'commands[0].group: nothing in the experiment names a group "biling"; did you mean "billing"?',
  ],
  [
    "a consumer that takes a broker's name",
    withCommand({ atMs: 1, do: 'start-consumer', group: 'billing', name: 'broker-1' }),
    'commands[0].name: "broker-1" is taken by a broker (scenario.brokers); names of processes differ',
  ],
  [
    "a broker that takes a consumer's name",
    withCommand({ atMs: 1, do: 'start-broker', name: 'c-1' }),
    'commands[0].name: "c-1" is taken by a consumer of group "billing" (scenario.groups[0].consumers[0]); names of processes differ',
  ],
  [
    'a newcomer without topics in an empty group',
    {
      ...file({}, { groups: [{ id: 'g' }] }),
      commands: [{ atMs: 1, do: 'start-consumer', group: 'g' }],
    },
    'commands[0].topics: is missing: group "g" has no consumer whose topics it could take',
  ],
  [
    'a start without topics before the one that has them',
    {
      ...file({}, { groups: [{ id: 'g' }] }),
      commands: [
        { atMs: 2, do: 'start-consumer', group: 'g', name: 'c-1', topics: ['orders'] },
        { atMs: 1, do: 'start-consumer', group: 'g', name: 'c-1' },
      ],
    },
    'commands[1].topics: is missing: group "g" has no consumer whose topics it could take',
  ],
  [
    'too many brokers with those that commands start',
    file({ commands: [{ atMs: 1, do: 'start-broker', name: 'broker-1001' }] }, { brokers: 1000 }),
    'scenario.brokers: are 1001 with those of the commands; at most 1000 are allowed',
  ],
  [
    'too many commands',
    file({ commands: Array(10_001).fill({ atMs: 1, do: 'kill', target: 'c-1' }) }),
    'commands: must be a list of 0 to 10000, not a list of 10001',
  ],
];

describe('what is taken of commands', () => {
  test('a consumer that a command started is started again with what its last life subscribed to', () => {
    const start = { do: 'start-consumer', group: 'g', name: 'c-1' };
    const subscriptions = [{ topics: ['orders'] }, { deny: ['x'] }];
    for (const subscription of subscriptions) {
      const commands = [
        { atMs: 4, ...start },
        { atMs: 1, ...start, ...subscription },
        { atMs: 1, ...start },
        { atMs: 2, do: 'kill', target: 'c-1' },
      ];
      expect(lineOf({ ...file({}, { groups: [{ id: 'g' }] }), commands })).toBe('fine');
    }
  });

  test('as many brokers as may be, started again and again', () => {
    const commands = [{ atMs: 1, do: 'start-broker', name: 'broker-7' }];
    expect(lineOf(file({ commands }, { brokers: 1000 }))).toBe('fine');
  });
});

describe('what is refused of commands', () => {
  test.each(refused)('%s', (_, input, line) => {
    expect(line).not.toContain('\n');
    expect(lineOf(input)).toBe(line);
  });

  const values = refused.filter(([, input, line]) => {
    return typeof input === 'object' && !/NaN|Infinity/.test(line);
  });

  test.each(values)('%s, as text', (_, input, line) => {
    expect(lineOf(JSON.stringify(input))).toBe(line);
  });
});
