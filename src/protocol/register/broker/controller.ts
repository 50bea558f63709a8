/**
 * The controller's role (COORD-2): it reads which brokers live and who is stored as coordinator,
 * gives each subset a coordinator where none is stored, and has the map pushed to all (pushes.ts).
 */
import type { Us } from '../../../lib/time.ts';
import { decodeFields, encodeFields } from '../../../wire/codec.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { Effects } from '../../step.ts';
import { subsetCount } from '../../subset.ts';
import { zooKeeperChildrenRequest, zooKeeperMultiRequest } from '../../zookeeper/messages.ts';
import type { Operation, zooKeeperChildrenResponse } from '../../zookeeper/messages.ts';
import { brokerNode, coordinatorAuthor, coordinatorNode, paths } from '../../zookeeper/nodes.ts';
import { checkAdvance, set } from '../../zookeeper/operations.ts';
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
  out.report({ kind: 'controller-lost', reason }, ['COORD-8']);
  out.cancelTimer('placement', '');
  endAllPushes(state, out);
  Object.assign(controller, { active: false, loaded: false, late: false, placing: false });
  controller.brokers.clear();
}

/**
 * The live brokers were read: those that appeared get the map. What the gone ones coordinated stays
 * as it is stored: coordinators are given out once, and nothing elects anew.
 */
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
  placeIfReady(state, out, nowUs);
  if (controller.loaded) pushToAll(state, out);
}

/** The stored map was read. A later controller leaves what is stored. */
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
  placeIfReady(state, out, nowUs);
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
  placeIfReady(state, out, nowUs);
}

/** [COORD-2] Once, when all brokers of the scenario are there or it is late, and nothing is stored. */
function placeIfReady(state: BrokerState, out: Effects, nowUs: Us): void {
  const { controller, metadata, settings } = state;
  const { active, loaded, placing, late, brokers } = controller;
  if (!active || !loaded || placing || brokers.size === 0) return;
  // Something is stored: then there is nothing to wait for.
  if (metadata !== null) return out.cancelTimer('placement', '');
  if (!late && !isComplete([...brokers.values()], settings)) return;
  out.cancelTimer('placement', '');
  controller.placing = true;
  const placed = spread([...brokers.values()]);
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

/** One subset after the other to the brokers in a circle, in order of their numbers. */
function spread(brokers: readonly LiveBroker[]): Placed[] {
  const circle = brokers.toSorted((a, b) => a.address.id - b.address.id);
  const placed: Placed[] = [];
  while (placed.length < subsetCount) {
    for (const { address: coordinator, session } of circle) {
      if (placed.length === subsetCount) break;
      placed.push({ subset: placed.length, entry: { coordinator, session, epoch: 1 } });
    }
  }
  return placed;
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
  if (!state.controller.active) return;
  state.controller.placing = false;
  if (failedAt >= 0) return readStored(state, out, nowUs);
  for (const { subset, entry } of placed) {
    const { coordinator, epoch } = entry;
    const { host: broker } = coordinator;
    const reason = 'placed at the start';
    out.report({ kind: 'coordinator-elected', subset, groups: [], broker, epoch, reason }, [
      'COORD-2',
    ]);
  }
  mapChanged(state, out, nowUs, new Map(placed.map(({ subset, entry }) => [subset, entry])));
}
