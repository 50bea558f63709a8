/** Rebalances: registrations that wait, attempts, and the generations that come of them. */
import type { EventOf } from '../events.ts';
import type { World } from '../world.ts';
import { recount } from './cost.ts';
import { record, topicsOf } from './coordinators.ts';
import type { Folds } from './folds.ts';
import { keepMembers } from './members.ts';
import { spokenFor } from './speaker.ts';

/** A newcomer's registration ends with its connection; a member's does not. */
export function endParked(world: World, process: string, connection: string): void {
  for (const group of world.groups.values()) {
    if (group.coordinator !== process) continue;
    for (const [consumer, parked] of group.parked) {
      if (parked.member === null && parked.connection === connection) group.parked.delete(consumer);
    }
  }
}

function park(world: World, event: EventOf<'registration-parked'>): void {
  const group = spokenFor(world, event);
  if (!group) return;
  const { consumer, member, atUs: sinceUs, waitingFor, waitingCount, cause } = event;
  const before = group.parked.get(consumer);
  const { delivered } = world;
  const isOwn = delivered !== null && delivered.seq === cause && delivered.from === consumer;
  // Parked anew for the next attempt it keeps where and when it came.
  const came = isOwn
    ? { sinceUs, connection: delivered.connection }
    : { sinceUs: before?.sinceUs ?? sinceUs, connection: before?.connection ?? null };
  group.parked.set(consumer, { consumer, member, late: group.state === 'Rebalancing', ...came });
  if (group.rebalance) group.rebalance = { ...group.rebalance, waitingFor, waitingCount };
}

/** At most so many ids are listed, as in events. */
const listedAtMost = 20;

function startAttempt(world: World, event: EventOf<'rebalance-started'>): void {
  const group = spokenFor(world, event);
  if (!group) return;
  const { rebalance, trigger, subject, reason, atUs: startedAtUs, seq: startedSeq } = event;
  const waitingFor = [...group.members.keys()].slice(0, listedAtMost);
  const waitingCount = group.members.size;
  const began = { startedAtUs, startedSeq, generation: group.generation };
  group.rebalance = { rebalance, trigger, subject, reason, ...began, waitingFor, waitingCount };
}

function complete(world: World, event: EventOf<'rebalance-completed'>): void {
  const group = spokenFor(world, event);
  if (!group) return;
  const { generation, assignment, joined, atUs } = event;
  record(group, generation, assignment);
  group.rebalance = null;
  // Who came too late waits on, for the next attempt.
  for (const { member, consumer } of assignment) {
    const waiting = group.parked.get(consumer);
    const isIn =
      waiting?.member === member || (waiting?.member === null && joined.includes(member));
    if (isIn) group.parked.delete(consumer);
  }
  keepMembers(group, assignment);
  group.topics = topicsOf(assignment);
  group.cost.rebalancesCompleted += 1;
  group.cost.counting = true;
  recount(world, group, atUs);
}

export const rebalanceFolds: Folds = {
  'registration-parked': park,
  'rebalance-started': startAttempt,
  'rebalance-abandoned': (world, event) => {
    const group = spokenFor(world, event);
    if (group) group.rebalance = null;
  },
  'rebalance-completed': complete,
};
