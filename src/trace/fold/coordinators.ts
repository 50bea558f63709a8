/** Controller and coordinators: elected, lost, loaded; and what is written to the metadata store. */
import type { Assignment } from '../../protocol/facts.ts';
import type { EventOf } from '../events.ts';
import { ownersOf } from '../owners.ts';
import type { GroupWorld, World } from '../world.ts';
import { noteState, recount } from './cost.ts';
import type { Folds } from './folds.ts';
import { loadMembers } from './members.ts';
import { noteLost } from './roles.ts';
import { spokenFor } from './speaker.ts';

export function setState(
  group: GroupWorld,
  state: GroupWorld['state'],
  reason: string,
  atUs: number,
): void {
  if (group.state !== state) group.stateSinceUs = atUs;
  group.state = state;
  group.stateReason = reason;
  noteState(group, atUs);
}

/** The broker no longer acts: its groups have no coordinator until another is elected. */
export function coordinatorGone(world: World, broker: string, reason: string, atUs: number): void {
  for (const group of world.groups.values()) {
    if (group.coordinator === broker) leave(group, reason, atUs);
  }
}

function leave(group: GroupWorld, reason: string, atUs: number): void {
  if (!group.coordinated) return;
  group.coordinated = false;
  group.rebalance = null;
  group.parked.clear();
  setState(group, 'Down', reason, atUs);
}

function elect(world: World, event: EventOf<'coordinator-elected'>): void {
  const { subset, groups, broker, epoch } = event;
  world.coordinators.set(subset, { subset, groups, broker, epoch });
  for (const id of groups) {
    const group = world.groups.get(id);
    if (!group) continue;
    // A broker may have taken up the role before its election was reported.
    group.subset = subset;
    if (group.epoch < epoch || group.coordinator === null) enterOffice(world, group, event);
  }
}

interface Office {
  readonly broker: string;
  readonly epoch: number;
  readonly atUs: number;
}

/** Another broker, or the same one anew: what the last one had in hand is gone. */
export function enterOffice(
  world: World,
  group: GroupWorld,
  { broker, epoch, atUs }: Office,
): void {
  leave(group, 'another coordinator was elected', atUs);
  const status = world.processes.get(broker)?.status ?? 'running';
  group.coordinator = broker;
  group.epoch = epoch;
  group.coordinated = status === 'running' || status === 'frozen';
  // It is Down under the new one from now on, however long it was without any.
  group.stateSinceUs = atUs;
}

function lose(world: World, { groups, broker, epoch, reason, atUs }: EventOf<'coordinator-lost'>) {
  noteLost(world, broker, { atUs, reason, groups });
  for (const id of groups) {
    const group = world.groups.get(id);
    if (group?.epoch === epoch && group.coordinator === broker) leave(group, reason, atUs);
  }
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

/** What the members of a generation subscribe to. */
export function topicsOf(assignment: Assignment): readonly string[] {
  return [...new Set(assignment.flatMap(({ topics }) => topics))];
}

/** A generation is on record: by the write, or by its completion where no write was told. */
export function record(group: GroupWorld, generation: number, assignment: Assignment): void {
  if (generation <= group.generation) return;
  group.cost.partitionsMoved += countMoved(group.assignment, assignment);
  group.generation = generation;
  group.assignment = assignment;
}

export const coordinatorFolds: Folds = {
  'controller-elected': (world, event) => {
    world.controller = event.process ?? null;
  },
  'controller-lost': (world, event) => {
    noteLost(world, event.process, { atUs: event.atUs, reason: event.reason, groups: [] });
    if (world.controller === event.process) world.controller = null;
  },
  'coordinator-elected': elect,
  'coordinator-lost': lose,
  'coordinator-loaded': (world, event) => {
    const group = spokenFor(world, event);
    if (!group) return;
    loadMembers(world, group, event.assignment);
    // The one before may have written it and told nobody.
    group.topics = topicsOf(event.assignment);
    recount(world, group, event.atUs);
  },
  'metadata-written': (world, { path, seq, group: id, generation, assignment }) => {
    world.metadata.set(path, seq);
    const group = id === undefined ? undefined : world.groups.get(id);
    if (group && generation !== undefined && assignment) record(group, generation, assignment);
  },
};
