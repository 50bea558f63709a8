/** Topics, groups, coordinators, rebalances. */
import type { Assignment } from '../../protocol/facts.ts';
import type { EventOf } from '../events.ts';
import { partitionKey } from '../world.ts';
import type { GroupWorld, PartitionKey, World } from '../world.ts';
import { emptyCost, recount } from './cost.ts';
import type { Folds } from './fold.ts';

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
    partitions: [],
    readers: new Map(),
    cost: emptyCost(),
  };
}

/** Who owned what: partition -> member. */
function ownersOf(assignment: Assignment): Map<PartitionKey, string> {
  const owners = new Map<PartitionKey, string>();
  for (const { member, partitions } of assignment) {
    for (const { topic, partitions: numbers } of partitions) {
      for (const number of numbers) owners.set(partitionKey(topic, number), member);
    }
  }
  return owners;
}

/** Partitions that had an owner before and have another one now. */
export function countMoved(before: Assignment, after: Assignment): number {
  const owners = ownersOf(after);
  let moved = 0;
  for (const [key, member] of ownersOf(before)) {
    const owner = owners.get(key);
    if (owner !== undefined && owner !== member) moved += 1;
  }
  return moved;
}

/** Every partition of the topics that a consumer of the group subscribes to as a member. */
function subscribedPartitions(world: World, group: GroupWorld): PartitionKey[] {
  const topics = new Set<string>();
  for (const { consumer, topics: own } of group.members.values()) {
    const now = world.processes.get(consumer)?.consumer?.topics ?? [];
    for (const topic of now.length > 0 ? now : own) topics.add(topic);
  }
  return [...topics].flatMap((topic) => {
    const count = world.topics.get(topic)?.partitions ?? 0;
    return Array.from({ length: count }, (_, partition) => partitionKey(topic, partition));
  });
}

function setState(
  group: GroupWorld,
  state: GroupWorld['state'],
  reason: string,
  atUs: number,
): void {
  if (group.state !== state) group.stateSinceUs = atUs;
  group.state = state;
  group.stateReason = reason;
}

/** The broker no longer acts: its groups have no coordinator until another is elected. */
export function coordinatorGone(world: World, broker: string, reason: string, atUs: number): void {
  for (const group of world.groups.values()) {
    if (group.coordinator === broker) leave(group, reason, atUs);
  }
}

function leave(group: GroupWorld, reason: string, atUs: number): void {
  group.coordinated = false;
  group.rebalance = null;
  group.parked.clear();
  setState(group, 'Down', reason, atUs);
  recount(group, atUs);
}

function withGroup(
  world: World,
  id: string | undefined,
  change: (group: GroupWorld) => void,
): void {
  const group = id === undefined ? undefined : world.groups.get(id);
  if (group) change(group);
}

function completed(world: World, event: EventOf<'rebalance-completed'>): void {
  withGroup(world, event.group, (group) => {
    group.rebalance = null;
    group.parked.clear();
    group.cost.rebalancesCompleted += 1;
    const members = new Set(event.assignment.map(({ member }) => member));
    for (const id of group.members.keys()) if (!members.has(id)) group.members.delete(id);
    group.partitions = subscribedPartitions(world, group);
    recount(group, event.atUs);
    group.cost.counting = true;
    recount(group, event.atUs);
  });
}

function written(world: World, event: EventOf<'metadata-written'>): void {
  world.metadata.set(event.path, event.seq);
  withGroup(world, event.group, (group) => {
    if (event.generation === undefined || !event.assignment) return;
    group.cost.partitionsMoved += countMoved(group.assignment, event.assignment);
    group.generation = event.generation;
    group.assignment = event.assignment;
  });
}

export const groupFolds: Folds = {
  'topic-changed': (world, event) => {
    const { topic, partitions, recordsPerSecond } = event;
    if (partitions === 0) world.topics.delete(topic);
    else world.topics.set(topic, { topic, partitions, recordsPerSecond });
  },
  'group-configured': (world, event) => {
    world.groups.set(event.group, newGroup(event));
  },
  'group-state': (world, event) => {
    withGroup(world, event.group, (group) => {
      setState(group, event.state, event.reason, event.atUs);
      recount(group, event.atUs);
    });
  },
  'controller-elected': (world, event) => {
    world.controller = event.process ?? null;
  },
  'controller-lost': (world, event) => {
    if (world.controller === event.process) world.controller = null;
  },
  'coordinator-elected': (world, event) => {
    for (const id of event.groups) {
      withGroup(world, id, (group) => {
        const { subset, broker, epoch } = event;
        Object.assign(group, { subset, coordinator: broker, epoch, coordinated: true });
      });
    }
  },
  'coordinator-lost': (world, event) => {
    for (const id of event.groups) {
      withGroup(world, id, (group) => {
        if (group.epoch === event.epoch) leave(group, event.reason, event.atUs);
      });
    }
  },
  'metadata-written': written,
  'member-added': (world, event) => {
    withGroup(world, event.group, (group) => {
      const { member, consumer, topics } = event;
      const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = event;
      const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
      group.members.set(member, { member, consumer, topics, ...timing });
      group.partitions = subscribedPartitions(world, group);
      recount(group, event.atUs);
    });
  },
  'member-removed': (world, event) => {
    withGroup(world, event.group, (group) => {
      group.members.delete(event.member);
      group.parked.delete(event.consumer);
    });
  },
  'registration-parked': (world, event) => {
    withGroup(world, event.group, (group) => {
      const { consumer, member, atUs: sinceUs, waitingFor, waitingCount } = event;
      group.parked.set(consumer, { consumer, member, sinceUs });
      if (group.rebalance) Object.assign(group.rebalance, { waitingFor, waitingCount });
    });
  },
  'rebalance-started': (world, event) => {
    withGroup(world, event.group, (group) => {
      const { rebalance, trigger, subject, atUs: startedAtUs, seq: startedSeq } = event;
      const parked = new Set([...group.parked.values()].map(({ member }) => member));
      const waitingFor = [...group.members.keys()].filter((id) => !parked.has(id));
      const waitingCount = waitingFor.length;
      group.rebalance = {
        rebalance,
        trigger,
        subject,
        startedAtUs,
        startedSeq,
        waitingFor: waitingFor.slice(0, 20),
        waitingCount,
      };
    });
  },
  'rebalance-abandoned': (world, event) => {
    withGroup(world, event.group, (group) => {
      group.rebalance = null;
    });
  },
  'rebalance-completed': completed,
};
