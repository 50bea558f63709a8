/** For tests: experiments in which a user does everything that can be done to topics and settings. */
import { nextInt, randomStream } from '../lib/random.ts';
import type { Experiment } from '../trace/experiment.ts';
import { experimentOf } from './testing.ts';

const scenario = {
  topics: [
    { name: 'orders', partitions: 4 },
    { name: 'payments', partitions: 2, recordsPerSecond: 70 },
  ],
  client: { metadataRefreshMs: 2000 },
  groups: [
    {
      id: 'billing',
      sessionTimeoutMs: 1000,
      consumers: [
        { name: 'c-1', topics: ['orders', 'returns'] },
        { name: 'c-2', topics: ['orders', 'payments'] },
        { name: 'c-3', allow: ['.*s'], deny: ['pay.*'] },
      ],
    },
    {
      id: 'analytics',
      consumers: [{ name: 'a-1', allow: ['or.*', 'pay.*'], recordsPerSecond: 60 }],
    },
  ],
};

const actions: readonly object[] = [
  { do: 'create-topic', topic: 'returns', partitions: 3 },
  { do: 'create-topic', topic: { name: 'orders', partitions: 2, recordsPerSecond: 30 } },
  { do: 'delete-topic', topic: 'orders' },
  { do: 'delete-topic', topic: 'payments' },
  { do: 'add-partitions', topic: 'orders', partitions: 7 },
  { do: 'subscribe', target: 'c-1', topics: ['payments'] },
  { do: 'subscribe', target: 'c-2', deny: ['x'] },
  { do: 'subscribe', target: 'c-3', topics: ['orders', 'payments', 'returns'] },
  { do: 'configure', target: 'c-2', settings: { sessionTimeoutMs: 1500, recordsPerSecond: 20 } },
  { do: 'configure', group: 'analytics', settings: { heartbeatFrequency: 4 } },
  { do: 'configure', group: 'billing', settings: { strategy: 'roundrobin' } },
  { do: 'configure', network: true, settings: { latencyMs: [2, 40], transportTimeoutMs: 4000 } },
  { do: 'corrupt-message', target: ['c-1', '@billing'] },
  { do: 'corrupt-message', target: ['@billing', 'c-2'] },
  { do: 'corrupt-message', target: ['@billing', 'zookeeper'] },
  { do: 'corrupt-message', target: ['zookeeper', '@analytics'] },
  { do: 'kill', target: 'c-1' },
  { do: 'restart', target: 'c-3' },
  { do: 'freeze', target: 'c-2' },
  { do: 'thaw', target: 'c-2' },
  { do: 'freeze', target: 'a-1' },
  { do: 'thaw', target: 'a-1' },
  { do: 'cut-link', target: ['c-2', '@billing'], key: 'k' },
  { do: 'restore-link', target: ['c-2', '@billing'], key: 'k', recall: true },
  { do: 'start-consumer', group: 'billing', name: 'c-4' },
  { do: 'stop', target: 'c-4' },
];

/** Each of the actions twice, at moments that depend on the number; the same ones for the same number. */
export function livelyExperiment(number: number): Experiment {
  const stream = randomStream(number, 'lively');
  const commands = [...actions, ...actions].map((action) => ({
    atMs: nextInt(stream, 1_500_000, 17_000_000) / 1000,
    ...action,
  }));
  return experimentOf({ seed: number, scenario, commands });
}
