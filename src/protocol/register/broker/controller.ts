/**
 * The controller's role (COORD-2): it reads which brokers live and who is stored as coordinator, has
 * coordinators elected (elections.ts) where that is due, and the map pushed to all (pushes.ts).
 */
import type { Us } from '../../../lib/time.ts';
import { decodeFields, encodeFields } from '../../../wire/codec.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { Effects } from '../../step.ts';
import { zooKeeperChildrenRequest, zooKeeperMultiRequest } from '../../zookeeper/messages.ts';
import type { Operation, zooKeeperChildrenResponse } from '../../zookeeper/messages.ts';
import { brokerNode, coordinatorAuthor, coordinatorNode, paths } from '../../zookeeper/nodes.ts';
import { checkAdvance, set } from '../../zookeeper/operations.ts';
import { electionsFor } from './elections.ts';
import { takeMap } from './metadata.ts';
import { endAllPushes, endPushesOfOthers, pushToAll } from './pushes.ts';
import { ask } from './session.ts';
import { brokerPort } from './state.ts';
import type {
  BrokerState,
  ControllerState,
  LiveBroker,
  Placed,
  SubsetCoordinator,
} from './state.ts';

export type ListedNode = MessageOf<typeof zooKeeperChildrenResponse>['nodes'][number];

export function initialController(): ControllerState {
  return {
    active: false,
    loaded: false,
    late: false,
    placing: false,
    brokers: new Map(),
    pushes: new Map(),
  };
}

/** It has created the controller's node. */
export function becomeController(state: BrokerState, out: Effects, nowUs: Us): void {
  const { controller, settings } = state;
  if (controller.active) return;
  controller.active = true;
  out.report({ kind: 'controller-elected', reason: 'first to create the node' }, ['COORD-2']);
  readBrokers(state, out, nowUs);
  readStored(state, out, nowUs);
  out.startTimer('placement', '', settings.zooKeeperSessionTimeoutUs, ['COORD-2']);
}

/** Watches fire once: this one is set again with the read. */
export function readBrokers(state: BrokerState, out: Effects, nowUs: Us): void {
  const value = { path: paths.brokers, watch: true };
  ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'brokers' });
}

function readStored(state: BrokerState, out: Effects, nowUs: Us): void {
  const value = { path: paths.coordinators, watch: false };
  ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'stored-coordinators' });
}

/** It may no longer act as controller, or stops. */
export function resign(state: BrokerState, out: Effects, reason: string): void {
  const { controller } = state;
  if (!controller.active) return;
  out.report({ kind: 'controller-lost', reason }, reason === 'stop' ? [] : ['COORD-8']);
  out.cancelTimer('placement', '');
  endAllPushes(state, out);
  Object.assign(controller, { active: false, loaded: false, late: false, placing: false });
  controller.brokers.clear();
}

/** [COORD-4] The live brokers were read: those that appeared get the map, the gone are replaced. */
export function brokersRead(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  nodes: readonly ListedNode[],
): void {
  const { controller } = state;
  if (!controller.active) return;
  const before = new Map(controller.brokers);
  controller.brokers.clear();
  for (const { name, owner: session, data } of nodes) {
    const address = decodeFields(brokerNode, data);
    if (address) controller.brokers.set(name, { address, session });
  }
  endPushesOfOthers(state, out, before);
  electIfDue(state, out, nowUs);
  if (controller.loaded) pushToAll(state, out);
}

/** The stored map was read: it counts, whoever wrote it. */
export function storedRead(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  nodes: readonly ListedNode[],
): void {
  const { controller } = state;
  if (!controller.active) return;
  controller.loaded = true;
  const stored = new Map<number, SubsetCoordinator>();
  for (const { name, data } of nodes) {
    const node = decodeFields(coordinatorNode, data);
    if (!node) continue;
    const { id, broker: host, epoch, session } = node;
    stored.set(Number(name), { coordinator: { id, host, port: brokerPort }, epoch, session });
  }
  if (stored.size > 0) mapChanged(state, out, nowUs, stored);
  electIfDue(state, out, nowUs);
}

/** [COORD-10] The controller is a broker too: it takes the map, and then sends it to the others. */
function mapChanged(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  changed: ReadonlyMap<number, SubsetCoordinator>,
): void {
  takeMap(state, out, nowUs, changed);
  for (const push of state.controller.pushes.values()) push.stale = true;
  pushToAll(state, out);
}

/** Z after the election: the brokers that have registered by now must do. */
export function placementDue(state: BrokerState, out: Effects, nowUs: Us): void {
  state.controller.late = true;
  electIfDue(state, out, nowUs);
}

/**
 * [COORD-2] The first elections wait for all brokers of the scenario, or until it is late; once
 * something is stored nothing is waited for.
 */
function electIfDue(state: BrokerState, out: Effects, nowUs: Us): void {
  const { controller, metadata, settings } = state;
  const { active, loaded, placing, late, brokers } = controller;
  if (!active || !loaded || placing) return;
  if (metadata === null && !late && !isComplete([...brokers.values()], settings)) return;
  out.cancelTimer('placement', '');
  const placed = electionsFor(brokers, metadata ?? new Map());
  if (placed.length === 0) return;
  controller.placing = true;
  const operations = placed.flatMap(electOperations);
  ask(state, out, nowUs, zooKeeperMultiRequest, { operations }, { for: 'place', placed });
}

/** Those of the scenario have the numbers up to as many as there are; others do not stand in. */
function isComplete(
  brokers: readonly LiveBroker[],
  { expectedBrokers }: BrokerState['settings'],
): boolean {
  return brokers.filter(({ address }) => address.id <= expectedBrokers).length === expectedBrokers;
}

/** Conditional on what was read: the stored epoch is lower, or this election has been written. */
function electOperations({ subset, entry }: Placed): Operation[] {
  const path = paths.coordinator(subset);
  const { coordinator, session, epoch } = entry;
  const { id, host: broker } = coordinator;
  const author = coordinatorAuthor(broker, session);
  const data = encodeFields(coordinatorNode, { id, broker, session, epoch });
  return [checkAdvance(path, epoch, author), set(path, epoch, author, data)];
}

/** ZooKeeper has taken the elections, or somebody else's are stored: then those count. */
export function placementWritten(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  placed: readonly Placed[],
  failedAt: number,
): void {
  const { controller } = state;
  if (!controller.active) return;
  controller.placing = false;
  if (failedAt >= 0) {
    controller.loaded = false;
    return readStored(state, out, nowUs);
  }
  for (const { subset, entry, reason, rules } of placed) {
    const { coordinator, epoch } = entry;
    const { host: broker } = coordinator;
    const elected = { kind: 'coordinator-elected', subset, groups: [], broker, epoch } as const;
    out.report({ ...elected, reason }, rules);
  }
  mapChanged(state, out, nowUs, new Map(placed.map(({ subset, entry }) => [subset, entry])));
  // Brokers may have come or gone while it was under way.
  electIfDue(state, out, nowUs);
}
