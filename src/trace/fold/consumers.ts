/** What consumers believe and do: state, subscription, partitions held. */
import type { EventOf } from '../events.ts';
import { beginReading, endReading } from '../reading.ts';
import { partitionKey } from '../world.ts';
import type { ConsumerWorld, ProcessWorld, World } from '../world.ts';
import { changeHolding } from './cost.ts';
import { afterGivingUp, nothingGivenUp } from './given-up.ts';
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
  if (event.state !== 'PartOfGroup') return;
  consumer.told = null;
  consumer.gaveUp = nothingGivenUp;
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
  changeHolding(group, partitionKey(topic, partition), change, atUs);
}

function acquire(world: World, event: EventOf<'partition-acquired'>): void {
  const process = world.processes.get(event.process ?? '');
  if (!process?.consumer) return;
  const { topic, partition, generation, offset, atUs: sinceUs } = event;
  const { held } = process.consumer;
  const key = partitionKey(topic, partition);
  const isNew = !held.has(key);
  const from = { offset, atUs: sinceUs };
  const read = { topic, partition, generation, offset, sinceUs, from, reported: from };
  beginReading(process.consumer, key, read, world.topics);
  if (isNew) countHolding(world, process, event, 1);
}

function release(world: World, event: EventOf<'partition-released'>): void {
  const process = world.processes.get(event.process ?? '');
  const key = partitionKey(event.topic, event.partition);
  if (!process?.consumer || !endReading(process.consumer, key, world.topics, event.atUs)) return;
  countHolding(world, process, event, -1);
  // [TOP-2] Of a topic that is gone there is nothing to wait for.
  if ((world.topics.get(event.topic)?.partitions ?? 0) === 0) return;
  process.consumer.gaveUp = afterGivingUp(process.consumer.gaveUp, key);
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
  'records-consumed': (world, event) => {
    const { group: id, topic, partition, fromOffset, toOffset, duplicates, atUs } = event;
    const group = world.groups.get(id);
    if (group) {
      group.consumed += toOffset - fromOffset;
      group.duplicates += duplicates;
    }
    const held = consumerOf(world, event)?.held;
    const key = partitionKey(topic, partition);
    const read = held?.get(key);
    if (read) held?.set(key, { ...read, reported: { offset: toOffset, atUs } });
  },
  'partition-released': release,
};
