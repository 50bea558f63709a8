/** What the group waits for when nothing is new: read from the world alone. */
import type { GroupWorld, ProcessWorld, World } from '../../trace/world.ts';
import { timerKey } from '../../trace/world.ts';
import type { Caption } from './caption.ts';
import { consumerOf, sessionTimerOf } from './details.ts';
import { listed } from './marks.ts';
import { unreadOf } from './ownership.ts';

type Wait = (world: World, group: GroupWorld) => Omit<Caption, 'seq'> | null;

const inWords: Readonly<Record<ProcessWorld['status'], string>> = {
  running: 'is running',
  frozen: 'is frozen',
  crashed: 'is dead',
  stopped: 'has stopped',
};

const withoutCoordinator: Wait = (world, { coordinator, coordinated }) => {
  if (coordinated) return null;
  if (coordinator === null) {
    return { text: 'The controller elects a coordinator for this group.', rule: 'COORD-2' };
  }
  const status = world.processes.get(coordinator)?.status ?? 'crashed';
  if (status === 'running') {
    return {
      text: `${coordinator} has given up the group: a coordinator is missing.`,
      rule: 'COORD-8',
    };
  }
  if (!sessionTimerOf(world, coordinator)) {
    return {
      text: 'Its session is over. Electing another coordinator is not simulated yet.',
      rule: 'COORD-4',
    };
  }
  const text = `${coordinator} ${inWords[status]}. ZooKeeper learns it when the session ends.`;
  return { text, rule: 'COORD-4' };
};

/** Members of the group whose process is not running, or runs without having that id. */
function missingMembers(world: World, group: GroupWorld, ids: Iterable<string>) {
  return [...ids].flatMap((member) => {
    const process = world.processes.get(consumerOf(group, member));
    return process && process.status !== 'running' ? [{ member, process }] : [];
  });
}

const silentMember: Wait = (world, group) => {
  const waiting = group.rebalance?.waitingFor ?? group.members.keys();
  const missing = missingMembers(world, group, waiting)[0];
  if (!missing || group.coordinator === null) return null;
  const { member, process } = missing;
  const key = timerKey(group.coordinator, 'dead-after', `${group.group}/${member}`);
  const timer = world.timers.get(key);
  if (!timer) return null;
  const windowS = (timer.deadlineUs - timer.startedAtUs) / 1e6;
  const window = `${Number(windowS.toFixed(2))} s`;
  const text = group.rebalance
    ? `The rebalance waits for ${process.name}, which ${inWords[process.status]}: ${window} at most.`
    : `${process.name} ${inWords[process.status]}; the group learns it after ${window} of silence.`;
  return { text, rule: group.rebalance ? 'RB-4' : 'HB-3' };
};

const unheardMembers: Wait = (world, group) => {
  if (group.state !== 'PreparingRebalance' || !group.rebalance) return null;
  const waiting = group.rebalance.waitingFor.map((member) => consumerOf(group, member));
  const unaware = waiting.filter(
    (name) => world.processes.get(name)?.consumer?.state === 'PartOfGroup',
  );
  const first = unaware[0];
  if (first === undefined) return null;
  const others = unaware.length > 1 ? ` (and ${unaware.length - 1} more)` : '';
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
      return { text: `${name} looks for its coordinator and goes on fetching.`, rule: 'HB-5' };
    }
  }
  return null;
};

const settled: Wait = (world, group) => {
  if (group.state !== 'Steady' || group.members.size === 0) return null;
  const { unread, all } = unreadOf(world, group);
  if (unread.length > 0 || all.length === 0) return null;
  return { text: 'Settled: every partition is read by its owner, and hearts beat.', rule: 'OWN-1' };
};

const waits: readonly Wait[] = [
  withoutCoordinator,
  silentMember,
  unheardMembers,
  registering,
  onTheWay,
  settled,
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
