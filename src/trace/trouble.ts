/**
 * What keeps somebody waiting, read from the world alone: a coordinator that does not answer, a session
 * that ZooKeeper has not ended, a process that is not heard. Pure; words as they stand in sentences.
 */
import { statusWords } from './describe-words.ts';
import { linkKey, timerKey } from './world.ts';
import type { GroupWorld, ProcessWorld, TimerWorld, World } from './world.ts';

/** The running timer of that name, whatever its subject. */
export function timerOf(world: World, process: string, timer: string): TimerWorld | undefined {
  const unnamed = world.timers.get(timerKey(process, timer, ''));
  if (unnamed) return unnamed;
  for (const candidate of world.timers.values()) {
    if (candidate.process === process && candidate.timer === timer) return candidate;
  }
  return undefined;
}

/** The peer of the consumer's connection, or of the one that it is opening. */
export function peerOf(world: World, process: string): string | null {
  let peer: string | null = null;
  for (const connection of world.connections.values()) {
    if (connection.opener === process) peer = connection.peer;
  }
  return peer;
}

/** What keeps a group without anybody who answers, though its coordinator was elected. */
export type TroubleKind = 'ended' | 'frozen' | 'lease' | 'session' | 'handed-over' | 'restarted';

/** What it gave the group up for, by the reason that it gave. */
const givenUp: Readonly<Record<string, TroubleKind>> = {
  lease: 'lease',
  session: 'session',
  fence: 'handed-over',
  moved: 'handed-over',
};

export function troubleKind(world: World, group: GroupWorld): TroubleKind | null {
  const { coordinator, coordinated } = group;
  if (coordinator === null) return null;
  const process = world.processes.get(coordinator);
  const status = process?.status ?? 'stopped';
  if (status === 'frozen') return 'frozen';
  if (coordinated) return null;
  if (status !== 'running') return 'ended';
  return givenUp[process?.broker?.lost?.reason ?? ''] ?? 'restarted';
}

/** Why nobody answers the group although its coordinator was elected; null where one does. */
export function coordinatorTrouble(world: World, group: GroupWorld): string | null {
  const kind = troubleKind(world, group);
  if (kind === null) return null;
  const name = group.coordinator ?? '';
  if (kind === 'lease') return `the lease of ${name} is over`;
  if (kind === 'session') return `the session of ${name} is over`;
  if (kind === 'handed-over') return `${name} has given the group up`;
  // [COORD-9] Its node has another session than the one elected.
  if (kind === 'restarted') return `${name} is back under a new session`;
  return `${name} ${statusWords[world.processes.get(name)?.status ?? 'stopped']}`;
}

/** ZooKeeper's timers for the sessions of a broker, the oldest session first. */
function sessionTimersOf(world: World, broker: string): TimerWorld[] {
  const own = [...world.timers.values()].filter(
    ({ timer, subject }) =>
      timer === 'session' && subject.slice(0, subject.lastIndexOf('-')) === broker,
  );
  const numberOf = ({ subject }: TimerWorld) => Number(subject.slice(broker.length + 1));
  return own.toSorted((a, b) => numberOf(a) - numberOf(b));
}

/** ZooKeeper's timer for the session of a broker, as long as there is one. */
export function sessionTimerOf(world: World, broker: string): TimerWorld | undefined {
  return sessionTimersOf(world, broker)[0];
}

/**
 * [COORD-9] The timer of a session that its broker does not use any more, because it started again
 * or lost its lease, and that ZooKeeper has not ended yet.
 */
export function leftSessionOf(world: World, { name, broker, ...process }: ProcessWorld) {
  const [oldest, next] = sessionTimersOf(world, name);
  if (!oldest || next || process.status !== 'running') return oldest;
  const leftAtUs = Math.max(process.statusSinceUs, broker?.lost?.atUs ?? 0);
  const isLeft = !world.timers.has(timerKey(name, 'lease', '')) && oldest.startedAtUs <= leftAtUs;
  return isLeft ? oldest : undefined;
}

function reachesStore(world: World, broker: string): boolean {
  const stores = [...world.processes.values()].filter(({ role }) => role === 'zookeeper');
  return stores.some(({ name }) => !isCut(world, broker, name));
}

/** [COORD-2] Who elects the next coordinator, or what has to be before that. */
export function electionNext(world: World, what = 'the next one'): string {
  const brokers = [...world.processes.values()].filter(({ role }) => role === 'broker');
  if (!brokers.some(({ status }) => status === 'running')) {
    return 'No broker runs that could be elected: start one';
  }
  if (!brokers.some(({ name, status }) => status === 'running' && reachesStore(world, name))) {
    return 'No broker that runs reaches ZooKeeper: none can be elected';
  }
  const { controller } = world;
  const status = world.processes.get(controller ?? '')?.status;
  if (controller === null || status === undefined) return 'The brokers elect a controller first';
  if (status === 'running') return `${controller}, the controller, elects ${what}`;
  return `${controller}, the controller, ${statusWords[status]}: another is elected first`;
}

/** Nothing passes between the two. */
export function isCut(world: World, a: string, b: string): boolean {
  return world.links.get(linkKey(a, b))?.cut ?? false;
}

/** Why nothing is heard of a process there: it does not run, or its link is cut; null: it is. */
export function silenceOf(world: World, where: string, process: ProcessWorld): string | null {
  if (process.status !== 'running') return statusWords[process.status];
  return isCut(world, where, process.name) ? 'is cut off' : null;
}
