/** Topics that come, grow and go, and consumers that follow them. */
import { consumersOf } from './builtin.ts';
import type { Builtin } from './builtin.ts';

const network = { latencyMs: [60, 120] };

/** A group of two that notices a death within a second. */
function pair(topics: readonly object[], subscription: object, more: object = {}) {
  const consumers = ['c-1', 'c-2'].map((name) => ({ name, ...subscription }));
  return {
    topics,
    network,
    groups: [{ id: 'billing', sessionTimeoutMs: 3000, consumers }],
    ...more,
  };
}

export const topics: readonly Builtin[] = [
  {
    id: 'topic-grows',
    sentence:
      'A topic gets two more partitions. Watch the watch fire, and how long nobody reads them.',
    experiment: {
      title: 'A topic grows',
      seed: 7,
      scenario: pair([{ name: 'orders', partitions: 4 }], { topics: ['orders'] }),
      commands: [{ atMs: 6000, do: 'add-partitions', topic: 'orders', partitions: 6 }],
      untilMs: 15_000,
    },
  },
  {
    id: 'topic-appears',
    sentence: 'Both consumers subscribe to a topic that does not exist yet; then it does.',
    experiment: {
      title: 'A topic appears',
      seed: 7,
      scenario: pair([{ name: 'orders', partitions: 4 }], { topics: ['orders', 'payments'] }),
      commands: [{ atMs: 6000, do: 'create-topic', topic: { name: 'payments', partitions: 2 } }],
      untilMs: 15_000,
    },
  },
  {
    id: 'topic-made-again',
    sentence:
      'A topic is deleted, and its offsets with it. Made again it is another one: all begin at 0.',
    experiment: {
      title: 'A topic is deleted and made again',
      seed: 7,
      scenario: pair(
        [
          { name: 'orders', partitions: 4 },
          { name: 'payments', partitions: 2 },
        ],
        { topics: ['orders', 'payments'] },
      ),
      commands: [
        { atMs: 6000, do: 'delete-topic', topic: 'payments' },
        { atMs: 11_000, do: 'create-topic', topic: { name: 'payments', partitions: 3 } },
      ],
      untilMs: 20_000,
    },
  },
  {
    id: 'wildcard',
    sentence:
      'Consumers with a pattern find a new topic when they next ask for all topics, one after the other.',
    experiment: {
      title: 'A wildcard picks up a new topic',
      seed: 7,
      scenario: pair(
        [
          { name: 'orders-eu', partitions: 2 },
          { name: 'orders-test', partitions: 2 },
        ],
        { allow: ['orders-.*'], deny: ['.*-test'] },
      ),
      commands: [{ atMs: 6000, do: 'create-topic', topic: { name: 'orders-us', partitions: 3 } }],
      untilMs: 20_000,
    },
  },
  {
    id: 'subscribe',
    sentence: 'A member wants other topics: it registers again, and everybody else has to as well.',
    experiment: {
      title: 'A consumer subscribes to one more topic',
      seed: 7,
      scenario: pair(
        [
          { name: 'orders', partitions: 4 },
          { name: 'payments', partitions: 2 },
        ],
        { topics: ['orders'] },
      ),
      commands: [{ atMs: 6000, do: 'subscribe', target: 'c-2', topics: ['orders', 'payments'] }],
      untilMs: 15_000,
    },
  },
  {
    id: 'strategy',
    sentence:
      'The strategy is the whole group\u2019s: all stop, and start again when the old members are gone.',
    experiment: {
      title: 'A group changes its strategy',
      seed: 7,
      scenario: {
        topics: [
          { name: 'orders', partitions: 3 },
          { name: 'payments', partitions: 3 },
        ],
        network,
        groups: [{ id: 'billing', consumers: consumersOf(['orders', 'payments'], 2) }],
      },
      commands: [
        { atMs: 6000, do: 'configure', group: 'billing', settings: { strategy: 'roundrobin' } },
      ],
      untilMs: 20_000,
    },
  },
];
