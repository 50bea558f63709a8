/** RegisterConsumer: who registers, answers at once, parking (REG-1 to REG-5, REG-9 to REG-11). */
import { compareText } from '../../assignors/members.ts';
import type { ConnectionId } from '../../step.ts';
import type { RegisterConsumerRequest } from '../messages.ts';
import { answerRegistration } from './answer.ts';
import { askedOf, isLate, refuse, versionOf } from './asked.ts';
import type { CoordinatorContext } from './context.ts';
import { park, parkForNext } from './parking.ts';
import { proceedWhenAllIn } from './rebalance.ts';
import { fatalRefusal } from './refusals.ts';
import { startGroup } from './roles.ts';
import { isDeserted, presumedOfVersion0 } from './state.ts';
import type { CoordinatorState, Group, Member, Registration, Role, Trigger } from './state.ts';
import { noteHeard, restartDeadAfter } from './timers.ts';
import { newcomerTrigger, registeredInReady, resubscribedTrigger, trigger } from './trigger.ts';

export function handleRegistration(
  state: CoordinatorState,
  context: CoordinatorContext,
  role: Role,
  connection: ConnectionId,
  request: RegisterConsumerRequest,
): void {
  const known = state.groups.get(request.groupId);
  const memberId = memberIdOf(known, connection, request);
  const base = askedOf(context, connection, 'RegisterConsumer', request);
  const asked = { ...base, member: memberId };
  const member = known?.members.get(memberId);
  if (memberId !== '' && !member) {
    // [REG-3] It disturbs nobody.
    const refusal = { error: 'UnknownConsumer', reason: 'unknown-member' } as const;
    return refuse(context, asked, { ...refusal, rules: ['REG-3'] });
  }
  if (known && member && isLate(context, known, member, 'RegisterConsumer', request)) return;
  if (member) noteHeard(member, { connection, ...request });
  const registration = registrationOf(context, known, connection, memberId, request);
  const { groupId } = request;
  const { settings } = context;
  const refusal = fatalRefusal({ registration, groupId, group: known, settings });
  if (refusal) {
    if (known && member) restartDeadAfter(context, known, member, ['HB-3']);
    return refuse(context, asked, refusal);
  }
  const group = known ?? startGroup(state, context, role, groupId);
  if (member) return registerMember(state, context, group, member, registration);
  registerNewcomer(state, context, group, registration);
}

/** Empty for a newcomer. Version 0 carries no id: a connection may be bound to one. */
function memberIdOf(
  group: Group | undefined,
  connection: ConnectionId,
  request: RegisterConsumerRequest,
): string {
  if (versionOf(request) !== 0) return request.consumerId;
  const bound = group?.bound.get(connection) ?? '';
  return group?.members.has(bound) === true ? bound : '';
}

/** Of the first that registers in a group and cannot name one. */
const presumedStrategy = 'range';

function registrationOf(
  context: CoordinatorContext,
  group: Group | undefined,
  connection: ConnectionId,
  memberId: string,
  request: RegisterConsumerRequest,
): Registration {
  const version = versionOf(request);
  // One that cannot name a strategy takes the group's.
  const strategy = group && !isDeserted(group) ? group.strategy : presumedStrategy;
  const told = version === 0 ? presumedOfVersion0 : request;
  const { heartbeatFrequency, failedHeartbeatThreshold } = told;
  return {
    member: memberId === '' ? null : memberId,
    consumer: context.peerOf(connection),
    host: request.consumerHost,
    topics: [...new Set(request.topics)].toSorted(compareText),
    strategy: version === 0 ? strategy : request.strategy,
    sessionTimeoutMs: request.sessionTimeout,
    heartbeatFrequency,
    failedHeartbeatThreshold,
    connection,
    correlationId: request.correlationId,
    version,
  };
}

/** [TRIG-1] */
function registerNewcomer(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  registration: Registration,
): void {
  // [REG-2] A group without members and parked newcomers takes the strategy of the next one; in any
  // other it is the same, or the registration would have been refused.
  group.strategy = registration.strategy;
  if (group.state === 'Rebalancing') return parkForNext(context, group, registration);
  admit(state, context, group, registration, newcomerTrigger(registration.consumer));
}

function registerMember(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  member: Member,
  registration: Registration,
): void {
  const hasSameTopics = isSameList(topicsOf(group, member), registration.topics);
  switch (group.state) {
    case 'Steady':
      if (hasSameTopics) {
        // [REG-5] A lost response must not cost a rebalance.
        restartDeadAfter(context, group, member, ['HB-0', 'HB-3']);
        return answerRegistration(context, group, member, registration, ['REG-5']);
      }
      break;
    case 'Rebalancing':
      if (!hasSameTopics) return parkForNext(context, group, registration);
      return admit(state, context, group, registration, null);
    case 'PreparingRebalance':
      if (hasSameTopics) return admit(state, context, group, registration, null);
      break;
    default:
      break;
  }
  // [TRIG-5] [TRIG-6] In Ready any registration starts a rebalance.
  const cause = hasSameTopics ? registeredInReady(member.id) : resubscribedTrigger(member.id);
  admit(state, context, group, registration, cause);
}

/** The topics that a member has in this attempt, or else in this generation. */
function topicsOf({ attempt }: Group, member: Member): readonly string[] {
  return attempt?.parked.get(member.id)?.topics ?? member.topics;
}

/** Parks a registration in the running attempt, or in the one that it starts. */
function admit(
  state: CoordinatorState,
  context: CoordinatorContext,
  group: Group,
  registration: Registration,
  cause: Trigger | null,
): void {
  const attempt = cause ? trigger(context, group, cause) : group.attempt;
  if (!attempt) return;
  park(context, group, attempt, registration);
  proceedWhenAllIn(state, context, group);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
