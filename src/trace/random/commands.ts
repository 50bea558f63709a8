/** Random commands. A mode says how many of them there are, and when. */
import type { RandomStream } from '../../lib/random.ts';
import { brokerNames } from '../broker-names.ts';
import type {
  Command,
  CommandAction,
  ConsumerChange,
  LinkTarget,
  MsRange,
  Scenario,
} from '../experiment.ts';
import { draw, once, pick } from './draw.ts';
import {
  latencies,
  newTopics,
  randomSubscription,
  randomTiming,
  randomTopic,
  transportTimeoutsMs,
} from './scenario.ts';

/**
 * `calm`: up to 12 commands; `storm`: 15 to 40; `coordinator`: what triggers a rebalance, and within
 * two seconds a fault at the coordinator, up to three times.
 */
export const modes = ['calm', 'storm', 'coordinator'] as const;

export type Mode = (typeof modes)[number];

type Plan = (stream: RandomStream, scenario: Scenario) => Command[];

const lastUs = 18_000_000;

function anyTime(stream: RandomStream, scenario: Scenario, count: number): Command[] {
  return Array.from({ length: count }, (_, index): Command => {
    const action = pick(stream, actions)(stream, scenario, index);
    return { atMs: draw(stream, 0, lastUs) / 1000, ...action };
  });
}

export const plans: Readonly<Record<Mode, Plan>> = {
  calm: (stream, scenario) => anyTime(stream, scenario, draw(stream, 0, 12)),
  storm: (stream, scenario) => anyTime(stream, scenario, draw(stream, 15, 40)),
  coordinator: (stream, scenario) => {
    const pairs = Array.from({ length: draw(stream, 1, 3) }, (_, index) =>
      disturbed(stream, scenario, index),
    );
    const others = anyTime(stream, scenario, draw(stream, 0, 3));
    return [...pairs.flat(), ...others];
  },
};

/** A trigger, and a fault at the coordinator while the group is busy with it. */
function disturbed(stream: RandomStream, scenario: Scenario, index: number): Command[] {
  const atUs = draw(stream, 4_000_000, 14_000_000);
  const trigger = pick(stream, triggers)(stream, scenario, 50 + index);
  const fault = pick(stream, coordinatorFaults)(`@${pick(stream, scenario.groups).id}`);
  return [
    { atMs: atUs / 1000, ...trigger },
    { atMs: (atUs + draw(stream, 0, 2_000_000)) / 1000, ...fault },
  ];
}

type Action = (stream: RandomStream, scenario: Scenario, index: number) => CommandAction;

function consumersOf({ groups }: Scenario): string[] {
  return groups.flatMap(({ consumers }) => consumers.map(({ name }) => name));
}

function seatsOf({ groups }: Scenario): string[] {
  return [...groups.map(({ id }) => `@${id}`), '@controller'];
}

const startConsumer: Action = (stream, scenario, index) => {
  const group = pick(stream, scenario.groups).id;
  const timing = once(stream, 6) ? randomTiming(stream) : {};
  const subscription = randomSubscription(stream, scenario.topics);
  return { do: 'start-consumer', group, name: `c-${100 + index}`, ...timing, ...subscription };
};

const startAgain: Action = (stream, scenario) => {
  const { id, consumers } = pick(
    stream,
    scenario.groups.filter((group) => group.consumers.length > 0),
  );
  return { do: 'start-consumer', group: id, name: pick(stream, consumers).name };
};

const startBroker: Action = (stream, scenario) => {
  return { do: 'start-broker', name: pick(stream, [...brokerNames(scenario), 'broker-9']) };
};

const verbs = ['kill', 'power-off', 'restart', 'stop', 'freeze', 'freeze', 'thaw', 'thaw'] as const;

const onProcess: Action = (stream, scenario) => {
  const names = [...consumersOf(scenario), ...brokerNames(scenario), ...seatsOf(scenario)];
  return { do: pick(stream, verbs), target: pick(stream, names) };
};

const onConsumer: Action = (stream, scenario) => {
  return { do: pick(stream, verbs), target: pick(stream, consumersOf(scenario)) };
};

/** Consumer and broker mostly, else broker and ZooKeeper, or two brokers. */
function randomPair(stream: RandomStream, scenario: Scenario): LinkTarget {
  const brokers = brokerNames(scenario);
  const broker = pick(stream, [...brokers, ...seatsOf(scenario)]);
  if (once(stream, 4)) return [broker, 'zookeeper'];
  const others = brokers.filter((name) => name !== broker);
  if (once(stream, 6) && others.length > 0) return [broker, pick(stream, others)];
  return [pick(stream, consumersOf(scenario)), broker];
}

const slow: readonly MsRange[] = [
  [200, 900],
  [5, 3000],
];

const linkVerbs = ['cut-link', 'cut-link', 'restore-link', 'restore-link', 'slow-link'] as const;

const onLink: Action = (stream, scenario) => {
  const verb = pick(stream, linkVerbs);
  const target = randomPair(stream, scenario);
  if (verb !== 'slow-link') return { do: verb, target };
  return { do: verb, target, latencyMs: pick(stream, slow) };
};

const corrupt: Action = (stream, scenario) => {
  const [a, b] = randomPair(stream, scenario);
  return { do: 'corrupt-message', target: once(stream, 2) ? [a, b] : [b, a] };
};

const subscribe: Action = (stream, scenario) => {
  const target = pick(stream, consumersOf(scenario));
  return { do: 'subscribe', target, ...randomSubscription(stream, scenario.topics) };
};

function randomChange(stream: RandomStream): ConsumerChange {
  const pace = { recordsPerSecond: pick(stream, paces) };
  return pick(stream, [pace, randomTiming(stream), { ...randomTiming(stream), ...pace }]);
}

const configureConsumer: Action = (stream, scenario) => {
  return {
    do: 'configure',
    target: pick(stream, consumersOf(scenario)),
    settings: randomChange(stream),
  };
};

const configureGroup: Action = (stream, { groups }) => {
  return { do: 'configure', group: pick(stream, groups).id, settings: randomChange(stream) };
};

const changeStrategy: Action = (stream, { groups }) => {
  const settings = { strategy: pick(stream, strategies) };
  return { do: 'configure', group: pick(stream, groups).id, settings };
};

const configureNetwork: Action = (stream) => {
  const latency = { latencyMs: pick(stream, latencies) };
  const timeout = { transportTimeoutMs: pick(stream, transportTimeoutsMs) };
  const settings = pick(stream, [latency, timeout, { ...latency, ...timeout }]);
  return { do: 'configure', network: true, settings };
};

const configurations = [configureConsumer, configureGroup, changeStrategy, configureNetwork];

const configure: Action = (stream, scenario, index) =>
  pick(stream, configurations)(stream, scenario, index);

const paces = [0, 5, 100, 1000];

const strategies = ['range', 'roundrobin'] as const;

const createTopic: Action = (stream, { topics }) => {
  const name = pick(stream, [...newTopics, pick(stream, topics).name]);
  return { do: 'create-topic', topic: randomTopic(stream, name) };
};

const addPartitions: Action = (stream, { topics }) => {
  return {
    do: 'add-partitions',
    topic: pick(stream, topics).name,
    partitions: draw(stream, 2, 10),
  };
};

const deleteTopic: Action = (stream, { topics }) => {
  return { do: 'delete-topic', topic: pick(stream, topics).name };
};

/** Some stand twice: they shall happen more often. */
const actions: readonly Action[] = [
  startConsumer,
  startAgain,
  startBroker,
  onProcess,
  onProcess,
  onConsumer,
  onLink,
  onLink,
  corrupt,
  subscribe,
  configure,
  createTopic,
  addPartitions,
  deleteTopic,
];

const triggers: readonly Action[] = [
  startConsumer,
  onConsumer,
  subscribe,
  createTopic,
  addPartitions,
  deleteTopic,
];

const coordinatorFaults: readonly ((seat: string) => CommandAction)[] = [
  (target) => ({ do: 'kill', target }),
  (target) => ({ do: 'power-off', target }),
  (target) => ({ do: 'restart', target }),
  (target) => ({ do: 'stop', target }),
  (target) => ({ do: 'freeze', target }),
  (target) => ({ do: 'cut-link', target: [target, 'zookeeper'] }),
  (target) => ({ do: 'slow-link', target: [target, 'zookeeper'], latencyMs: [200, 900] }),
];
