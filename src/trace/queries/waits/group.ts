/** Why a group is not stable: the first thing that its coordinator, or it, waits for. */
import { listed, plural } from '../../describe-words.ts';
import { consumerOf } from '../../members.ts';
import { isCut, silenceOf, timerOf } from '../../trouble.ts';
import { timerKey } from '../../world.ts';
import type { GroupWorld, ProcessWorld, TimerWorld, World } from '../../world.ts';
import { noCoordinator } from './coordinator.ts';
import { isPastId } from './subject.ts';
import { arriving, silenceTimed, storeOf, timed, underWay, untimed, lastEvent } from './wait.ts';
import type { Ending, Look, Wait } from './wait.ts';

type Rule = (look: Look, group: GroupWorld, coordinator: string) => Wait;

/** Why the group is not Steady under a coordinator that answers; null where it is. */
export function notStable(look: Look, group: GroupWorld): Wait | null {
  const { coordinator } = group;
  const none = noCoordinator(look, group);
  if (none || coordinator === null || group.state === 'Steady') return none;
  return byState[group.state](look, group, coordinator);
}

const byState: Readonly<Record<Exclude<GroupWorld['state'], 'Steady'>, Rule>> = {
  Down: electedOnly,
  CatchUp: loading,
  Ready: loaded,
  PreparingRebalance: preparing,
  Rebalancing: writing,
};

function sinceState(look: Look, { group }: GroupWorld): number | null {
  return lastEvent(look, 'group-state', { group });
}

/** Whether the coordinator has the controller's map by now, the trace does not say. */
function electedOnly(look: Look, group: GroupWorld, coordinator: string): Wait {
  const { world } = look;
  const told = `${coordinator} was elected: the controller’s map tells it so`;
  const sinceSeq = lastEvent(look, 'coordinator-elected', { broker: coordinator });
  const resend = [...world.timers.values()].find(
    ({ timer, subject }) => timer === 'update-metadata' && subject === coordinator,
  );
  const controller = world.controller ?? 'the controller';
  const end = resend
    ? timed(look, resend, `${controller} sends the map to ${coordinator} again`)
    : untimed(group.generation === 0 ? 'a consumer has to register' : 'the map is on its way');
  const waitsFor = [...(world.controller === null ? [] : [world.controller]), coordinator];
  if (group.generation === 0) {
    const condition = `${told}, and the first registration begins the group.`;
    return { condition, waitsFor, ...end, rules: ['META-3', 'COORD-10'], sinceSeq };
  }
  const condition = `${told}, then it loads the group from ZooKeeper.`;
  return { condition, waitsFor, ...end, rules: ['COORD-10', 'COORD-5'], sinceSeq };
}

/** [COORD-8] How a wait for ZooKeeper's answer ends: soon, or with the coordinator's lease. */
function storeEnds(look: Look, coordinator: string): Ending {
  const { world } = look;
  const store = storeOf(world);
  const lease = timerOf(world, coordinator, 'lease');
  const soon = `it lasts as long as the requests of ${coordinator} to ${store} take`;
  if (!lease || !isCut(world, coordinator, store)) return untimed(soon);
  const then = `the lease of ${coordinator} is over and it gives the group up`;
  return timed(look, lease, then, leaseEndUs(world, coordinator, lease));
}

/** The timer runs to the end that was known when it was set; answers since then have moved that. */
function leaseEndUs(world: World, coordinator: string, lease: TimerWorld): number {
  const session = [...world.timers.values()].find(
    ({ timer, subject }) =>
      timer === 'session' && subject.slice(0, subject.lastIndexOf('-')) === coordinator,
  );
  const fromUs = world.processes.get(coordinator)?.broker?.leaseFromUs;
  if (!session || fromUs === undefined) return lease.deadlineUs;
  return Math.max(lease.deadlineUs, fromUs + session.deadlineUs - session.startedAtUs);
}

function cutWords(world: World, coordinator: string): string {
  const store = storeOf(world);
  return isCut(world, coordinator, store) ? `; its link to ${store} is cut` : '';
}

function loading(look: Look, group: GroupWorld, coordinator: string): Wait {
  const { world } = look;
  return {
    condition: `${coordinator} loads the group from ZooKeeper; until then it refuses everybody${cutWords(world, coordinator)}.`,
    waitsFor: [storeOf(world)],
    ...storeEnds(look, coordinator),
    rules: ['COORD-5'],
    sinceSeq: sinceState(look, group),
  };
}

function writing(look: Look, group: GroupWorld, coordinator: string): Wait {
  const { world } = look;
  return {
    condition: `${coordinator} writes the result in one atomic write to ZooKeeper, then everybody is answered${cutWords(world, coordinator)}.`,
    waitsFor: [storeOf(world)],
    ...storeEnds(look, coordinator),
    rules: ['RB-6', 'META-3'],
    sinceSeq: sinceState(look, group),
  };
}

/** A member by its id, and the process behind it. */
interface Missing {
  readonly id: string;
  readonly process: ProcessWorld;
  readonly deadAfter: TimerWorld | undefined;
}

function missingOf(world: World, group: GroupWorld, coordinator: string, ids: readonly string[]) {
  return ids.flatMap((id): Missing[] => {
    const process = world.processes.get(consumerOf(group, id));
    const deadAfter = world.timers.get(timerKey(coordinator, 'dead-after', `${group.group}/${id}`));
    return process ? [{ id, process, deadAfter }] : [];
  });
}

/** Why nothing will come from a member; null where something may. */
function silent(look: Look, coordinator: string, { id, process }: Missing): string | null {
  const why = silenceOf(look.world, coordinator, process);
  if (why !== null) return why;
  const past = 'comes as somebody new: nobody registers with its old id any more';
  return isPastId(look, process, id) ? past : null;
}

/** The one whose window ends last: until then the group waits. */
function lastToEnd(missing: readonly Missing[]): Missing | undefined {
  const ends = missing.filter(({ deadAfter }) => deadAfter);
  return ends.toSorted(
    (a, b) => (b.deadAfter?.deadlineUs ?? 0) - (a.deadAfter?.deadlineUs ?? 0),
  )[0];
}

const namesOf = (missing: readonly Missing[]) => [
  ...new Set(missing.map(({ process }) => process.name)),
];

/** [RB-4] All live members have to register. */
function preparing(look: Look, group: GroupWorld, coordinator: string): Wait {
  const { world } = look;
  const { rebalance } = group;
  const sinceSeq = rebalance?.startedSeq ?? null;
  const missing = missingOf(world, group, coordinator, rebalance?.waitingFor ?? []);
  const gone = missing.filter((one) => silent(look, coordinator, one) !== null);
  const last = lastToEnd(gone);
  if (last?.deadAfter) {
    const others = gone.length > 1 ? ` (and ${plural(gone.length - 1, 'other')} that cannot)` : '';
    const then = `${coordinator} declares ${last.process.name} dead and goes on without it`;
    return {
      condition: `The rebalance waits for ${last.process.name} to register, which ${silent(look, coordinator, last)}${others}.`,
      waitsFor: namesOf(gone),
      ...silenceTimed(look, last.deadAfter, last.process.name, then),
      rules: ['RB-4', 'HB-3'],
      sinceSeq,
    };
  }
  const unaware = missing.filter(({ process }) => process.consumer?.state === 'PartOfGroup');
  if (unaware.length > 0) return notHeardYet(look, unaware, sinceSeq);
  const names = namesOf(missing);
  const condition =
    names.length === 0
      ? `${coordinator} has all registrations.`
      : `The coordinator waits for ${listed(names)} to register.`;
  return {
    condition,
    waitsFor: names.length === 0 ? [coordinator] : names,
    ...registrationEnds(look, missing),
    rules: ['RB-4'],
    sinceSeq,
  };
}

/** [RB-2] Members learn of it from the answer to their next heartbeat. */
function notHeardYet(look: Look, unaware: readonly Missing[], sinceSeq: number | null): Wait {
  const { world } = look;
  const timers = unaware.flatMap(({ process }) => timerOf(world, process.name, 'heartbeat') ?? []);
  const last = timers.toSorted((a, b) => b.deadlineUs - a.deadlineUs)[0];
  const names = namesOf(unaware);
  const end = last
    ? timed(look, last, `${last.process} sends its next heartbeat, and the answer to that tells it`)
    : untimed('the answer to a heartbeat is on its way');
  return {
    condition: `${listed(names)} ${names.length === 1 ? 'has' : 'have'} not heard of the rebalance: the answer to the next heartbeat tells it.`,
    waitsFor: names,
    ...end,
    rules: ['RB-2', 'RB-4'],
    sinceSeq,
  };
}

/** They are on their way, or looking for the coordinator. */
function registrationEnds(look: Look, missing: readonly Missing[]): Ending {
  const sent = missing.map(({ process }) => ({
    process,
    message: underWay(look, { from: process.name, api: 'RegisterConsumer', direction: 'request' }),
  }));
  const messages = sent.flatMap(({ message }) =>
    message && message.held === null ? [message] : [],
  );
  const last = messages.toSorted((a, b) => b.arrivesAtUs - a.arrivesAtUs)[0];
  if (last && messages.length === missing.length) {
    return arriving(last, `the registration of ${last.from}`);
  }
  const bound = lastToEnd(missing);
  if (!bound?.deadAfter) return untimed('it lasts as long as their registrations take');
  const { name } = bound.process;
  return timed(look, bound.deadAfter, `${name} is declared dead, if it has not been heard by then`);
}

/** [COORD-5] Steady when every known member's heartbeat has been accepted. */
function loaded(look: Look, group: GroupWorld, coordinator: string): Wait {
  const { world } = look;
  const sinceSeq = sinceState(look, group);
  if (group.members.size === 0) {
    const condition = 'The group has no members: the next registration starts a rebalance.';
    const end = untimed('a consumer has to register');
    return { condition, waitsFor: [], ...end, rules: ['TRIG-1', 'META-3'], sinceSeq };
  }
  const ids = [...group.members.values()].filter(({ heartbeatAtUs }) => heartbeatAtUs === null);
  const missing = missingOf(
    world,
    group,
    coordinator,
    ids.map(({ member }) => member),
  );
  const last = lastToEnd(missing);
  const names = namesOf(missing);
  const then =
    last && `${coordinator} declares ${last.process.name} dead, if it has not been heard by then`;
  return {
    condition: `${coordinator} has loaded the group and waits for ${names.length === 0 ? 'the members' : listed(names)} to find it: each has to be heard once.`,
    waitsFor: names,
    ...(last?.deadAfter && then
      ? silenceTimed(look, last.deadAfter, last.process.name, then)
      : untimed('it lasts as long as their heartbeats take')),
    rules: ['COORD-5', 'HB-3'],
    sinceSeq,
  };
}
