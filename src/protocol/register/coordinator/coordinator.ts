/**
 * The coordinator's face to its broker: requests, timers, closed connections and ZooKeeper's answers
 * come in here and go to the file that knows the rule.
 */
import { assert } from '../../../lib/assert.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import { subsetOf } from '../../subset.ts';
import {
  heartbeatRequest,
  offsetCommitRequest,
  offsetFetchRequest,
  registerConsumerRequest,
} from '../messages.ts';
import { askedOf, refuse } from './asked.ts';
import type { GroupApi, GroupRequest, Refusal } from './asked.ts';
import { commitTaken, handleCommit, refuseCommit } from './commit.ts';
import { complete, proposeAbove, readRecordAgain } from './completion.ts';
import type { CoordinatorContext, ReadChild, ReadNode } from './context.ts';
import { handleFetch, offsetsRead } from './fetch.ts';
import { handleHeartbeat } from './heartbeat.ts';
import { handleRegistration } from './register.ts';
import { loseRole, recordsRead } from './roles.ts';
import { topicRead } from './topic-changes.ts';
import type { CoordinatorPurpose, CoordinatorState, Group, Role } from './state.ts';

type Handler = (
  state: CoordinatorState,
  context: CoordinatorContext,
  role: Role,
  connection: ConnectionId,
  request: never,
) => void;

type GroupHandler = (
  context: CoordinatorContext,
  group: Group | undefined,
  connection: ConnectionId,
  request: never,
) => void;

/** A handler that needs no more than the group. */
function ofGroup(handle: GroupHandler): Handler {
  return (state, context, _, connection, request) => {
    const { groupId } = request as GroupRequest;
    handle(context, state.groups.get(groupId), connection, request);
  };
}

const handlers = new Map<MessageSchema, Handler>([
  [registerConsumerRequest as MessageSchema, handleRegistration],
  [heartbeatRequest as MessageSchema, ofGroup(handleHeartbeat)],
  [offsetCommitRequest as MessageSchema, ofGroup(handleCommit)],
  [offsetFetchRequest as MessageSchema, ofGroup(handleFetch)],
]);

/** Whether a message is for the coordinator of a group (COORD-6). */
export function isGroupRequest(schema: MessageSchema): boolean {
  return handlers.has(schema);
}

/** A group request: registration, heartbeat, commit or fetch. */
export function handleGroupRequest(
  state: CoordinatorState,
  context: CoordinatorContext,
  connection: ConnectionId,
  schema: MessageSchema,
  request: GroupRequest,
): void {
  const role = state.roles.get(subsetOf(request.groupId));
  if (role?.phase === 'loaded') {
    return handlers.get(schema)?.(state, context, role, connection, request as never);
  }
  const asked = askedOf(context, connection, schema.api as GroupApi, request);
  const refusal = role ? loading : notCoordinator;
  // [FO-2] A member that looks for its new coordinator.
  const rules: readonly RuleId[] = asked.member === '' ? [] : ['FO-2'];
  refuse(context, asked, { ...refusal, rules: [...refusal.rules, ...rules] });
}

const notCoordinator: Refusal = {
  error: 'NotCoordinatorForGroup',
  reason: 'not-coordinator',
  rules: ['COORD-6'],
};

const loading: Refusal = {
  error: 'CoordinatorStartupNotComplete',
  reason: 'loading',
  rules: ['COORD-5'],
};

export interface MultiAnswer {
  /** Index of the operation that stood in the way, or -1. */
  readonly failedAt: number;
  /** Indices of the guarded writes that were left out. */
  readonly leftOut: readonly number[];
}

/** The answer to a multi. */
export function handleMulti(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose,
  { failedAt, leftOut }: MultiAnswer,
): void {
  assert(purpose.for === 'commit' || purpose.for === 'rebalance', 'a multi writes something');
  const reference = purpose.for === 'commit' ? purpose.commit : purpose;
  if (failedAt === 0) return handleFenced(state, context, purpose);
  const group = groupOf(state, reference);
  // Of a role that was lost meanwhile.
  if (!group) return;
  if (purpose.for === 'commit') {
    if (failedAt < 0) return commitTaken(context, group, purpose.commit, leftOut);
    return refuseCommit(context, purpose.commit, { error: 'IllegalGeneration', reason: 'stale' });
  }
  const attempt = attemptOf(group, purpose.rebalance);
  if (!attempt?.proposal) return;
  if (failedAt >= 0) return readRecordAgain(context, group, attempt);
  complete(state, context, group, attempt, attempt.proposal);
}

/** [COORD-7] The stored coordinator is another one: that role is over, and nothing else. */
function handleFenced(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose & { for: 'commit' | 'rebalance' },
): void {
  const { group, epoch } = purpose.for === 'commit' ? purpose.commit : purpose;
  if (purpose.for === 'commit') refuseCommit(context, purpose.commit, notCoordinator);
  const role = state.roles.get(subsetOf(group));
  if (role?.epoch === epoch) loseRole(state, context, role.subset, 'fence');
}

/** A node that was read; null where it does not exist. */
export function handleNode(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose,
  node: ReadNode | null,
): void {
  assert(purpose.for === 'topic' || purpose.for === 'record', 'a node is a topic or a record');
  if (purpose.for === 'topic') return topicRead(state, context, purpose.topic, node);
  const group = groupOf(state, purpose);
  const attempt = group && attemptOf(group, purpose.rebalance);
  if (attempt) proposeAbove(state, context, group, attempt, node);
}

/** A list of nodes that was read. */
export function handleChildren(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose,
  nodes: readonly ReadChild[],
): void {
  assert(purpose.for === 'load' || purpose.for === 'offsets', 'a list is of records or offsets');
  if (purpose.for === 'load') return recordsRead(state, context, purpose.roles, nodes);
  const group = groupOf(state, purpose);
  if (group) offsetsRead(context, group, purpose.topic, nodes);
}

/** The group that something was asked for, if the role is still the same. */
function groupOf(
  state: CoordinatorState,
  { group: id, epoch }: { readonly group: string; readonly epoch: number },
): Group | undefined {
  const group = state.groups.get(id);
  return group?.epoch === epoch ? group : undefined;
}

/** The attempt that something was asked for, if it is still the running one. */
function attemptOf({ attempt }: Group, rebalance: number) {
  return attempt?.rebalance === rebalance ? attempt : null;
}

export { handleClosed, handleDeadAfter } from './deaths.ts';
export { handleTopicNotice, readTopicsAgain } from './topics.ts';
