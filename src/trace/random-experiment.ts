/**
 * Random experiments for the fuzzer and for tests: small worlds, a few actions at odd moments. Pure:
 * the same number gives the same experiment, for ever.
 */
import { nextInt, randomStream } from '../lib/random.ts';
import type { RandomStream } from '../lib/random.ts';
import { defaults } from './experiment-defaults.ts';
import type {
  Command,
  CommandAction,
  ConsumerSpec,
  Experiment,
  GroupSpec,
  MsRange,
  Scenario,
  TopicSpec,
} from './experiment.ts';

const untilMs = 20_000;

export function randomExperiment(number: number): Experiment {
  const stream = randomStream(number, 'random experiment');
  const topics = Array.from({ length: draw(stream, 1, 3) }, (_, index) =>
    randomTopic(stream, index),
  );
  const groups = randomGroups(stream, topics);
  const scenario: Scenario = {
    protocol: defaults.scenario.protocol,
    wireVersion: defaults.scenario.wireVersion,
    brokers: draw(stream, 1, 5),
    topics,
    network: { ...defaults.network, latencyMs: pick(stream, latencies) },
    zookeeper: { sessionTimeoutMs: pick(stream, [1000, 2000, 6000]) },
    client: { ...defaults.client, requestTimeoutMs: pick(stream, [500, 1000]) },
    broker: defaults.broker,
    groups,
  };
  return {
    format: 'regroup-experiment',
    version: 1,
    title: `random ${number}`,
    description: '',
    seed: draw(stream, 0, 0xffff_fffe),
    scenario,
    commands: randomCommands(stream, scenario),
    untilMs,
  };
}

const latencies: readonly MsRange[] = [
  [5, 15],
  [1, 1],
  [0.5, 60],
  [40, 200],
];

function randomTopic(stream: RandomStream, index: number): TopicSpec {
  return { name: `t-${index}`, partitions: draw(stream, 1, 8), recordsPerSecond: 10 };
}

function randomGroups(stream: RandomStream, topics: readonly TopicSpec[]): GroupSpec[] {
  const count = draw(stream, 2, 12);
  const ids = pick(stream, [['orders'], ['orders'], ['orders', 'billing']]);
  return ids.map((id, g) => {
    const numbers = Array.from({ length: count }, (_, index) => index).filter(
      (index) => index % ids.length === g,
    );
    return {
      id,
      ...randomTiming(stream),
      strategy: pick(stream, ['range', 'roundrobin']),
      consumers: numbers.map((index) => randomConsumer(stream, index + 1, topics)),
    };
  });
}

function randomTiming(stream: RandomStream) {
  return {
    sessionTimeoutMs: pick(stream, [500, 1000, 3000]),
    heartbeatFrequency: pick(stream, [2, 3, 5]),
    failedHeartbeatThreshold: pick(stream, [2, 3, 4]),
  };
}

function randomConsumer(
  stream: RandomStream,
  number: number,
  topics: readonly TopicSpec[],
): ConsumerSpec {
  const startAtMs = draw(stream, 0, 2) === 0 ? draw(stream, 0, 4000) : 0;
  const overrides = draw(stream, 0, 5) === 0 ? randomTiming(stream) : {};
  return {
    name: `c-${number}`,
    host: `host-${draw(stream, 0, 3) === 0 ? 1 : number}`,
    startAtMs,
    recordsPerSecond: 100,
    ...overrides,
    topics: someTopics(stream, topics),
  };
}

function someTopics(stream: RandomStream, topics: readonly TopicSpec[]): string[] {
  const some = topics.filter(() => draw(stream, 0, 3) > 0).map(({ name }) => name);
  return some.length > 0 ? some : [(topics[0] as TopicSpec).name];
}

function randomCommands(stream: RandomStream, scenario: Scenario): Command[] {
  const commands = Array.from({ length: draw(stream, 0, 12) }, (_, index): Command => {
    const atMs = draw(stream, 0, 18_000_000) / 1000;
    return { atMs, ...randomAction(stream, scenario, index) };
  });
  return commands.toSorted((a, b) => a.atMs - b.atMs);
}

const verbs = ['kill', 'power-off', 'restart', 'stop', 'freeze', 'freeze', 'thaw', 'thaw'] as const;
const linkVerbs = ['cut-link', 'cut-link', 'restore-link', 'restore-link', 'slow-link'] as const;

function randomAction(stream: RandomStream, scenario: Scenario, index: number): CommandAction {
  const consumers = scenario.groups.flatMap((group) => group.consumers.map(({ name }) => name));
  const brokers = Array.from({ length: scenario.brokers }, (_, broker) => `broker-${broker + 1}`);
  const group = pick(stream, scenario.groups).id;
  const special = [`@${group}`, '@controller'];
  const processes = [...consumers, ...brokers, ...special];
  switch (draw(stream, 0, 5)) {
    case 0:
      return {
        do: 'start-consumer',
        group,
        name: `c-${100 + index}`,
        topics: someTopics(stream, scenario.topics),
      };
    case 1:
      return { do: 'start-broker', name: pick(stream, [...brokers, 'broker-9']) };
    case 2:
    case 3: {
      const verb = pick(stream, linkVerbs);
      const target = [pick(stream, consumers), pick(stream, [...brokers, ...special])] as const;
      const pair = draw(stream, 0, 3) === 0 ? ([target[1], 'zookeeper'] as const) : target;
      if (verb !== 'slow-link') return { do: verb, target: pair };
      return {
        do: verb,
        target: pair,
        latencyMs: pick(stream, [
          [200, 900],
          [5, 3000],
        ] as const),
      };
    }
    default:
      return { do: pick(stream, verbs), target: pick(stream, processes) };
  }
}

function draw(stream: RandomStream, low: number, high: number): number {
  return nextInt(stream, low, high);
}

function pick<T>(stream: RandomStream, from: readonly T[]): T {
  return from[nextInt(stream, 0, from.length - 1)] as T;
}
