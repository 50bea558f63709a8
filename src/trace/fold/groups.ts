/** Topics and groups: what there is, and the state of a group. */
import type { EventOf } from '../events.ts';
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
  if (partitions === 0) world.topics.delete(topic);
  else world.topics.set(topic, { topic, partitions, recordsPerSecond });
  for (const group of world.groups.values()) {
    if (group.topics.includes(topic)) recount(world, group, atUs);
  }
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
};
