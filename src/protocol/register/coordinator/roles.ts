/** Taking up the role of coordinator for subsets and giving it up (COORD-5, COORD-11). */
import { assert, known } from '../../../lib/assert.ts';
import { decodeFields } from '../../../wire/codec.ts';
import type { FactOf } from '../../facts.ts';
import type { RuleId } from '../../rules.ts';
import { subsetOf } from '../../subset.ts';
import { groupRecord, paths } from '../../zookeeper/nodes.ts';
import { refuse } from './asked.ts';
import type { CoordinatorContext, ReadChild } from './context.ts';
import { adoptRecord } from './record.ts';
import { emptyGroup } from './state.ts';
import type { CoordinatorState, Elected, Group, Registration, Role } from './state.ts';
import { enter } from './states.ts';
import { indexTopics, unindexTopics } from './subscribers.ts';
import { startDeadAfter, stopDeadAfter } from './timers.ts';
import { isSameTopic, knownTopic, needTopics } from './topics.ts';
import { loadedOtherwise, reportAbandoned, trigger } from './trigger.ts';

export type LossReason = Exclude<FactOf<'coordinator-lost'>['reason'], 'crash'>;

/** [COORD-5] The broker has been elected for these subsets: first their groups are read (CatchUp). */
export function takeRoles(
  state: CoordinatorState,
  context: CoordinatorContext,
  roles: readonly Elected[],
): void {
  for (const role of roles) {
    assert(!state.roles.has(role.subset), `subset ${role.subset} is not coordinated yet`);
    state.roles.set(role.subset, { ...role, phase: 'records' });
  }
  if (roles.length > 0) context.children(paths.groups, { for: 'load', roles });
}

/** The records have been read: those of the subsets become groups, whose topics are read next. */
export function recordsRead(
  state: CoordinatorState,
  context: CoordinatorContext,
  asked: readonly Elected[],
  nodes: readonly ReadChild[],
): void {
  const loading = new Map<number, Role>();
  for (const { subset, epoch } of asked) {
    const role = state.roles.get(subset);
    if (role?.epoch === epoch && role.phase === 'records') loading.set(subset, role);
  }
  for (const { name, author, data } of nodes) {
    const role = loading.get(subsetOf(name));
    const record = role && decodeFields(groupRecord, data);
    if (!record) continue;
    const group = newGroup(state, context, role, name);
    adoptRecord(group, record, Number(author));
    indexTopics(state, group);
  }
  for (const role of loading.values()) role.phase = 'topics';
  finishLoading(state, context);
}

/** [COORD-5] Roles of which all is known by now: their groups are Ready. */
export function finishLoading(state: CoordinatorState, context: CoordinatorContext): void {
  for (const role of state.roles.values()) {
    if (role.phase !== 'topics') continue;
    const groups = [...state.groups.values()].filter(({ subset }) => subset === role.subset);
    const topics = groups.flatMap((group) => [...group.topics.keys()]);
    if (!needTopics(state, context, topics)) continue;
    role.phase = 'loaded';
    for (const group of groups) groupLoaded(state, context, group);
  }
}

function groupLoaded(state: CoordinatorState, context: CoordinatorContext, group: Group): void {
  ready(context, group, 'loaded');
  for (const member of group.members.values()) startDeadAfter(context, group, member, ['COORD-5']);
  for (const [topic, was] of group.topics) {
    const is = known(knownTopic(state, topic), topic);
    if (!isSameTopic(was, is)) trigger(context, group, loadedOtherwise(topic, was, is));
  }
}

/** [META-3] A group without a record starts in Ready with generation 0, at its first registration. */
export function startGroup(
  state: CoordinatorState,
  context: CoordinatorContext,
  role: Role,
  id: string,
): Group {
  const group = newGroup(state, context, role, id);
  ready(context, group, 'nothing is stored');
  return group;
}

function newGroup(
  state: CoordinatorState,
  context: CoordinatorContext,
  role: Role,
  id: string,
): Group {
  const group = emptyGroup(id, role);
  state.groups.set(id, group);
  enter(context, group, 'CatchUp', 'elected', ['COORD-1', 'COORD-5']);
  return group;
}

function ready(context: CoordinatorContext, group: Group, reason: string): void {
  const { id, epoch, generation } = group;
  const assignment = [...group.members.values()].map(
    ({ id: member, consumer, topics, partitions }) => ({ member, consumer, topics, partitions }),
  );
  const rules: RuleId[] = ['COORD-5', generation === 0 ? 'META-3' : 'META-1'];
  context.out.report(
    { kind: 'coordinator-loaded', group: id, epoch, generation, assignment },
    rules,
  );
  enter(context, group, 'Ready', reason, rules);
}

/** What takes which role away. */
const lossRules: Readonly<Record<LossReason, RuleId>> = {
  lease: 'COORD-8',
  session: 'COORD-8',
  fence: 'COORD-7',
  moved: 'COORD-10',
  stop: 'COORD-11',
};

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
  const lost = [...state.groups.values()].filter((group) => group.subset === subset);
  const groups = lost.map(({ id }) => id);
  const { epoch } = role;
  const broker = context.self;
  context.out.report({ kind: 'coordinator-lost', subset, groups, broker, epoch, reason }, [
    ...new Set([lossRules[reason], 'COORD-11' as const]),
  ]);
  for (const group of lost) forgetGroup(state, context, group, reason);
}

function forgetGroup(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  reason: LossReason,
): void {
  for (const id of group.members.keys()) stopDeadAfter(context, group, id);
  reportAbandoned(context, group, 'the coordinator has lost its role', 'COORD-11');
  enter(context, group, 'Down', `the role is lost: ${reason}`, ['COORD-11']);
  // A member with two registrations gets an answer to the later one (REG-5).
  const parked = new Map([...(group.attempt?.parked ?? []), ...group.next]);
  for (const registration of parked.values()) turnAway(context, group, registration);
  unindexTopics(state, group);
  state.groups.delete(group.id);
}

function turnAway(context: CoordinatorContext, { id }: Group, registration: Registration): void {
  const { connection, correlationId, version, member, consumer: to } = registration;
  const api = 'RegisterConsumer';
  const asked = {
    api,
    to,
    connection,
    correlationId,
    version,
    group: id,
    member: member ?? '',
  } as const;
  const refusal = { error: 'NotCoordinatorForGroup', reason: 'not-coordinator' } as const;
  refuse(context, asked, { ...refusal, rules: ['COORD-11'] });
}
