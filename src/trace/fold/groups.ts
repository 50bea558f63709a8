/** Topics and groups: what there is, and the state of a group. */
import type { EventOf } from '../events.ts';
import { changedLog, endOffset } from '../../protocol/logs.ts';
import { countAnew } from '../reading.ts';
import { partitionKey } from '../world.ts';
import type { GroupWorld, World } from '../world.ts';
import { enterOffice, setState } from './coordinators.ts';
import { emptyCost, recount } from './cost.ts';
import type { Folds } from './folds.ts';
import { noteActing } from './roles.ts';
import { spokenFor } from './speaker.ts';

function newGroup(event: EventOf<'group-configured'>): GroupWorld {
  return {
    group: event.group,
    protocol: event.protocol,
    sessionTimeoutMs: event.sessionTimeoutMs,
    heartbeatFrequency: event.heartbeatFrequency,
    failedHeartbeatThreshold: event.failedHeartbeatThreshold,
    strategy: event.strategy,
    subset: -1,
    coordinator: null,
    coordinated: false,
    epoch: 0,
    state: 'Down',
    stateSinceUs: event.atUs,
    stateReason: '',
    generation: 0,
    assignment: [],
    members: new Map(),
    parked: new Map(),
    rebalance: null,
    topics: [],
    partitions: [],
    counted: new Set(),
    committed: new Map(),
    consumed: 0,
    duplicates: 0,
    readers: new Map(),
    believers: new Map(),
    messages: new Map(),
    cost: emptyCost(),
  };
}

/** Set up, or set up otherwise: then what it has been through stays. */
function configure(world: World, event: EventOf<'group-configured'>): void {
  const before = world.groups.get(event.group);
  if (!before) return void world.groups.set(event.group, newGroup(event));
  const { protocol, strategy } = event;
  const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = event;
  const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
  world.groups.set(event.group, { ...before, protocol, strategy, ...timing });
}

function changeTopic(world: World, event: EventOf<'topic-changed'>): void {
  const { topic, partitions, recordsPerSecond, atUs } = event;
  const change = { topic, partitions, recordsPerSecond };
  const log = changedLog(world.topics.get(topic), change, atUs);
  if (log) world.topics.set(topic, log);
  else deleteTopic(world, topic, atUs);
  for (const group of world.groups.values()) {
    if (group.topics.includes(topic)) recount(world, group, atUs);
  }
}

/** [TOP-2] Its committed offsets go with it; as long as it was there it was read. */
function deleteTopic(world: World, topic: string, atUs: number): void {
  for (const { consumer } of world.processes.values()) {
    const isHeld = consumer && [...consumer.held.values()].some((read) => read.topic === topic);
    if (isHeld) countAnew(consumer, world.topics, atUs);
  }
  const { partitions = 0 } = world.topics.get(topic) ?? {};
  for (const { committed } of world.groups.values()) {
    for (let partition = 0; partition < partitions; partition++) {
      committed.delete(partitionKey(topic, partition));
    }
  }
  world.topics.delete(topic);
}

/** [TOP-2] What a coordinator hears too late may be of a topic that is gone or made anew by then. */
function commit(world: World, event: EventOf<'offset-committed'>): void {
  const { group, topic, partition, offset, atUs } = event;
  if (offset > endOffset(world.topics.get(topic), partition, atUs)) return;
  if (!world.topics.has(topic)) return;
  world.groups.get(group)?.committed.set(partitionKey(topic, partition), offset);
}

function changeState(world: World, event: EventOf<'group-state'>): void {
  noteActing(world, event);
  const group = spokenFor(world, event);
  if (!group) return;
  const { process, epoch, state, reason, atUs } = event;
  // Whoever acts under a later epoch than the last one known has been elected.
  if (process !== undefined && (epoch > group.epoch || group.coordinator === null)) {
    enterOffice(world, group, { broker: process, epoch, atUs });
  }
  setState(group, state, reason, atUs);
}

export const groupFolds: Folds = {
  'topic-changed': changeTopic,
  'group-configured': configure,
  'group-state': changeState,
  'offset-committed': commit,
};
