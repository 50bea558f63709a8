/** ZooKeeper's answer to a proposed generation: it is in force and told, or it was refused (RB-6). */
import { decodeFields } from '../../../wire/codec.ts';
import type { RuleId } from '../../rules.ts';
import { groupRecord, paths } from '../../zookeeper/nodes.ts';
import { answerRegistration } from './answer.ts';
import type { CoordinatorContext, ReadNode } from './context.ts';
import { finish, proposeWhenKnown } from './rebalance.ts';
import { isParked } from './state.ts';
import type { Attempt, CoordinatorState, Group, Proposal } from './state.ts';
import { indexTopics } from './subscribers.ts';
import { startDeadAfter } from './timers.ts';

/** The write is acknowledged: the generation is in force, and everybody is told. */
export function complete(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  attempt: Attempt,
  proposal: Proposal,
): void {
  const { departed: left, topics } = group;
  install(group, proposal);
  indexTopics(state, group, topics);
  forgetOffsets(group, topics);
  report(context, group, attempt, proposal, left);
  answerAll(context, group, attempt, proposal);
  const isEmpty = group.members.size === 0;
  finish(
    state,
    context,
    group,
    isEmpty ? 'written; there are no members' : 'the result is written',
  );
}

/** [TOP-2] Of topics that are others now, or that are new here or have left. */
function forgetOffsets({ topics, offsets }: Group, before: Group['topics']): void {
  for (const topic of offsets.committed.keys()) {
    const isSame = topics.get(topic)?.creation === before.get(topic)?.creation;
    if (!isSame || !topics.has(topic)) offsets.committed.delete(topic);
  }
}

function install(group: Group, proposal: Proposal): void {
  group.topics = new Map(proposal.topics);
  group.generation = proposal.generation;
  group.recordEpoch = group.epoch;
  group.nextMemberNumber = proposal.nextMemberNumber;
  group.departed = [];
  // Nobody has to show up any more: everybody in it has registered.
  group.unconfirmed.clear();
  for (const member of proposal.members) {
    const before = group.members.get(member.id);
    // It may have been heard since the proposal was sent.
    const { connection, highestCorrelationId } = before ?? member;
    group.members.set(member.id, { ...member, connection, highestCorrelationId });
  }
}

const assignorRules: Readonly<Record<string, RuleId>> = { range: 'ASG-1', roundrobin: 'ASG-2' };

function report(
  { out }: CoordinatorContext,
  group: Group,
  { rebalance }: Attempt,
  { generation, members, joined }: Proposal,
  left: readonly string[],
): void {
  const { id, strategy } = group;
  const assignment = members.map(({ id: member, consumer, topics, partitions }) => ({
    member,
    consumer,
    topics,
    partitions,
  }));
  const assignor = assignorRules[strategy];
  out.report(
    { kind: 'rebalance-completed', group: id, rebalance, generation, assignment, joined, left },
    ['RB-5', 'RB-6', 'META-3', ...(assignor ? [assignor] : [])],
  );
  const isNew = new Set(joined);
  for (const member of members) {
    if (!isNew.has(member.id)) continue;
    const { consumer, topics, sessionTimeoutMs } = member;
    const { heartbeatFrequency, failedHeartbeatThreshold } = member;
    const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
    out.report(
      { kind: 'member-added', group: id, member: member.id, consumer, topics, ...timing },
      ['REG-4'],
    );
  }
}

/** [RB-6] Answers what is still parked. [HB-0] From here on silence counts again. */
function answerAll(
  context: CoordinatorContext,
  group: Group,
  attempt: Attempt,
  { answers }: Proposal,
): void {
  const { parked } = attempt;
  group.attempt = null;
  for (const [key, id] of answers) {
    const member = group.members.get(id);
    // [REG-5] A later registration with other topics took its place; it is answered next time.
    if (!member || isParked(group, id)) continue;
    const registration = parked.get(key);
    if (registration) {
      answerRegistration(context, group, member, registration, ['RB-6', 'COORD-3']);
    }
    startDeadAfter(context, group, member, ['HB-0', 'RB-6']);
  }
}

/** The stored generation is not lower than the proposed one: what is it? */
export function readRecordAgain(
  context: CoordinatorContext,
  { id, epoch }: Group,
  { rebalance }: Attempt,
): void {
  context.get(paths.group(id), { for: 'record', group: id, epoch, rebalance });
}

/** [OWN-3] Tries again above the generation that is stored. */
export function proposeAbove(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  attempt: Attempt,
  node: ReadNode | null,
): void {
  const record = node && decodeFields(groupRecord, node.data);
  group.generation = Math.max(group.generation, node?.stamp ?? 0);
  group.nextMemberNumber = Math.max(group.nextMemberNumber, record?.nextMemberNumber ?? 0);
  attempt.proposal = null;
  proposeWhenKnown(state, context, group);
}
