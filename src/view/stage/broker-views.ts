/**
 * What a broker's card shows: the roles that the record gives it, and the roles that it believes it
 * has. Plain data, so that a card is drawn again only when something on it changed.
 */
import type { Remedy } from '../../store/selection.ts';
import { linkKey, timerKey } from '../../trace/world.ts';
import type { GroupWorld, ProcessWorld, World } from '../../trace/world.ts';
import { seconds } from '../amounts.ts';
import { sessionTimerOf } from '../../trace/trouble.ts';
import { conditionOf } from './marks.ts';
import type { Condition } from './marks.ts';
import { remedyOf } from './views.ts';
import { plural, listed } from '../words/text.ts';

export interface BrokerView {
  readonly name: string;
  readonly condition: Condition;
  readonly isController: boolean;
  /** Groups that it coordinates now. */
  readonly coordinates: readonly string[];
  readonly lines: readonly string[];
  readonly remedy: Remedy | null;
  readonly fullName: string;
}

export function brokerView(world: World, groupId: string, process: ProcessWorld): BrokerView {
  const { name } = process;
  const groups = [...world.groups.values()].filter((group) => group.coordinator === name);
  const acting = groups.filter(({ coordinated }) => coordinated);
  const isController = world.controller === name;
  const roles = { groupId, acting, isController };
  const condition = brokerCondition(world, process, acting);
  const lines = brokerLines(world, process, condition, roles);
  return {
    name,
    condition,
    isController,
    coordinates: acting.map(({ group }) => group),
    lines,
    remedy: remedyOf(process),
    fullName: [name, 'broker', ...new Set([condition.word, ...lines])].join(', '),
  };
}

const loading: Condition = { word: 'Loading', tone: 'note', icon: 'load', outline: 'dashed' };
const deposed: Condition = { word: 'Deposed', tone: 'warn', icon: 'lease', outline: 'dashed' };
const leaseOver: Condition = { word: 'Lease over', tone: 'bad', icon: 'lease', outline: 'dotted' };
const sessionOver: Condition = { ...leaseOver, word: 'Session over' };

function brokerCondition(
  world: World,
  process: ProcessWorld,
  acting: readonly GroupWorld[],
): Condition {
  const { status } = process;
  if (status !== 'running') return conditionOf(process);
  if (hasLostLease(world, process)) {
    return process.broker?.lost?.reason === 'session' ? sessionOver : leaseOver;
  }
  if (formerGroups(world, process).length > 0) return deposed;
  if (acting.some(({ state }) => state === 'CatchUp')) return loading;
  return conditionOf(process);
}

/** How long a broker that has a new session is still shown as one that lost its lease. */
const lossShownUs = 1_500_000;

/** [COORD-8] It gave up its roles for want of a lease, and has no new one yet, or only just. */
function hasLostLease(world: World, { name, broker }: ProcessWorld): boolean {
  const lost = broker?.lost;
  if (!lost || (lost.reason !== 'lease' && lost.reason !== 'session')) return false;
  return !hasSession(world, name) || world.atUs - lost.atUs < lossShownUs;
}

/** Groups that it acts for though another broker has been elected: it does not know yet. */
function formerGroups(world: World, { name, broker }: ProcessWorld): readonly string[] {
  return [...(broker?.actsFor.keys() ?? [])].filter((id) => {
    const coordinator = world.groups.get(id)?.coordinator;
    return coordinator !== undefined && coordinator !== name;
  });
}

interface Roles {
  readonly groupId: string;
  readonly acting: readonly GroupWorld[];
  readonly isController: boolean;
}

function brokerLines(
  world: World,
  process: ProcessWorld,
  condition: Condition,
  roles: Roles,
): readonly string[] {
  if (condition === leaseOver) return ['lease over', gaveUp(process)];
  // [COORD-9] Perhaps a session of its past life, in which alone it had the group.
  if (condition === sessionOver) return ['session over', actsNot(process)];
  if (condition === deposed) {
    return ['deposed, does not know it', `acts for ${listed(formerGroups(world, process))}`];
  }
  if (process.status === 'running') return roleLines(condition, roles);
  // Of one that does not run it is news that it has a role, not that it has none.
  const hasRole = roles.acting.length > 0 || roles.isController;
  const role = hasRole ? roleLines(condition, roles).slice(0, 1) : [];
  return [condition.word, ...role];
}

function gaveUp({ broker }: ProcessWorld): string {
  const groups = broker?.lost?.groups ?? [];
  return groups.length === 0 ? 'gave its roles up' : `gave up ${listed(groups)}`;
}

function actsNot({ broker }: ProcessWorld): string {
  const groups = broker?.lost?.groups ?? [];
  return groups.length === 0 ? 'gave its roles up' : `does not act for ${listed(groups)}`;
}

function roleLines(
  condition: Condition,
  { groupId, acting, isController }: Roles,
): readonly string[] {
  const own = acting.find(({ group }) => group === groupId) ?? acting[0];
  if (!own) return isController ? ['controller', 'coordinates no group'] : ['coordinates no group'];
  const groups = listed(acting.map(({ group }) => group));
  if (own.state === 'Down') return [`elected for ${groups}`, notYet(own)];
  if (condition === loading) return [`loads ${groups}`, `epoch ${own.epoch}, answers not yet`];
  return [`coordinator of ${groups}`, `epoch ${own.epoch} · ${plural(own.members.size, 'member')}`];
}

/** [META-3] Of a group without a record there is nothing to load. */
function notYet({ generation }: GroupWorld): string {
  return generation === 0 ? 'waits for a registration' : 'has not loaded it yet';
}

function hasSession(world: World, broker: string): boolean {
  return world.timers.has(timerKey(broker, 'lease', ''));
}

export interface Lease {
  readonly leftUs: number;
  /** 0 to 1. */
  readonly share: number;
}

/** A broker pings every third of its lease, so in good times more than this is always left. */
const endangeredBelow = 0.25;

/**
 * [COORD-8] The lease of a broker, which counts from when its last answered request was sent, and
 * lasts as long as ZooKeeper would keep its session; null where all is well.
 */
export function endangeredLease(world: World, process: ProcessWorld, atUs: number): Lease | null {
  const { name, status, broker } = process;
  const session = sessionTimerOf(world, name);
  if (status !== 'running' || !broker || !session || !hasSession(world, name)) return null;
  const wholeUs = session.deadlineUs - session.startedAtUs;
  const leftUs = Math.max(0, broker.leaseFromUs + wholeUs - atUs);
  const share = leftUs / wholeUs;
  return share < endangeredBelow || isCutOff(world, name) ? { leftUs, share } : null;
}

function isCutOff(world: World, broker: string): boolean {
  const stores = [...world.processes.values()].filter(({ role }) => role === 'zookeeper');
  return stores.some(({ name }) => world.links.get(linkKey(broker, name))?.cut);
}

/** The last line of the card as it counts down; null where nothing runs. */
export function leaseDetail(world: World, process: ProcessWorld, atUs: number): string | null {
  const lease = endangeredLease(world, process, atUs);
  return lease && `lease ends in ${seconds(lease.leftUs)}`;
}
