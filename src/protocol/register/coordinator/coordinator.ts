/**
 * The coordinator's face to its broker: requests, timers, closed connections and ZooKeeper's answers
 * come in here and go to the file that knows the rule.
 */
import { decodeFields } from '../../../wire/codec.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import type { ConnectionId } from '../../step.ts';
import { subsetOf } from '../../subset.ts';
import { topicNode } from '../../zookeeper/nodes.ts';
import {
  heartbeatRequest,
  offsetCommitRequest,
  offsetFetchRequest,
  registerConsumerRequest,
} from '../messages.ts';
import { completeRebalance } from './completion.ts';
import type { CoordinatorContext, ReadChild, ReadNode } from './context.ts';
import { handleDeath, handleHeartbeat } from './heartbeat.ts';
import { unpark } from './members.ts';
import { commitWritten, handleCommit, handleFetch, offsetsRead } from './offsets.ts';
import { completeIfAllIn, topicRead } from './rebalance.ts';
import { handleRegistration } from './register.ts';
import { refuse } from './replies.ts';
import type { Asked } from './replies.ts';
import { loseRole, newGroup, rolesLoaded, startWithoutRecord } from './roles.ts';
import type { CoordinatorPurpose, CoordinatorState, Group, Role } from './state.ts';

type Handler = (
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
  request: never,
) => void;

const handlers = new Map<MessageSchema, Handler>([
  [registerConsumerRequest as MessageSchema, handleRegistration as Handler],
  [heartbeatRequest as MessageSchema, (_, ...rest) => handleHeartbeat(...rest)],
  [offsetCommitRequest as MessageSchema, (_, ...rest) => handleCommit(...rest)],
  [offsetFetchRequest as MessageSchema, (_, ...rest) => handleFetch(...rest)],
]);

interface GroupRequest {
  readonly correlationId: number;
  readonly groupId: string;
  readonly consumerId: string;
  readonly version: number;
  readonly groupGenerationId?: number;
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
  const asked = askedOf(connection, schema, request);
  if (!role) {
    const refusal = { error: 'NotCoordinatorForGroup', reason: 'not-coordinator' } as const;
    return refuse(context, asked, { ...refusal, rules: ['COORD-6'] });
  }
  if (!role.loaded) {
    const refusal = { error: 'CoordinatorStartupNotComplete', reason: 'loading' } as const;
    return refuse(context, asked, { ...refusal, rules: ['COORD-5'] });
  }
  const group = state.groups.get(request.groupId) ?? firstRequest(state, context, role, request);
  handlers.get(schema)?.(state, context, group, connection, request as never);
}

/** A group of a loaded subset that has no record: it begins with this request. */
function firstRequest(
  state: CoordinatorState,
  context: CoordinatorContext,
  role: Role,
  { groupId }: GroupRequest,
): Group {
  const group = newGroup(state, context, groupId, role);
  startWithoutRecord(context, group);
  return group;
}

function askedOf(connection: ConnectionId, schema: MessageSchema, request: GroupRequest): Asked {
  return {
    api: schema.api as Asked['api'],
    connection,
    correlationId: request.correlationId,
    group: request.groupId,
    member: request.consumerId,
    version: request.version === 0 ? 0 : 1,
    generation: request.groupGenerationId ?? -1,
  };
}

/** A dead-after timer fired; its subject is `group/member`. */
export function handleDeadAfter(
  state: CoordinatorState,
  context: CoordinatorContext,
  subject: string,
): void {
  const slash = subject.indexOf('/');
  const group = state.groups.get(subject.slice(0, slash));
  if (group) handleDeath(context, group, subject.slice(slash + 1));
}

/** [REG-11] A parked registration without an id ends with its connection; nothing else does (HB-6). */
export function handleClosed(
  state: CoordinatorState,
  context: CoordinatorContext,
  connection: ConnectionId,
): void {
  for (const id of [...(state.parkedOn.get(connection) ?? [])]) {
    const group = state.groups.get(id);
    if (!group) continue;
    for (const parked of [...group.parked.values()]) {
      if (parked.member === null && parked.connection === connection)
        unpark(state, group, parked.key);
    }
    completeIfAllIn(context, group);
  }
}

/** The answer to a multi: `failedAt` is the operation that stood in the way, or -1. */
export function handleMulti(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose,
  failedAt: number,
): void {
  const { group: id, epoch } = writtenFor(purpose);
  const group = state.groups.get(id);
  // Of a role that was lost meanwhile.
  if (!group || group.epoch !== epoch) return;
  // [COORD-7] Only the fence ends the role.
  if (failedAt === 0) {
    if (purpose.for === 'commit') refuseCommit(context, purpose);
    return loseRole(state, context, group.subset, 'fence');
  }
  if (purpose.for === 'commit') return commitWritten(context, group, purpose.commit, failedAt);
  if (purpose.for === 'rebalance' && group.attempt?.rebalance === purpose.rebalance) {
    completeRebalance(state, context, group);
  }
}

function writtenFor(purpose: CoordinatorPurpose): { group: string; epoch: number } {
  if (purpose.for === 'commit') return purpose.commit;
  if (purpose.for === 'rebalance') return purpose;
  throw new Error(`${purpose.for} writes nothing`);
}

function refuseCommit(
  context: CoordinatorContext,
  { commit }: CoordinatorPurpose & { for: 'commit' },
): void {
  const asked: Asked = {
    api: 'OffsetCommit',
    connection: commit.connection,
    correlationId: commit.correlationId,
    group: commit.group,
    member: commit.member,
    version: 1,
    generation: commit.generation,
  };
  const refusal = { error: 'NotCoordinatorForGroup', reason: 'not-coordinator' } as const;
  refuse(context, asked, { ...refusal, rules: ['COORD-7'] });
}

/** A node that was read; null where it does not exist. */
export function handleNode(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose,
  node: ReadNode | null,
): void {
  if (purpose.for !== 'topic') return;
  const group = state.groups.get(purpose.group);
  if (group?.state !== 'Rebalancing' || group.attempt?.rebalance !== purpose.rebalance) return;
  const topic = node && decodeFields(topicNode, node.data);
  const size = node && topic ? { creation: node.stamp, partitions: topic.partitions } : null;
  topicRead(context, group, purpose.topic, size);
}

/** A list of nodes that was read. */
export function handleChildren(
  state: CoordinatorState,
  context: CoordinatorContext,
  purpose: CoordinatorPurpose,
  nodes: readonly ReadChild[],
): void {
  if (purpose.for === 'load') return rolesLoaded(state, context, purpose.subsets, nodes);
  if (purpose.for !== 'offsets') return;
  const group = state.groups.get(purpose.fetch.group);
  if (group) offsetsRead(context, group, purpose.fetch, nodes);
}
