/**
 * A rebalance from its trigger to the answers (RB-1 to RB-8): prepare until everybody has registered,
 * read the topics, assign, write once, and only then answer.
 */
import { assert, known } from '../../../lib/assert.ts';
import { encodeFields } from '../../../wire/codec.ts';
import { assignors } from '../../assignors/index.ts';
import { compareIds } from '../../assignors/members.ts';
import type { Dealt } from '../../assignors/members.ts';
import type { TriggerId } from '../../facts.ts';
import type { RuleId } from '../../rules.ts';
import { groupRecord, paths } from '../../zookeeper/nodes.ts';
import type { CoordinatorContext } from './context.ts';
import { checkAdvance, fence, set } from './fence.ts';
import type { AssignedTopic, Attempt, Group, Member, Parked, Write } from './state.ts';
import { enter } from './states.ts';

export interface Trigger {
  readonly trigger: TriggerId;
  readonly subject: string;
  readonly rules: readonly RuleId[];
}

/** Starts a rebalance, or joins the one that is being prepared. */
export function trigger(context: CoordinatorContext, group: Group, what: Trigger): void {
  const { id, generation } = group;
  const { trigger: triggerId, subject } = what;
  const isRunning = group.state === 'PreparingRebalance';
  if (!isRunning) {
    group.rebalance += 1;
    group.attempt = {
      rebalance: group.rebalance,
      trigger: triggerId,
      subject,
      awaitedTopics: new Set(),
      topics: new Map(),
      write: null,
    };
  }
  context.out.report(
    {
      kind: isRunning ? 'rebalance-joined' : 'rebalance-started',
      group: id,
      rebalance: group.rebalance,
      trigger: triggerId,
      subject,
      generation,
      reason: triggerReasons[triggerId],
    },
    [...what.rules, 'RB-1'],
  );
  if (!isRunning) enter(context, group, 'PreparingRebalance', triggerReasons[triggerId], ['RB-1']);
}

const triggerReasons: Readonly<Record<TriggerId, string>> = {
  'TRIG-1': 'a new consumer registers',
  'TRIG-2': 'a member is dead',
  'TRIG-3': 'a topic’s partition count changed',
  'TRIG-4': 'a topic appeared or was deleted',
  'TRIG-5': 'a member registers with other topics',
  'TRIG-6': 'stored and real state differ',
};

/** [RB-4] When all live members have registered, or nobody is left, the attempt goes on. */
export function completeIfAllIn(context: CoordinatorContext, group: Group): void {
  if (group.state !== 'PreparingRebalance') return;
  if (group.registered.size < group.members.size) return;
  const isEmpty = group.members.size === 0 && group.parked.size === 0;
  if (isEmpty && group.recordEpoch === null) {
    abandon(context, group, 'nobody is left and there is no record');
    return enter(context, group, 'Ready', 'nobody is left', ['META-3']);
  }
  const reason = isEmpty ? 'nobody is left' : 'all live members have registered';
  enter(context, group, 'Rebalancing', reason, ['RB-4']);
  readTopics(context, group);
}

/** The attempt comes to nothing. */
export function abandon(context: CoordinatorContext, group: Group, reason: string): void {
  const { attempt, id, generation } = group;
  if (!attempt) return;
  const { rebalance, trigger: triggerId, subject } = attempt;
  context.out.report(
    {
      kind: 'rebalance-abandoned',
      group: id,
      rebalance,
      trigger: triggerId,
      subject,
      generation,
      reason,
    },
    ['RB-4'],
  );
  group.attempt = null;
}

/** Whose registrations this attempt is about. */
function participants(group: Group): Parked[] {
  return [...group.parked.values()].filter(({ forNext }) => !forNext);
}

/** Partition counts are read before assigning; nobody watches the topics yet (TOP-1). */
function readTopics(context: CoordinatorContext, group: Group): void {
  const attempt = known(group.attempt, 'attempt');
  for (const { topics } of participants(group)) {
    for (const topic of topics) attempt.awaitedTopics.add(topic);
  }
  for (const topic of attempt.awaitedTopics) {
    const { rebalance } = attempt;
    context.get(paths.topic(topic), { for: 'topic', group: group.id, rebalance, topic });
  }
  assignWhenRead(context, group, attempt);
}

/** One topic's size has been read; null: it does not exist. */
export function topicRead(
  context: CoordinatorContext,
  group: Group,
  topic: string,
  size: AssignedTopic | null,
): void {
  const attempt = known(group.attempt, 'attempt');
  if (!attempt.awaitedTopics.delete(topic)) return;
  if (size) attempt.topics.set(topic, size);
  assignWhenRead(context, group, attempt);
}

function assignWhenRead(context: CoordinatorContext, group: Group, attempt: Attempt): void {
  if (attempt.awaitedTopics.size > 0) return;
  attempt.write = plan(group, attempt);
  writeRecord(context, group, attempt);
}

/** [RB-5] Names newcomers, assigns, and says what the next generation will be. */
function plan(group: Group, attempt: Attempt): Write {
  const answers = new Map<string, string>();
  const joined: string[] = [];
  const members: Member[] = [];
  let next = group.nextMemberNumber;
  for (const parked of participants(group)) {
    // [REG-4] An id is counted up per group and never used again; it is given by the write.
    const id = parked.member ?? `${group.id}-${parked.host}-${next++}`;
    if (parked.member === null) joined.push(id);
    answers.set(parked.key, id);
    members.push({
      id,
      host: parked.host,
      consumer: parked.consumer,
      topics: parked.topics,
      sessionTimeoutMs: parked.sessionTimeoutMs,
      heartbeatFrequency: parked.heartbeatFrequency,
      failedHeartbeatThreshold: parked.failedHeartbeatThreshold,
      partitions: [],
      connection: parked.connection,
      highestCorrelationId: parked.correlationId,
    });
  }
  members.sort((a, b) => compareIds(a.id, b.id));
  const sizes = [...attempt.topics].map(([topic, { partitions }]) => ({ topic, partitions }));
  const assignor = known(assignors.get(group.strategy), `strategy ${group.strategy}`);
  const dealt: Dealt = members.length === 0 ? new Map() : assignor(members, sizes);
  for (const member of members) member.partitions = dealt.get(member.id) ?? [];
  return {
    generation: group.generation + 1,
    nextMemberNumber: next,
    members,
    answers,
    joined,
    assignment: members.map(({ id: member, consumer, partitions }) => ({
      member,
      consumer,
      partitions,
    })),
  };
}

/** [META-3] One atomic write of the whole record, behind the fence of COORD-7. */
function writeRecord(context: CoordinatorContext, group: Group, attempt: Attempt): void {
  const write = known(attempt.write, 'planned write');
  const path = paths.group(group.id);
  const author = String(group.epoch);
  const data = encodeFields(groupRecord, {
    strategy: group.strategy,
    generation: write.generation,
    nextMemberNumber: write.nextMemberNumber,
    topics: [...attempt.topics].map(([topic, { creation, partitions }]) => ({
      topic,
      creation,
      partitions,
    })),
    members: write.members.map((member) => ({
      id: member.id,
      host: member.host,
      consumer: member.consumer,
      topics: [...member.topics],
      sessionTimeoutMs: member.sessionTimeoutMs,
      heartbeatFrequency: member.heartbeatFrequency,
      failedHeartbeatThreshold: member.failedHeartbeatThreshold,
      partitions: member.partitions.map(({ topic, partitions }) => ({
        topic,
        partitions: [...partitions],
      })),
    })),
  });
  const operations = [
    fence(context, group),
    checkAdvance(path, write.generation, author),
    set(path, write.generation, author, data),
  ];
  const { id, epoch } = group;
  context.multi(operations, { for: 'rebalance', group: id, epoch, rebalance: attempt.rebalance });
}

/** The write is acknowledged: the new generation is in force, and everybody hears of it (RB-6). */
export function install(group: Group, write: Write, attempt: Attempt): { left: string[] } {
  assert(write.generation > group.generation, 'a generation only grows');
  const left = [...group.members.keys()].filter(
    (id) => !write.members.some((member) => member.id === id),
  );
  const before = new Map(group.members);
  group.generation = write.generation;
  group.nextMemberNumber = write.nextMemberNumber;
  group.recordEpoch = group.epoch;
  group.topics = attempt.topics;
  group.members.clear();
  for (const member of write.members) {
    const last = before.get(member.id);
    // It may have been heard from since the write was planned.
    const highest = Math.max(member.highestCorrelationId, last?.highestCorrelationId ?? -1);
    group.members.set(member.id, {
      ...member,
      highestCorrelationId: highest,
      connection: last?.connection ?? member.connection,
    });
  }
  group.registered.clear();
  group.attempt = null;
  return { left };
}
