/** Taking up and giving up the role of coordinator for subsets (COORD-5, COORD-11). */
import { decodeFields } from '../../../wire/codec.ts';
import type { Assignment } from '../../facts.ts';
import { subsetOf } from '../../subset.ts';
import { assignmentOf } from '../../zookeeper/assignment.ts';
import { groupRecord, paths } from '../../zookeeper/nodes.ts';
import type { GroupRecord } from '../../zookeeper/nodes.ts';
import type { CoordinatorContext, ReadChild } from './context.ts';
import { restartDeadAfter, stopDeadAfter, unpark } from './members.ts';
import { abandon } from './rebalance.ts';
import { askedBy, refuse } from './replies.ts';
import type { CoordinatorState, Group, Role } from './state.ts';
import { enter } from './states.ts';

export type LossReason = 'lease' | 'session' | 'fence' | 'moved' | 'stop';

/** The broker has been elected for these subsets: their groups are read first (CatchUp). */
export function takeRoles(
  state: CoordinatorState,
  context: CoordinatorContext,
  roles: readonly Omit<Role, 'loaded'>[],
): void {
  for (const role of roles) state.roles.set(role.subset, { ...role, loaded: false });
  const subsets = roles.map(({ subset }) => subset);
  context.children(paths.groups, { for: 'load', subsets });
}

/** All records have been read: those of the subsets become groups in Ready. */
export function rolesLoaded(
  state: CoordinatorState,
  context: CoordinatorContext,
  subsets: readonly number[],
  nodes: readonly ReadChild[],
): void {
  for (const subset of subsets) {
    const role = state.roles.get(subset);
    if (role) role.loaded = true;
  }
  for (const { name, author, data } of nodes) {
    const role = state.roles.get(subsetOf(name));
    const record = decodeFields(groupRecord, data);
    if (role && record && subsets.includes(role.subset)) {
      loadGroup(state, context, name, role, record, Number(author));
    }
  }
}

/** A group that the coordinator has not heard of is in CatchUp until it is known to be without a record. */
export function newGroup(
  state: CoordinatorState,
  context: CoordinatorContext,
  id: string,
  { subset, epoch, session }: Role,
): Group {
  const group: Group = {
    id,
    subset,
    epoch,
    session,
    state: 'Down',
    generation: 0,
    recordEpoch: null,
    strategy: '',
    nextMemberNumber: 1,
    members: new Map(),
    topics: new Map(),
    parked: new Map(),
    registered: new Set(),
    accepted: new Set(),
    rebalance: 0,
    attempt: null,
    offsets: new Map(),
    offsetsRead: new Set(),
  };
  state.groups.set(id, group);
  enter(context, group, 'CatchUp', 'elected', ['COORD-5']);
  return group;
}

/** [META-3] A group without a record starts in Ready with generation 0. */
export function startWithoutRecord(context: CoordinatorContext, group: Group): void {
  reportLoaded(context, group, []);
  enter(context, group, 'Ready', 'nothing stored', ['META-3', 'COORD-5']);
}

function loadGroup(
  state: CoordinatorState,
  context: CoordinatorContext,
  id: string,
  role: Role,
  record: GroupRecord,
  recordEpoch: number,
): void {
  const group = newGroup(state, context, id, role);
  group.generation = record.generation;
  group.recordEpoch = recordEpoch;
  group.strategy = record.strategy;
  group.nextMemberNumber = record.nextMemberNumber;
  for (const { topic, creation, partitions } of record.topics) {
    group.topics.set(topic, { creation, partitions });
  }
  for (const stored of record.members) {
    const member = { ...stored, connection: null, highestCorrelationId: -1 };
    group.members.set(stored.id, member);
    restartDeadAfter(context, group, member, ['COORD-5']);
  }
  reportLoaded(context, group, assignmentOf(record));
  enter(context, group, 'Ready', 'loaded', ['COORD-5']);
}

function reportLoaded({ out }: CoordinatorContext, group: Group, assignment: Assignment): void {
  const { id, epoch, generation } = group;
  out.report({ kind: 'coordinator-loaded', group: id, epoch, generation, assignment }, ['COORD-5']);
}

/** [COORD-11] Answers what is parked, stops the timers, forgets the groups. Connections stay open. */
export function loseRole(
  state: CoordinatorState,
  context: CoordinatorContext,
  subset: number,
  reason: LossReason,
): void {
  const role = state.roles.get(subset);
  if (!role) return;
  state.roles.delete(subset);
  const { epoch } = role;
  const broker = context.self;
  context.out.report(
    { kind: 'coordinator-lost', subset, groups: [], broker, epoch, reason },
    reason === 'fence' ? ['COORD-7', 'COORD-11'] : ['COORD-8', 'COORD-11'],
  );
  for (const group of [...state.groups.values()]) {
    if (group.subset === subset) forgetGroup(state, context, group, reason);
  }
}

function forgetGroup(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  reason: LossReason,
): void {
  for (const parked of [...group.parked.values()]) {
    unpark(state, group, parked.key);
    refuse(context, askedBy(group, parked), {
      error: 'NotCoordinatorForGroup',
      reason: 'not-coordinator',
      rules: ['COORD-11'],
    });
  }
  for (const id of group.members.keys()) stopDeadAfter(context, group, id);
  abandon(context, group, 'the coordinator lost its role');
  enter(context, group, 'Down', reason, ['COORD-11']);
  state.groups.delete(group.id);
}
