/**
 * For tests: holds the folded world against the states of the processes themselves and the loop's.
 * Says in words where they differ; the world knows nothing but the events.
 */
import type { BrokerState, Unanswered } from '../protocol/register/broker/state.ts';
import { offsetAt } from '../protocol/register/consumer/positions.ts';
import type { ConsumerState } from '../protocol/register/consumer/state.ts';
import type { Group } from '../protocol/register/coordinator/state.ts';
import type { Subscription } from '../protocol/settings.ts';
import { offsetNode, paths, topicNode } from '../protocol/zookeeper/nodes.ts';
import type { ZooKeeperState } from '../protocol/zookeeper/state.ts';
import { childNames } from '../protocol/zookeeper/tree.ts';
import { positionOf } from '../trace/consumption.ts';
import { timerKey } from '../trace/world.ts';
import type {
  BrokerWorld,
  ConsumerWorld,
  GroupWorld,
  ProcessWorld,
  World,
} from '../trace/world.ts';
import { decodeFields } from '../wire/codec.ts';
import type { InlineSimulation } from './inline.ts';
import type { Item, ProcessRecord, Waiting } from './state.ts';

/** Empty: none. */
export function worldDifferences(world: World, simulation: InlineSimulation): string[] {
  const found = new Differences();
  const { state } = simulation.kernel;
  for (const record of state.processes.values()) {
    const process = world.processes.get(record.name);
    if (!process) found.add(`${record.name} is missing`);
    else compareProcess(found, world, process, record, simulation);
  }
  compareMessages(found, world, simulation);
  compareConnections(found, world, simulation);
  for (const link of state.links.values()) {
    const key = link.peers.join('|');
    const seen = [...world.links.values()].find(({ peers }) => peers.join('|') === key);
    found.same(`link ${key} cut`, seen?.cut, link.cut);
    found.same(`link ${key}`, seen?.latencyMs.join(), link.latencyUs.map((us) => us / 1000).join());
  }
  compareStore(found, world, simulation);
  for (const group of world.groups.values()) compareGroup(found, group, simulation);
  return found.texts;
}

class Differences {
  readonly texts: string[] = [];

  add(text: string): void {
    this.texts.push(text);
  }

  same(what: string, folded: unknown, own: unknown): void {
    if (folded !== own) this.add(`${what}: folded ${String(folded)}, is ${String(own)}`);
  }

  sameSet(what: string, folded: Iterable<string>, own: Iterable<string>): void {
    this.same(what, [...folded].toSorted().join(' '), [...own].toSorted().join(' '));
  }
}

function compareProcess(
  found: Differences,
  world: World,
  process: ProcessWorld,
  record: ProcessRecord,
  { host, kernel }: InlineSimulation,
): void {
  const { name } = record;
  found.same(`${name} status`, process.status, record.status);
  found.same(`${name} incarnation`, process.incarnation, record.incarnation);
  const timers = [...world.timers.values()].filter((timer) => timer.process === name);
  found.sameSet(
    `${name} timers`,
    timers.map(({ timer, subject, deadlineUs }) => timerKey(timer, subject, `${deadlineUs}`)),
    [...record.timers.values()].flatMap((bySubject) =>
      [...bySubject.values()]
        .filter(({ running }) => running)
        .map(({ timer, subject, deadlineUs }) => timerKey(timer, subject, `${deadlineUs}`)),
    ),
  );
  const isFrozen = record.status === 'frozen';
  for (const { timer, running } of timers) found.same(`${name} ${timer} runs`, running, !isFrozen);
  if (process.broker) compareRoles(found, name, process.broker, host.stateOf(name));
  const own = host.stateOf(name) as ConsumerState | undefined;
  const { consumer } = process;
  if (!consumer) return;
  if (record.status === 'crashed' || record.status === 'stopped') {
    found.same(`${name} machine`, own, undefined);
    return found.same(`${name} state`, consumer.state, 'Down');
  }
  if (!own) return found.add(`${name} has no machine`);
  for (const field of ['state', 'member', 'generation', 'fetching'] as const) {
    found.same(`${name} ${field}`, consumer[field], own[field]);
  }
  const held = [...own.owned].filter(([, partition]) => partition.held).map(([key]) => key);
  found.sameSet(`${name} holds`, consumer.held.keys(), held);
  // A frozen process stands where it stood; its own state learns that when it thaws.
  const readUntilUs = isFrozen ? record.frozenAtUs : kernel.state.nowUs;
  comparePositions(found, world, { name, consumer, own }, readUntilUs);
  compareSubscription(found, name, consumer, own.subscription);
}

/** [COORD-7] [COORD-8] What a broker has asked ZooKeeper on this connection, and what its lease counts from. */
function compareRoles(found: Differences, name: string, folded: BrokerWorld, own: unknown): void {
  if (own === undefined) return found.same(`${name} asked`, folded.asked.size, 0);
  const { phase, session, unanswered, leaseFromUs } = (own as BrokerState).zookeeper;
  const isSent = ({ purpose }: Unanswered) => phase === 'ready' || purpose.for === 'connect';
  const sent = unanswered.filter(isSent).map(({ sentAtUs }) => sentAtUs);
  found.same(`${name} asked`, [...folded.asked.values()].join(), sent.join());
  if (session !== '') found.same(`${name} lease from`, folded.leaseFromUs, leaseFromUs);
  const groups = [...(own as BrokerState).coordinator.groups.values()];
  found.sameSet(
    `${name} acts for`,
    [...folded.actsFor].map(([group, epoch]) => `${group} ${epoch}`),
    groups.map(({ id, epoch }) => `${id} ${epoch}`),
  );
}

interface Compared {
  readonly name: string;
  readonly consumer: ConsumerWorld;
  readonly own: ConsumerState;
}

/** [OFF-2] How far it has read, which no event says between two commits. */
function comparePositions(
  found: Differences,
  world: World,
  { name, consumer, own }: Compared,
  readUntilUs: number,
): void {
  for (const [key, partition] of own.owned) {
    if (!partition.held) continue;
    const what = `${name} ${key}`;
    const position = positionOf(world, consumer, key, readUntilUs);
    found.same(`${what} position`, position, offsetAt(own, partition, readUntilUs));
    const { offset, atUs } = partition.reported;
    const told = consumer.held.get(key)?.reported;
    found.same(`${what} told`, `${told?.offset} at ${told?.atUs}`, `${offset} at ${atUs}`);
  }
}

function compareSubscription(
  found: Differences,
  name: string,
  consumer: ConsumerWorld,
  own: Subscription,
): void {
  const lists = { topics: [], allow: [], deny: [], ...own };
  for (const list of ['topics', 'allow', 'deny'] as const) {
    found.same(`${name} ${list}`, consumer[list].join(' '), lists[list].join(' '));
  }
}

/** [TOP-2] The topics that there are, and what ZooKeeper has of everybody's offsets. */
function compareStore(found: Differences, world: World, simulation: InlineSimulation): void {
  const store = simulation.host.stateOf('zookeeper') as ZooKeeperState | undefined;
  if (!store) return;
  const topics = childNames(store, paths.topics).map((topic) => {
    const node = store.nodes.get(paths.topic(topic));
    return `${topic} ${node ? decodeFields(topicNode, node.data)?.partitions : 'is missing'}`;
  });
  const folded = [...world.topics.values()].map(
    ({ topic, partitions }) => `${topic} ${partitions}`,
  );
  found.sameSet('topics', folded, topics);
  for (const { group, committed } of world.groups.values()) {
    for (const [key, offset] of committed) {
      const node = store.nodes.get(`${paths.offsetsOf(group, '')}${key}`);
      const stored = node ? (decodeFields(offsetNode, node.data)?.offset ?? -1) : -1;
      // The coordinator says it when it hears of it: until then the store may have a later one.
      if (offset > stored) found.add(`${group} ${key}: folded ${offset}, stored is ${stored}`);
    }
  }
}

function compareMessages(found: Differences, world: World, { kernel }: InlineSimulation): void {
  const { queue, links, processes } = kernel.state;
  const items: readonly (Item | Waiting)[] = [
    ...queue.entries,
    ...[...links.values()].flatMap(({ held }) => held),
    ...[...processes.values()].flatMap(({ pile }) => pile),
  ];
  const underWay = items.flatMap((item) => (item.kind === 'message' ? [`${item.message}`] : []));
  found.sameSet('messages under way', [...world.messages.keys()].map(String), underWay);
}

/** At processes that run: a frozen one has yet to hear of what its system has accepted. */
function compareConnections(found: Differences, world: World, { kernel }: InlineSimulation): void {
  const { connections, processes } = kernel.state;
  const runs = (name: string) => processes.get(name)?.status === 'running';
  const own = [...connections.values()].flatMap(({ id, opener, openerEnd, target, targetEnd }) =>
    [opener, target]
      .filter((name) => (name === opener ? openerEnd : targetEnd)?.state === 'open' && runs(name))
      .map((name) => `${id}@${name}`),
  );
  const folded = [...world.connections.values()].flatMap(({ connection, openAt }) =>
    [...openAt].filter(runs).map((name) => `${connection}@${name}`),
  );
  found.sameSet('open ends', folded, own);
}

function compareGroup(
  found: Differences,
  group: GroupWorld,
  { host, kernel }: InlineSimulation,
): void {
  const id = group.group;
  const store = host.stateOf('zookeeper') as ZooKeeperState;
  found.same(`${id} generation`, group.generation, store.nodes.get(`/groups/${id}`)?.stamp ?? 0);
  const actors = [...kernel.state.processes.values()].flatMap(({ name, role, status }) => {
    if (role !== 'broker' || (status !== 'running' && status !== 'frozen')) return [];
    const own = (host.stateOf(name) as BrokerState).coordinator.groups.get(id);
    return own ? [{ name, own }] : [];
  });
  const [actor] = actors.toSorted((a, b) => b.own.epoch - a.own.epoch);
  // One that was deposed and does not know it yet speaks of its own past.
  if (!actor || actor.own.epoch < group.epoch) {
    return found.same(`${id} state`, group.state, 'Down');
  }
  found.same(`${id} coordinator`, group.coordinator, actor.name);
  found.same(`${id} coordinated`, group.coordinated, true);
  compareWithCoordinator(found, group, actor.own);
  const { topics, state } = actor.own;
  if (group.cost.counting && state !== 'CatchUp')
    found.sameSet(`${id} topics`, group.topics, topics.keys());
}

function compareWithCoordinator(found: Differences, group: GroupWorld, own: Group): void {
  const id = group.group;
  const { attempt, next } = own;
  found.same(`${id} state`, group.state, own.state);
  found.same(`${id} epoch`, group.epoch, own.epoch);
  // What it has read it tells when it has read all of it.
  if (own.state === 'CatchUp') return;
  found.sameSet(`${id} members`, group.members.keys(), own.members.keys());
  for (const [member, { topics }] of own.members) {
    found.sameSet(`${id} ${member} topics`, group.members.get(member)?.topics ?? [], topics);
  }
  const waiting = [...(attempt?.parked.values() ?? []), ...next.values()];
  found.sameSet(`${id} parked`, group.parked.keys(), new Set(waiting.map((one) => one.consumer)));
  found.same(`${id} attempt`, group.rebalance?.rebalance, attempt?.rebalance);
  if (!attempt || !group.rebalance) return;
  found.same(`${id} waits for`, group.rebalance.waitingCount, attempt.waitingFor.size);
  if (attempt.waitingFor.size <= 20) {
    found.sameSet(`${id} waits for`, group.rebalance.waitingFor, attempt.waitingFor);
  }
}
