/** What the group waits for when nothing is new: read from the world alone. */
import type { RuleId } from '../../protocol/rules.ts';
import type { GroupWorld, RebalanceWorld, World } from '../../trace/world.ts';
import { timerKey } from '../../trace/world.ts';
import {
  consumerOf,
  coordinatorTrouble,
  electionNext,
  isCut,
  leftSessionOf,
  silenceOf,
  troubleKind,
} from '../../trace/trouble.ts';
import type { TroubleKind } from '../../trace/trouble.ts';
import { roundSeconds } from '../amounts.ts';
import type { Caption } from './caption.ts';
import { unreadOf } from './ownership.ts';
import { listed, sentenceCase } from '../words/text.ts';

type Wait = (world: World, group: GroupWorld) => Omit<Caption, 'seq'> | null;

const noCoordinatorYet: Wait = (world, { coordinator }) => {
  if (coordinator !== null) return null;
  const text =
    world.controller === null
      ? 'The brokers elect a controller, which gives every group a coordinator.'
      : `${world.controller}, the controller, elects a coordinator for this group.`;
  return { text, rule: 'COORD-2' };
};

/** Why there is no coordinator, with the rule that says what comes of it. */
const troubleRules: Readonly<Record<TroubleKind, RuleId>> = {
  ended: 'COORD-4',
  frozen: 'COORD-8',
  lease: 'COORD-8',
  restarted: 'COORD-9',
};

const noCoordinatorNow: Wait = (world, group) => {
  const kind = troubleKind(world, group);
  const trouble = sentenceCase(coordinatorTrouble(world, group) ?? '');
  const process = world.processes.get(group.coordinator ?? '');
  if (kind === null || !process) return null;
  if (kind === 'frozen' && group.coordinated) {
    return { text: `${trouble}: no heartbeat is answered.`, rule: 'HB-4' };
  }
  const rule = troubleRules[kind];
  if (!leftSessionOf(world, process)) return { text: `${trouble}. ${electionNext(world)}.`, rule };
  const text =
    process.status === 'running'
      ? `${trouble}: another is elected when ZooKeeper has ended the old one.`
      : `${trouble}: ZooKeeper learns it when its session ends.`;
  return { text, rule };
};

/** Whether its broker has the controller's map by now, the trace does not say: true of both. */
const electedOnly: Wait = (_world, { coordinator, coordinated, state, generation }) => {
  if (!coordinated || state !== 'Down') return null;
  const told = `${coordinator} was elected: the controller’s map tells it so`;
  return generation === 0
    ? { text: `${told}, and the first registration begins the group.`, rule: 'META-3' }
    : { text: `${told}, then it loads the group from ZooKeeper.`, rule: 'COORD-10' };
};

const loading: Wait = (_world, { coordinator, state }) =>
  state === 'CatchUp'
    ? {
        text: `${coordinator} loads the group from ZooKeeper; until then it refuses everybody.`,
        rule: 'COORD-5',
      }
    : null;

/** [COORD-7] One that was deposed goes on by what it knows; nothing that it writes for the group is taken. */
const deposed: Wait = (world, { group, coordinator }) => {
  const old = [...world.processes.values()].find(
    ({ name, status, broker }) =>
      status === 'running' && name !== coordinator && broker?.actsFor.has(group),
  );
  if (!old || coordinator === null) return null;
  const text = `${old.name} does not know that ${coordinator} has the group now: ZooKeeper takes no write of it for this group.`;
  return { text, rule: 'COORD-7' };
};

/** [COORD-5] Those that the new coordinator knows from the record have to find it. */
const loaded: Wait = (world, { state, members, coordinator }) => {
  const missing = [...members.values()].filter(({ consumer, heartbeatAtUs }) => {
    const process = world.processes.get(consumer);
    return heartbeatAtUs === null && process?.consumer?.state === 'Rediscovering';
  });
  const [first] = missing;
  if (state !== 'Ready' || !first) return null;
  const names =
    missing.length > 4
      ? `${missing.length} members`
      : listed(missing.map((member) => member.consumer));
  return {
    text: `${coordinator} has loaded the group and waits for ${names} to find it.`,
    rule: 'COORD-5',
  };
};

const coordinatorCutOff: Wait = (world, { coordinator }) => {
  const zooKeeper = [...world.processes.values()].find(({ role }) => role === 'zookeeper');
  if (coordinator === null || !zooKeeper || !isCut(world, coordinator, zooKeeper.name)) return null;
  const text = `${coordinator} is cut off from ZooKeeper: it gives the group up when its lease ends.`;
  return { text, rule: 'COORD-8' };
};

interface Silent {
  readonly member: string;
  readonly name: string;
  readonly why: string;
}

function silentMembers(world: World, group: GroupWorld, coordinator: string): Silent[] {
  const ids = group.rebalance?.waitingFor ?? [...group.members.keys()];
  return ids.flatMap((member) => {
    const process = world.processes.get(consumerOf(group, member));
    const why = process ? silenceOf(world, coordinator, process) : null;
    return process && why !== null ? [{ member, name: process.name, why }] : [];
  });
}

/** Not all that are waited for are listed. */
function atLeast(rebalance: RebalanceWorld | null): string {
  const { waitingCount = 0, waitingFor = [] } = rebalance ?? {};
  return waitingCount > waitingFor.length ? 'at least ' : '';
}

const silentMember: Wait = (world, group) => {
  const { coordinator, rebalance } = group;
  if (coordinator === null) return null;
  const [first, ...others] = silentMembers(world, group, coordinator);
  if (!first) return null;
  const { member, name, why } = first;
  const timer = world.timers.get(timerKey(coordinator, 'dead-after', `${group.group}/${member}`));
  if (!timer) return null;
  const window = roundSeconds(timer.deadlineUs - timer.startedAtUs);
  const more = others.length > 0 ? ` (${atLeast(rebalance)}${others.length} more silent)` : '';
  if (rebalance) {
    const text = `The rebalance waits for ${name}, which ${why}${more}: ${window} at most.`;
    return { text, rule: 'RB-4' };
  }
  const text = `${name} ${why}${more}; the group learns it after ${window} of silence.`;
  return { text, rule: 'HB-3' };
};

const unheardMembers: Wait = (world, group) => {
  if (group.state !== 'PreparingRebalance' || !group.rebalance) return null;
  const waiting = group.rebalance.waitingFor.map((member) => consumerOf(group, member));
  const unaware = waiting.filter(
    (name) => world.processes.get(name)?.consumer?.state === 'PartOfGroup',
  );
  const first = unaware[0];
  if (first === undefined) return null;
  const many = `${atLeast(group.rebalance)}${unaware.length - 1}`;
  const others = unaware.length > 1 ? ` (and ${many} more)` : '';
  const text = `${first}${others} has not heard yet: the answer to its next heartbeat tells it.`;
  return { text, rule: 'RB-2' };
};

const registering: Wait = (_world, group) => {
  if (group.state === 'Rebalancing') {
    return { text: 'One atomic write to ZooKeeper, then everybody is answered.', rule: 'RB-6' };
  }
  const waiting = group.rebalance?.waitingFor ?? [];
  if (waiting.length === 0) return null;
  const count = group.rebalance?.waitingCount ?? 0;
  const names =
    count > 4 ? `${count} members` : listed(waiting.map((member) => consumerOf(group, member)));
  return { text: `The coordinator waits for ${names} to register.`, rule: 'RB-4' };
};

const onTheWay: Wait = (world, group) => {
  for (const { name, status, consumer } of world.processes.values()) {
    if (status !== 'running' || consumer?.group !== group.group) continue;
    if (consumer.state === 'Discovering') {
      return { text: `${name} looks for the coordinator of its group.`, rule: 'DISC-1' };
    }
    if (consumer.state === 'Rediscovering') {
      const reads = consumer.fetching && consumer.held.size > 0;
      const tail = reads ? ' and goes on fetching' : '';
      return { text: `${name} looks for its coordinator${tail}.`, rule: 'DISC-1' };
    }
  }
  return null;
};

const settled: Wait = (world, group) => {
  if (group.state !== 'Steady' || group.members.size === 0) return null;
  const { unread, all } = unreadOf(world, group);
  if (unread > 0 || all.length === 0) return null;
  return { text: 'Settled: every partition is read by its owner, and hearts beat.', rule: 'OWN-1' };
};

const deserted: Wait = (_world, { state, members }) =>
  state === 'Ready' && members.size === 0
    ? { text: 'No members: the next registration starts a rebalance.', rule: 'TRIG-1' }
    : null;

const waits: readonly Wait[] = [
  noCoordinatorYet,
  noCoordinatorNow,
  electedOnly,
  loading,
  coordinatorCutOff,
  deposed,
  silentMember,
  unheardMembers,
  registering,
  loaded,
  onTheWay,
  settled,
  deserted,
];

/** The first thing that this group waits for, or that it has settled; null where neither. */
export function waitedFor(world: World, groupId: string): Caption | null {
  const group = world.groups.get(groupId);
  if (!group) return null;
  for (const wait of waits) {
    const found = wait(world, group);
    if (found) return { ...found, seq: null };
  }
  return null;
}
