import { describe, expect, test } from 'vitest';
import {
  consumer,
  file,
  group,
  lineOf,
  ms,
  names,
  topic,
  withConsumer,
  withGroup,
  withPatterns,
} from './experiment-testing.ts';

const latency =
  'must be [least, most] in milliseconds from 0.001 to 604800000 with at most three decimals';

const refused: readonly (readonly [what: string, input: unknown, line: string])[] = [
  // The text itself.
  ['nothing', '', 'line 1, column 1: not JSON: a value is expected'],
  ['no JSON', 'hello', 'line 1, column 1: not JSON: a word that is no JSON value'],
  [
    'a missing comma',
    '{\n  "a": 1\n  "b": 2\n}',
    'line 3, column 3: not JSON: a comma is expected',
  ],
  [
    'a trailing comma',
    '{"a": 1,}',
    'line 1, column 9: not JSON: a key in double quotes is expected',
  ],
  ['a comment', '{} // so', 'line 1, column 4: not JSON: comments are not allowed'],
  ['single quotes', "{'a': 1}", 'line 1, column 2: not JSON: a word that is no JSON value'],
  ['an open end', '{"a": [1, 2', 'line 1, column 12: not JSON: a closing ] is expected'],
  ['an open string', '{"a": "b', 'line 1, column 7: not JSON: a string does not end'],
  ['NaN', '{"seed": NaN}', 'line 1, column 10: not JSON: a word that is no JSON value'],
  ['a key twice', '{"seed": 1,\n "seed": 2}', 'line 2, column 2: key "seed" stands twice'],
  [
    'depth',
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    'line 1, column 33: nests deeper than 32 levels',
  ],
  [
    'depth behind a broken string',
    `"a\n${'['.repeat(90_000)}`,
    'line 2, column 33: nests deeper than 32 levels',
  ],
  [
    'size',
    `{"title": "${'x'.repeat(1_000_000)}"}`,
    'file: is larger than 1000000 bytes, the most for an experiment',
  ],
  [
    'size in bytes, not characters',
    `{"title": "${'ü'.repeat(600_000)}"}`,
    'file: is larger than 1000000 bytes, the most for an experiment',
  ],

  // Format and version.
  ['null', 'null', 'file: must be an object of format "regroup-experiment", not null'],
  ['a list', '[]', 'file: must be an object of format "regroup-experiment", not an empty list'],
  ['no format', '{}', 'format: must be "regroup-experiment", not left out'],
  [
    'a trace',
    { format: 'regroup-trace', version: 1 },
    'format: must be "regroup-experiment", not "regroup-trace"',
  ],
  ['no version', { format: 'regroup-experiment' }, 'version: must be 1, not left out'],
  ['a newer version', file({ version: 2 }), 'version: is 2, newer than this program knows (1)'],
  ['version 0', file({ version: 0 }), 'version: must be 1, not 0'],
  ['a version in text', file({ version: '1' }), 'version: must be 1, not "1"'],

  // Keys.
  ['a misspelt key', file({ sede: 3 }), 'sede: is not a known key; did you mean "seed"?'],
  [
    'a strange key',
    file({ colour: 'red' }),
    'colour: is not a known key; known are format, version, title, description, seed, scenario, commands, untilMs',
  ],
  [
    'a misspelt key that is required',
    file({}, { topics: undefined, topcs: [] }),
    'scenario.topcs: is not a known key; did you mean "topics"?',
  ],
  [
    '__proto__ as a key',
    '{"format": "regroup-experiment", "version": 1, "__proto__": {"seed": 3}}',
    '__proto__: is not a known key; known are format, version, title, description, seed, scenario, commands, untilMs',
  ],
  [
    'constructor as a key',
    file({}, { constructor: {} }),
    'scenario.constructor: is not a known key; known are protocol, wireVersion, brokers, topics, network, zookeeper, client, broker, groups',
  ],
  [
    'a key that is no word',
    file({ '<b>\n': 1 }),
    '["<b>\\n"]: is not a known key; known are format, version, title, description, seed, scenario, commands, untilMs',
  ],
  ['no scenario', { format: 'regroup-experiment', version: 1 }, 'scenario: is missing'],
  [
    'a scenario that is a list',
    file({ scenario: [] }),
    'scenario: must be an object, not an empty list',
  ],
  [
    'no topics',
    { format: 'regroup-experiment', version: 1, scenario: { groups: [group] } },
    'scenario.topics: is missing',
  ],
  [
    'no groups',
    file({}, { groups: [] }),
    'scenario.groups: must be a list of 1 to 10000, not an empty list',
  ],
  ['a topic without a name', file({}, { topics: [{}] }), 'scenario.topics[0].name: is missing'],
  ['a group without an id', file({}, { groups: [{}] }), 'scenario.groups[0].id: is missing'],

  // Values.
  [
    'a title that is a number',
    file({ title: 5 }),
    'title: must be text of at most 200 characters, not 5',
  ],
  [
    'a title too long',
    file({ title: 'x'.repeat(201) }),
    `title: must be text of at most 200 characters, not "${'x'.repeat(59)}..."`,
  ],
  ['seed null', file({ seed: null }), 'seed: must be an integer from 0 to 4294967295, not null'],
  ['a negative seed', file({ seed: -1 }), 'seed: must be an integer from 0 to 4294967295, not -1'],
  [
    'a seed with a fraction',
    file({ seed: 1.5 }),
    'seed: must be an integer from 0 to 4294967295, not 1.5',
  ],
  [
    'a seed too big',
    file({ seed: 2 ** 32 }),
    'seed: must be an integer from 0 to 4294967295, not 4294967296',
  ],
  ['untilMs NaN', file({ untilMs: NaN }), `untilMs: ${ms(0)}, not NaN`],
  ['untilMs without end', file({ untilMs: Infinity }), `untilMs: ${ms(0)}, not Infinity`],
  ['untilMs below the microsecond', file({ untilMs: 0.0001 }), `untilMs: ${ms(0)}, not 0.0001`],
  [
    'untilMs for ever',
    '{"format":"regroup-experiment","version":1,"scenario":{"topics":[],"groups":[{"id":"g"}]},"untilMs":1e300}',
    `untilMs: ${ms(0)}, not 1e+300`,
  ],
  [
    'no broker',
    file({}, { brokers: 0 }),
    'scenario.brokers: must be an integer from 1 to 1000, not 0',
  ],
  [
    'brokers as a list',
    file({}, { brokers: [1] }),
    'scenario.brokers: must be an integer from 1 to 1000, not a list of 1',
  ],
  [
    'another protocol',
    file({}, { protocol: 'raft' }),
    'scenario.protocol: must be "register", not "raft"',
  ],
  [
    'another wire version',
    file({}, { wireVersion: 2 }),
    'scenario.wireVersion: must be 0 or 1, not 2',
  ],
  [
    'no partitions',
    file({}, { topics: [{ name: 'orders', partitions: 0 }] }),
    'scenario.topics[0].partitions: must be an integer from 1 to 100000, not 0',
  ],
  [
    'too many partitions together',
    file(
      {},
      {
        topics: [
          { name: 'a', partitions: 60_000 },
          { name: 'b', partitions: 60_000 },
        ],
      },
    ),
    'scenario.topics: have 120000 partitions together; at most 100000 are allowed',
  ],
  [
    'negative records',
    file({}, { topics: [{ name: 'a', recordsPerSecond: -3 }] }),
    'scenario.topics[0].recordsPerSecond: must be an integer from 0 to 1000000, not -3',
  ],
  [
    'latency backwards',
    file({}, { network: { latencyMs: [15, 5] } }),
    `scenario.network.latencyMs: ${latency}, not a list of 2`,
  ],
  [
    'latency zero',
    file({}, { network: { latencyMs: [0, 5] } }),
    `scenario.network.latencyMs: ${latency}, not a list of 2`,
  ],
  [
    'latency a number',
    file({}, { network: { latencyMs: 5 } }),
    `scenario.network.latencyMs: ${latency}, not 5`,
  ],
  ['network null', file({}, { network: null }), 'scenario.network: must be an object, not null'],
  [
    'no session',
    file({}, { zookeeper: { sessionTimeoutMs: 0 } }),
    `scenario.zookeeper.sessionTimeoutMs: ${ms(1)}, not 0`,
  ],
  [
    'bounds backwards',
    file({}, { broker: { minSessionTimeoutMs: 500, maxSessionTimeoutMs: 400 } }),
    'scenario.broker.maxSessionTimeoutMs: must be at least minSessionTimeoutMs (500), not 400',
  ],
  [
    'F = 0',
    withGroup({ heartbeatFrequency: 0 }),
    'scenario.groups[0].heartbeatFrequency: must be an integer from 1 to 32767, not 0',
  ],
  [
    'T = 0',
    withGroup({ failedHeartbeatThreshold: 0 }),
    'scenario.groups[0].failedHeartbeatThreshold: must be an integer from 1 to 32767, not 0',
  ],
  [
    'F beyond int16',
    withGroup({ heartbeatFrequency: 40_000 }),
    'scenario.groups[0].heartbeatFrequency: must be an integer from 1 to 32767, not 40000',
  ],
  [
    'S negative',
    withGroup({ sessionTimeoutMs: -1000 }),
    'scenario.groups[0].sessionTimeoutMs: must be an integer from 1 to 604800000, not -1000',
  ],
  [
    'S with a fraction',
    withGroup({ sessionTimeoutMs: 0.5 }),
    'scenario.groups[0].sessionTimeoutMs: must be an integer from 1 to 604800000, not 0.5',
  ],
  [
    'S in words',
    withConsumer({ sessionTimeoutMs: '3s' }),
    'scenario.groups[0].consumers[0].sessionTimeoutMs: must be an integer from 1 to 604800000, not "3s"',
  ],

  // Names.
  [
    'a name with a space',
    withConsumer({ name: 'my app' }),
    `scenario.groups[0].consumers[0].name: ${names}, not "my app"`,
  ],
  [
    'a name with markup',
    withConsumer({ name: '<img>' }),
    `scenario.groups[0].consumers[0].name: ${names}, not "<img>"`,
  ],
  [
    '__proto__ as a name',
    withConsumer({ name: '__proto__' }),
    `scenario.groups[0].consumers[0].name: ${names}, not "__proto__"`,
  ],
  [
    'a name too long',
    withConsumer({ host: 'h'.repeat(65) }),
    `scenario.groups[0].consumers[0].host: ${names}, not "${'h'.repeat(65)}"`,
  ],
  ['an empty name', withGroup({ id: '' }), `scenario.groups[0].id: ${names}, not ""`],
  [
    'two topics of one name',
    file({}, { topics: [topic, topic] }),
    'scenario.topics[1].name: "orders" is taken by scenario.topics[0]; names differ',
  ],
  [
    'two groups of one id',
    file({}, { groups: [group, { id: 'billing' }] }),
    'scenario.groups[1].id: "billing" is taken by scenario.groups[0]; names differ',
  ],
  [
    'two consumers of one name',
    withGroup({ consumers: [consumer, consumer] }),
    'scenario.groups[0].consumers[1].name: "c-1" is taken by a consumer of group "billing" (scenario.groups[0].consumers[0]); names of processes differ',
  ],
  [
    'a consumer named as a broker',
    withConsumer({ name: 'broker-2' }),
    'scenario.groups[0].consumers[0].name: "broker-2" is taken by a broker (scenario.brokers); names of processes differ',
  ],
  [
    'a consumer named zookeeper',
    withConsumer({ name: 'zookeeper' }),
    'scenario.groups[0].consumers[0].name: "zookeeper" is taken by a zookeeper (the metadata store); names of processes differ',
  ],

  // Subscriptions.
  [
    'no subscription',
    withGroup({ consumers: [{}] }),
    'scenario.groups[0].consumers[0].topics: is missing: a list of the topics that the consumer subscribes to, or patterns (allow, deny)',
  ],
  [
    'an empty subscription',
    withConsumer({ topics: [] }),
    'scenario.groups[0].consumers[0].topics: must be a list of 1 to 1000, not an empty list',
  ],
  [
    'a topic twice',
    withConsumer({ topics: ['a', 'a'] }),
    'scenario.groups[0].consumers[0].topics[1]: "a" stands in the list twice',
  ],
  [
    'a topic that is no name',
    withConsumer({ topics: ['orders', 7] }),
    `scenario.groups[0].consumers[0].topics[1]: ${names}, not 7`,
  ],
  [
    'topics and patterns',
    withConsumer({ allow: ['ord.*'] }),
    'scenario.groups[0].consumers[0].allow: stands beside topics: a consumer names topics or has patterns, not both',
  ],
  [
    'topics and a deny list',
    withConsumer({ deny: ['ord.*'] }),
    'scenario.groups[0].consumers[0].deny: stands beside topics: a consumer names topics or has patterns, not both',
  ],
  [
    'an empty list of patterns',
    withPatterns({ allow: [] }),
    'scenario.groups[0].consumers[0].allow: must be a list of 1 to 100, not an empty list',
  ],
  [
    'a pattern that does not parse',
    withPatterns({ allow: ['ord.*', 'a('] }),
    'scenario.groups[0].consumers[0].allow[1]: is no pattern: "a(": missing closing )',
  ],
  [
    'a denied pattern that does not parse',
    withPatterns({ deny: ['[z-a]'] }),
    'scenario.groups[0].consumers[0].deny[0]: is no pattern: "[z-a]": invalid character class range: "z-a"',
  ],
  [
    'a pattern that is no text',
    withPatterns({ allow: [7] }),
    'scenario.groups[0].consumers[0].allow[0]: must be text of at most 200 characters, not 7',
  ],
  [
    'a pattern that is too long',
    withPatterns({ allow: ['x'.repeat(201)] }),
    `scenario.groups[0].consumers[0].allow[0]: must be text of at most 200 characters, not "${'x'.repeat(59)}..."`,
  ],
  [
    'a strategy that no broker knows, of a group',
    withGroup({ strategy: 'sticky' }),
    'scenario.groups[0].strategy: must be "range" or "roundrobin", not "sticky"',
  ],
];

describe('what is refused', () => {
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

  test('too many consumers', () => {
    const consumers = Array.from({ length: 6000 }, (_, i) => ({ name: `c-${i}`, topics: ['t'] }));
    const others = Array.from({ length: 6000 }, (_, i) => ({ name: `d-${i}`, topics: ['t'] }));
    const groups = [
      { id: 'a', consumers },
      { id: 'b', consumers: others },
    ];
    expect(lineOf(file({}, { groups }))).toBe(
      'scenario.groups: name 12000 consumers with those of the commands; at most 10000 are allowed',
    );
  });
});
