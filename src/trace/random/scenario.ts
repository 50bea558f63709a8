/** Random scenarios: a few brokers, topics and groups, with settings that differ. */
import type { RandomStream } from '../../lib/random.ts';
import type { Subscription } from '../../protocol/settings.ts';
import { defaults } from '../experiment-defaults.ts';
import type { ConsumerSpec, GroupSpec, MsRange, Scenario, TopicSpec } from '../experiment.ts';
import { draw, once, pick } from './draw.ts';

export function randomScenario(stream: RandomStream): Scenario {
  const topics = Array.from({ length: draw(stream, 1, 4) }, (_, index) =>
    randomTopic(stream, `t-${index}`),
  );
  return {
    protocol: defaults.scenario.protocol,
    wireVersion: once(stream, 8) ? 0 : 1,
    brokers: draw(stream, 1, 5),
    topics,
    network: {
      latencyMs: pick(stream, latencies),
      transportTimeoutMs: pick(stream, transportTimeoutsMs),
    },
    zookeeper: { sessionTimeoutMs: pick(stream, [1000, 2000, 6000]) },
    client: {
      ...defaults.client,
      requestTimeoutMs: pick(stream, [500, 1000]),
      metadataRefreshMs: pick(stream, [1000, 5000]),
    },
    broker: defaults.broker,
    groups: randomGroups(stream, topics),
  };
}

export const latencies: readonly MsRange[] = [
  [5, 15],
  [5, 15],
  [1, 1],
  [0.5, 60],
  [40, 200],
];

/** How long a cut connection is held to: longer and shorter than sessions. */
export const transportTimeoutsMs = [15_000, 15_000, 4000, 500] as const;

export function randomTopic(stream: RandomStream, name: string): TopicSpec {
  const recordsPerSecond = pick(stream, [0, 1, 10, 10, 50]);
  return { name, partitions: draw(stream, 1, 8), recordsPerSecond };
}

function randomGroups(stream: RandomStream, topics: readonly TopicSpec[]): GroupSpec[] {
  const count = draw(stream, 2, 12);
  const ids = ['orders', 'billing', 'analytics'].slice(0, pick(stream, [1, 1, 1, 2, 3]));
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

export function randomTiming(stream: RandomStream) {
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
  const timing = once(stream, 6) ? randomTiming(stream) : {};
  const strategy = once(stream, 40) ? { strategy: pick(stream, ['range', 'sticky']) } : {};
  return {
    name: `c-${number}`,
    host: `host-${once(stream, 4) ? 1 : number}`,
    startAtMs: once(stream, 3) ? draw(stream, 0, 4000) : 0,
    recordsPerSecond: pick(stream, [5, 100, 100]),
    ...timing,
    ...strategy,
    ...randomSubscription(stream, topics),
  };
}

/** Names, also of topics that commands may create, or patterns. */
export function randomSubscription(
  stream: RandomStream,
  topics: readonly TopicSpec[],
): Subscription {
  if (once(stream, 6)) return pick(stream, patterns);
  const some = topics.filter(() => !once(stream, 4)).map(({ name }) => name);
  if (once(stream, 8)) some.push(pick(stream, newTopics));
  return { topics: some.length > 0 ? some : [(topics[0] as TopicSpec).name] };
}

/** Names of topics that are not there at first. */
export const newTopics = ['x-1', 'x-2'] as const;

const patterns: readonly Subscription[] = [
  { allow: ['t-.*'] },
  { allow: ['x-.*'] },
  { allow: ['.*'], deny: ['t-1'] },
  { deny: ['t-0', 'x-[0-9]'] },
];
