/** What the group waits for when nothing is new: read from the world alone. */
import type { RuleId } from '../../../protocol/rules.ts';
import type { GroupWorld, RebalanceWorld, World } from '../../../trace/world.ts';
import { partitionKey, timerKey } from '../../../trace/world.ts';
import { censusOf, isRunning } from '../../../trace/census.ts';
import type { ConsumerProcess } from '../../../trace/census.ts';
import type { ConsumerStateName } from '../../../protocol/facts.ts';
import { roundSeconds } from '../../amounts.ts';
import type { Caption } from './caption.ts';
import {
  coordinatorTrouble,
  electionNext,
  isCut,
  leftSessionOf,
  silenceOf,
  troubleKind,
} from '../../../trace/trouble.ts';
import type { TroubleKind } from '../../../trace/trouble.ts';
import { consumerOf, isOldSelf, memberWords, outsidersOf } from '../../../trace/members.ts';
import { outsiderSentence } from '../members.ts';
import { onceAnEvent } from '../once.ts';
import { recordedFor, unreadOf } from '../ownership.ts';
import { listed, sentenceCase } from '../../words/text.ts';
import { unsettled } from '../../../trace/settled.ts';

type Wait = (world: World, group: GroupWorld) => Omit<Caption, 'seq'> | null;

const noCoordinatorYet: Wait = (world, { coordinator }) => {
  if (coordinator !== null) return null;
  return { text: `${electionNext(world, 'a coordinator for this group')}.`, rule: 'COORD-2' };
};

/** Why there is no coordinator, with the rule that says what comes of it. */
const troubleRules: Readonly<Record<TroubleKind, RuleId>> = {
  ended: 'COORD-4',
  frozen: 'COORD-8',
  lease: 'COORD-8',
  session: 'COORD-8',
  'handed-over': 'COORD-7',
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
      ? `${trouble}: another is elected when ZooKeeper has ended its old session.`
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
  /** [REG-6] Its process has begun anew. */
  readonly isOld: boolean;
}

function silentMembers(world: World, group: GroupWorld, coordinator: string): Silent[] {
  const ids = group.rebalance?.waitingFor ?? [...group.members.keys()];
  return ids.flatMap((member) => {
    const process = world.processes.get(consumerOf(group, member));
    if (!process) return [];
    const isOld = isOldSelf(world, group, process.name, member);
    const why = isOld ? 'is gone' : silenceOf(world, coordinator, process);
    return why === null ? [] : [{ member, name: memberWords(world, group, member), why, isOld }];
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
  const { member, name, why, isOld } = first;
  const timer = world.timers.get(timerKey(coordinator, 'dead-after', `${group.group}/${member}`));
  if (!timer) return null;
  const window = roundSeconds(timer.deadlineUs - timer.startedAtUs);
  const more = others.length > 0 ? ` (${atLeast(rebalance)}${others.length} more silent)` : '';
  if (rebalance) {
    const text = `The rebalance waits for ${name}, which ${why}${more}: ${window} at most.`;
    return { text, rule: isOld ? 'REG-6' : 'RB-4' };
  }
  const text = `${sentenceCase(name)} ${why}${more}; the group learns it after ${window} of silence.`;
  return { text, rule: isOld ? 'REG-6' : 'HB-3' };
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

const registering: Wait = (world, group) => {
  if (group.state === 'Rebalancing') {
    if (group.members.size === 0 && group.parked.size === 0) {
      return {
        text: 'One atomic write to ZooKeeper: a generation without members.',
        rule: 'META-3',
      };
    }
    const text = 'One atomic write to ZooKeeper, then those who registered in time are answered.';
    return { text, rule: 'RB-6' };
  }
  const waiting = group.rebalance?.waitingFor ?? [];
  if (waiting.length === 0) return null;
  const count = group.rebalance?.waitingCount ?? 0;
  const names =
    count > 4
      ? `${count} members`
      : listed(waiting.map((member) => memberWords(world, group, member)));
  return { text: `The coordinator waits for ${names} to register.`, rule: 'RB-4' };
};

/** [OWN-6] Read or not by its owner, somebody else believes it too. */
const outside: Wait = (world, group) => {
  const text = outsiderSentence(outsidersOf(world, group));
  return text === null ? null : { text, rule: 'OWN-6' };
};

type Way = (
  process: ConsumerProcess,
  world: World,
  group: GroupWorld,
) => Omit<Caption, 'seq'> | null;

/** What one that runs is about on its way into the group, by its state. */
const ways: Readonly<Partial<Record<ConsumerStateName, Way>>> = {
  Discovering: ({ name }) => ({
    text: `${name} looks for the coordinator of its group.`,
    rule: 'DISC-1',
  }),
  Rediscovering: ({ name, consumer: { fetching, held } }) => {
    const tail = fetching && held.size > 0 ? ' and goes on fetching' : '';
    return { text: `${name} looks for its coordinator${tail}.`, rule: 'DISC-1' };
  },
  Registering: ({ name }) => ({
    text: `${name} waits for the answer to its registration.`,
    rule: 'REG-7',
  }),
  PartOfGroup: (process, world, group) =>
    lacksPositions(process, world, group)
      ? { text: `${process.name} waits to hear where to start reading.`, rule: 'OFF-4' }
      : null,
};

function lacksPositions(process: ConsumerProcess, world: World, group: GroupWorld): boolean {
  const { generation, held } = process.consumer;
  if (generation !== group.generation) return false;
  return [...recordedFor(group, process)].some(
    ({ topic, partition }) =>
      !held.has(partitionKey(topic, partition)) &&
      partition < (world.topics.get(topic)?.partitions ?? 0),
  );
}

const onTheWay: Wait = (world, group) => {
  for (const process of censusOf(world, isRunning).consumersOf(group.group)) {
    const way = ways[process.consumer.state]?.(process, world, group);
    if (way) return way;
  }
  return null;
};

/** [OWN-5] Looked for once for each event shown. */
const isSettled = onceAnEvent(
  (world, id: string) => {
    const brokers = [...world.processes.values()].filter(({ role }) => role === 'broker');
    const names = brokers.map(({ name }) => name);
    return unsettled(world, id, names).length === 0;
  },
  (_world, id) => [id],
);

const settled: Wait = (world, group) => {
  if (group.state !== 'Steady' || group.members.size === 0) return null;
  const { unread, all } = unreadOf(world, group);
  if (unread > 0 || all.length === 0 || !isSettled(world, group.group)) return null;
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
  coordinatorCutOff,
  loading,
  deposed,
  silentMember,
  unheardMembers,
  registering,
  outside,
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
