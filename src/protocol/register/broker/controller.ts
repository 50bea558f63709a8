/**
 * The controller's role (COORD-2, COORD-10): elected by an ephemeral node, it gives each subset a
 * coordinator and pushes the map to every broker until that has answered.
 */
import type { Us } from '../../../lib/time.ts';
import { decodeFields, encodeFields, encodeFrame } from '../../../wire/codec.ts';
import type { ConnectionId, Effects } from '../../step.ts';
import { subsetCount } from '../../subset.ts';
import {
  operationKinds,
  zooKeeperChildrenRequest,
  zooKeeperGetRequest,
  zooKeeperMultiRequest,
} from '../../zookeeper/messages.ts';
import { brokerNode, coordinatorNode, paths } from '../../zookeeper/nodes.ts';
import type { ReadChild } from '../coordinator/context.ts';
import { check, coordinatorAuthor, set } from '../coordinator/fence.ts';
import { updateConsumerMetadataRequest } from '../messages.ts';
import { takeMap } from './metadata.ts';
import { ask } from './session.ts';
import type { BrokerState, Placed, Push, SubsetCoordinator } from './state.ts';
import { brokerPort, repeatPushUs } from './state.ts';

const nothing = new Uint8Array();

/** Tries to become the controller: the first to create the node wins. */
export function stand(state: BrokerState, out: Effects, nowUs: Us): void {
  const operation = {
    kind: operationKinds.createEphemeral,
    path: paths.controller,
    stamp: 0,
    author: state.name,
    data: nothing,
    guard: '',
    guardStamp: 0,
  };
  ask(state, out, nowUs, zooKeeperMultiRequest, { operations: [operation] }, { for: 'elect' });
}

/** Another broker is the controller: its node is watched. */
export function watchController(state: BrokerState, out: Effects, nowUs: Us): void {
  const value = { path: paths.controller, watch: true };
  ask(state, out, nowUs, zooKeeperGetRequest, value, { for: 'watch-controller' });
}

export function becomeController(state: BrokerState, out: Effects, nowUs: Us): void {
  state.controller.active = true;
  out.report({ kind: 'controller-elected', reason: 'first to create the node' }, ['COORD-2']);
  readBrokers(state, out, nowUs);
  const value = { path: paths.coordinators, watch: false };
  ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'stored-coordinators' });
  const { zooKeeperSessionTimeoutUs } = state.settings;
  out.startTimer('placement', '', zooKeeperSessionTimeoutUs, ['COORD-2']);
}

/** Watches fire once: they are set again with the read. */
export function readBrokers(state: BrokerState, out: Effects, nowUs: Us): void {
  const value = { path: paths.brokers, watch: true };
  ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'brokers' });
}

export function resign(state: BrokerState, out: Effects, reason: string): void {
  const { controller } = state;
  if (!controller.active) return;
  controller.active = false;
  controller.loaded = false;
  out.report({ kind: 'controller-lost', reason }, ['COORD-8']);
  out.cancelTimer('placement', '');
  for (const [broker, push] of controller.pushes) {
    out.cancelTimer('update-metadata', broker);
    if (push.connection !== null) closePush(state, out, push);
  }
  controller.pushes.clear();
  controller.brokers.clear();
}

/** The live brokers were read: newcomers get the map, the gone are forgotten. */
export function brokersRead(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  nodes: readonly ReadChild[],
): void {
  const { controller } = state;
  const sessions = new Map([...controller.brokers].map(([name, { session }]) => [name, session]));
  controller.brokers.clear();
  for (const { name, author: session, data } of nodes) {
    const node = decodeFields(brokerNode, data);
    if (!node) continue;
    const address = { id: node.id, host: node.host, port: node.port };
    controller.brokers.set(name, { address, session });
  }
  for (const [broker, push] of [...controller.pushes]) {
    if (controller.brokers.get(broker)?.session !== sessions.get(broker)) {
      endPush(state, out, broker, push);
    }
  }
  placeIfReady(state, out, nowUs);
  pushToAll(state, out);
}

/** The stored map was read. A later controller leaves what is stored. */
export function storedRead(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  nodes: readonly ReadChild[],
): void {
  state.controller.loaded = true;
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

/** All brokers of the scenario are there, or Z has passed since the election (`isLate`). */
export function placeIfReady(state: BrokerState, out: Effects, nowUs: Us, isLate = false): void {
  const { controller, metadata, settings } = state;
  if (!controller.active || !controller.loaded || metadata !== null) return;
  if (controller.brokers.size === 0) return;
  if (controller.brokers.size < settings.expectedBrokers && !isLate) return;
  place(state, out, nowUs);
}

/** Gives each subset a coordinator, spread evenly, in one conditional multi. */
function place(state: BrokerState, out: Effects, nowUs: Us): void {
  const brokers = [...state.controller.brokers].toSorted(
    ([, a], [, b]) => a.address.id - b.address.id,
  );
  const placed: Placed[] = [];
  for (let subset = 0; subset < subsetCount; subset++) {
    const [, broker] = brokers[subset % brokers.length] as (typeof brokers)[number];
    const { address: coordinator, session } = broker;
    placed.push({ subset, entry: { coordinator, session, epoch: 1 } });
  }
  const operations = placed.flatMap(({ subset, entry }) => electOperations(subset, entry));
  ask(state, out, nowUs, zooKeeperMultiRequest, { operations }, { for: 'place', placed });
  out.cancelTimer('placement', '');
}

/** Conditional on what was read: there was no coordinator yet. */
function electOperations(subset: number, entry: SubsetCoordinator) {
  const path = paths.coordinator(subset);
  const { coordinator, session, epoch } = entry;
  const { id, host: broker } = coordinator;
  const data = encodeFields(coordinatorNode, { id, broker, session, epoch });
  return [check(path, -1, ''), set(path, epoch, coordinatorAuthor(broker, session), data)];
}

export function placementWritten(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  placed: readonly Placed[],
  failedAt: number,
): void {
  if (!state.controller.active) return;
  if (failedAt >= 0) {
    // Somebody else has placed them: what is stored counts.
    const value = { path: paths.coordinators, watch: false };
    return ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'stored-coordinators' });
  }
  for (const { subset, entry } of placed) {
    const { coordinator, epoch } = entry;
    out.report(
      {
        kind: 'coordinator-elected',
        subset,
        groups: [],
        broker: coordinator.host,
        epoch,
        reason: 'placed at the start',
      },
      ['COORD-2'],
    );
  }
  mapChanged(state, out, nowUs, new Map(placed.map(({ subset, entry }) => [subset, entry])));
}

/** [COORD-10] The map goes to every live broker that has not answered for it. */
function pushToAll(state: BrokerState, out: Effects): void {
  if (state.metadata === null) return;
  for (const broker of state.controller.brokers.keys()) {
    if (broker !== state.name) pushTo(state, out, broker);
  }
}

function pushTo(state: BrokerState, out: Effects, broker: string): void {
  const { pushes } = state.controller;
  const push = pushes.get(broker);
  if (!push) {
    const fresh: Push = { connection: null, phase: 'waiting', correlationId: 0, stale: true };
    pushes.set(broker, fresh);
    return openPush(state, out, broker, fresh);
  }
  if (push.phase === 'done' && push.stale) sendMap(state, out, broker, push);
}

function openPush(state: BrokerState, out: Effects, broker: string, push: Push): void {
  const connection = `${state.name}/${state.incarnation}/${state.nextConnection++}`;
  push.connection = connection;
  push.phase = 'opening';
  out.openConnection(connection, broker);
  out.startTimer('update-metadata', broker, state.settings.requestTimeoutUs, ['COORD-10']);
}

function sendMap(state: BrokerState, out: Effects, broker: string, push: Push): void {
  if (push.connection === null || state.metadata === null) return;
  push.phase = 'sent';
  push.stale = false;
  push.correlationId += 1;
  const { correlationId } = push;
  const coordinators = [...state.metadata].map(([subset, entry]) => ({
    subset,
    coordinator: entry.coordinator,
    coordinatorEpoch: entry.epoch,
    session: entry.session,
  }));
  const value = { correlationId, controllerId: state.settings.brokerId, coordinators };
  const bytes = encodeFrame(updateConsumerMetadataRequest, value, 1);
  const about = { api: 'UpdateConsumerMetadata', direction: 'request', correlationId } as const;
  out.send(push.connection, bytes, about, ['COORD-10']);
  out.startTimer('update-metadata', broker, state.settings.requestTimeoutUs, ['COORD-10']);
}

/** One of the controller's own connections to a broker is open. False: it is not one. */
export function pushOpened(state: BrokerState, out: Effects, connection: ConnectionId): boolean {
  const found = pushOn(state, connection);
  if (found) sendMap(state, out, found.broker, found.push);
  return found !== undefined;
}

export function pushAnswered(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  correlationId: number,
): void {
  const found = pushOn(state, connection);
  if (!found || found.push.correlationId !== correlationId) return;
  found.push.phase = 'done';
  out.cancelTimer('update-metadata', found.broker);
  if (found.push.stale) sendMap(state, out, found.broker, found.push);
}

export function pushClosed(state: BrokerState, out: Effects, connection: ConnectionId): void {
  const found = pushOn(state, connection);
  if (!found) return;
  found.push.connection = null;
  waitAndRepeat(out, found.broker, found.push);
}

/** No answer within Q: close and wait; after the wait: send the then current map again. */
export function pushTimer(state: BrokerState, out: Effects, broker: string): void {
  const push = state.controller.pushes.get(broker);
  if (!push) return;
  if (push.phase === 'waiting') return openPush(state, out, broker, push);
  closePush(state, out, push);
  waitAndRepeat(out, broker, push);
}

function waitAndRepeat(out: Effects, broker: string, push: Push): void {
  push.phase = 'waiting';
  push.stale = true;
  out.startTimer('update-metadata', broker, repeatPushUs, ['COORD-10']);
}

function closePush(state: BrokerState, out: Effects, push: Push): void {
  if (push.connection === null) return;
  state.peers.delete(push.connection);
  out.closeConnection(push.connection);
  push.connection = null;
}

function endPush(state: BrokerState, out: Effects, broker: string, push: Push): void {
  closePush(state, out, push);
  out.cancelTimer('update-metadata', broker);
  state.controller.pushes.delete(broker);
}

function pushOn(
  { controller }: BrokerState,
  connection: ConnectionId,
): { broker: string; push: Push } | undefined {
  for (const [broker, push] of controller.pushes) {
    if (push.connection === connection) return { broker, push };
  }
  return undefined;
}
