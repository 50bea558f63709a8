/** What consumers believe and do: state, subscription, partitions held. */
import type { EventOf } from '../events.ts';
import { partitionKey } from '../world.ts';
import type { ConsumerWorld, ProcessWorld, World } from '../world.ts';
import { changeHolding } from './cost.ts';
import type { Folds } from './folds.ts';

interface Told {
  readonly process?: string | undefined;
}

function consumerOf(world: World, { process }: Told): ConsumerWorld | null {
  return world.processes.get(process ?? '')?.consumer ?? null;
}

function changeState(consumer: ConsumerWorld, event: EventOf<'consumer-state'>): void {
  if (event.state !== consumer.state) consumer.stateSinceUs = event.atUs;
  consumer.state = event.state;
  consumer.stateReason = event.reason;
  consumer.member = event.member;
  consumer.generation = event.generation;
  consumer.fetching = event.fetching;
}

/** It counts as a reader while its process runs. */
function countHolding(
  world: World,
  { status, consumer }: ProcessWorld,
  { topic, partition, atUs }: EventOf<'partition-acquired' | 'partition-released'>,
  by: 1 | -1,
): void {
  const group = consumer && world.groups.get(consumer.group);
  const isAlive = status === 'running' || status === 'frozen';
  if (!group || !isAlive) return;
  const change = { reads: status === 'running' ? by : 0, believes: by } as const;
  changeHolding(group, topic, partitionKey(topic, partition), change, atUs);
}

function acquire(world: World, event: EventOf<'partition-acquired'>): void {
  const process = world.processes.get(event.process ?? '');
  if (!process?.consumer) return;
  const { topic, partition, generation, offset, atUs: sinceUs } = event;
  const { held } = process.consumer;
  const key = partitionKey(topic, partition);
  const isNew = !held.has(key);
  held.set(key, { topic, partition, generation, offset, sinceUs });
  if (isNew) countHolding(world, process, event, 1);
}

function release(world: World, event: EventOf<'partition-released'>): void {
  const process = world.processes.get(event.process ?? '');
  if (!process?.consumer?.held.delete(partitionKey(event.topic, event.partition))) return;
  countHolding(world, process, event, -1);
}

export const consumerFolds: Folds = {
  'subscription-changed': (world, event) => {
    const consumer = consumerOf(world, event);
    if (!consumer) return;
    consumer.topics = event.topics ?? [];
    consumer.allow = event.allow ?? [];
    consumer.deny = event.deny ?? [];
  },
  'consumer-state': (world, event) => {
    const consumer = consumerOf(world, event);
    if (consumer) changeState(consumer, event);
  },
  'consumer-failed': (world, event) => {
    const consumer = consumerOf(world, event);
    if (consumer) consumer.failure = { error: event.error, text: event.text };
  },
  'partition-acquired': acquire,
  'partition-released': release,
};
