/** Registrations that wait for the end of a rebalance (RB-4, REG-5, REG-11). */
import type { ConnectionId } from '../../step.ts';
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
  unparkSame(group, registration);
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
  // A member's first one stays where it is: the member is part of the generation being written.
  if (registration.member === null) unparkSame(group, registration);
  group.next.set(parkingKey(registration), registration);
  parked(context, group, registration, nobody);
}

const nobody: ReadonlySet<string> = new Set();

/** [REG-5] [REG-11] A registration replaces the one of the same id, or of the same connection. */
function unparkSame(group: Group, registration: Registration): void {
  const key = parkingKey(registration);
  group.attempt?.parked.delete(key);
  group.next.delete(key);
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
export function endNewcomer(group: Group, connection: ConnectionId): void {
  group.attempt?.parked.delete(connection);
  group.next.delete(connection);
}
