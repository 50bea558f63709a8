/** Registrations that wait for the end of a rebalance (RB-4, REG-5, REG-11). */
import type { RuleId } from '../../rules.ts';
import type { ConnectionId } from '../../step.ts';
import { ignore } from './asked.ts';
import type { CoordinatorContext } from './context.ts';
import { stopDeadAfter } from './timers.ts';
import { parkingKey } from './state.ts';
import type { Attempt, Group, Registration } from './state.ts';

/** Puts a registration into the running attempt. */
export function park(
  context: CoordinatorContext,
  group: Group,
  attempt: Attempt,
  registration: Registration,
): void {
  replace(context, group, registration);
  remove(group, parkingKey(registration));
  attempt.parked.set(parkingKey(registration), registration);
  if (registration.member !== null) attempt.waitingFor.delete(registration.member);
  parked(context, group, registration, attempt.waitingFor);
}

/** Puts a registration aside for the attempt after the running one. */
export function parkForNext(
  context: CoordinatorContext,
  group: Group,
  registration: Registration,
): void {
  replace(context, group, registration);
  // A member stays in the generation that is being written, with what it registered before.
  if (registration.member === null) remove(group, registration.connection);
  group.next.set(parkingKey(registration), registration);
  parked(context, group, registration, nobody);
}

const nobody: ReadonlySet<string> = new Set();

/** [REG-5] [REG-11] A registration replaces the one of the same id, or of the same connection. */
function replace(context: CoordinatorContext, group: Group, registration: Registration): void {
  const key = parkingKey(registration);
  const before = group.next.get(key) ?? group.attempt?.parked.get(key);
  if (!before) return;
  const rule = registration.member === null ? 'REG-11' : 'REG-5';
  drop(context, group, before, 'replaced', rule);
}

function drop(
  context: CoordinatorContext,
  group: Group,
  { consumer, member }: Registration,
  reason: string,
  rule: RuleId,
): void {
  ignore(context, group, { api: 'RegisterConsumer', consumer, member }, reason, [rule]);
}

function remove({ attempt, next }: Group, key: string): void {
  attempt?.parked.delete(key);
  next.delete(key);
}

/** At most so many ids are listed in an event. */
const listedAtMost = 20;

function parked(
  context: CoordinatorContext,
  group: Group,
  { consumer, member }: Registration,
  missing: ReadonlySet<string>,
): void {
  if (member !== null) stopDeadAfter(context, group, member);
  const waitingFor: string[] = [];
  for (const id of missing) {
    if (waitingFor.length === listedAtMost) break;
    waitingFor.push(id);
  }
  const waitingCount = missing.size;
  context.out.report(
    { kind: 'registration-parked', group: group.id, consumer, member, waitingFor, waitingCount },
    member === null ? ['RB-4'] : ['RB-4', 'HB-7'],
  );
}

/** [REG-11] A newcomer's registration ends with its connection; a member's does not (HB-6). */
export function endNewcomer(
  context: CoordinatorContext,
  group: Group,
  connection: ConnectionId,
): void {
  for (const parked of [group.attempt?.parked.get(connection), group.next.get(connection)]) {
    if (parked) drop(context, group, parked, 'connection-closed', 'REG-11');
  }
  remove(group, connection);
}
