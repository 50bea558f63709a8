/** [COORD-10] The controller brings the map to every live broker and repeats it until answered. */
import type { Us } from '../../../lib/time.ts';
import { decodeFrame, encodeFrame } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ConnectionId, Effects } from '../../step.ts';
import { catalogue } from '../catalogue.ts';
import { updateConsumerMetadataRequest, updateConsumerMetadataResponse } from '../messages.ts';
import { nextConnection } from './state.ts';
import type { BrokerState, LiveBroker, Push } from './state.ts';

/** How long the controller waits before it tries again. */
const repeatUs: Us = 200_000;

/** Sends the map to every live broker that has not answered for it as it is now. */
export function pushToAll(state: BrokerState, out: Effects): void {
  const { controller, metadata, name } = state;
  if (metadata === null) return;
  for (const broker of controller.brokers.keys()) {
    if (broker !== name) pushTo(state, out, broker);
  }
}

function pushTo(state: BrokerState, out: Effects, broker: string): void {
  const { pushes } = state.controller;
  const push = pushes.get(broker);
  if (!push) {
    const fresh: Push = { connection: null, phase: 'waiting', correlationId: 0, stale: true };
    pushes.set(broker, fresh);
    return open(state, out, broker, fresh);
  }
  if (push.phase !== 'done' || !push.stale) return;
  if (push.connection === null) open(state, out, broker, push);
  else sendMap(state, out, broker, push);
}

function open(state: BrokerState, out: Effects, broker: string, push: Push): void {
  push.connection = nextConnection(state);
  push.phase = 'opening';
  out.openConnection(push.connection, broker);
  limit(state, out, broker);
}

/** [DISC-2] Q for opening the connection, and Q for the answer. */
function limit({ settings }: BrokerState, out: Effects, broker: string): void {
  out.startTimer('update-metadata', broker, settings.requestTimeoutUs, ['COORD-10', 'DISC-2']);
}

function sendMap(state: BrokerState, out: Effects, broker: string, push: Push): void {
  const { metadata, settings } = state;
  if (push.connection === null || metadata === null) return;
  push.phase = 'sent';
  push.stale = false;
  push.correlationId += 1;
  const { correlationId } = push;
  const coordinators = [...metadata].map(([subset, { coordinator, epoch, session }]) => {
    return { subset, coordinator, coordinatorEpoch: epoch, session };
  });
  const value = { correlationId, controllerId: settings.brokerId, coordinators };
  const bytes = encodeFrame(updateConsumerMetadataRequest, value, 1);
  const about = { api: 'UpdateConsumerMetadata', direction: 'request', correlationId } as const;
  out.send(push.connection, bytes, about, ['COORD-10']);
  limit(state, out, broker);
}

/** One of the controller's connections is open: the map as it is now goes out. */
export function pushOpened(state: BrokerState, out: Effects, connection: ConnectionId): void {
  const found = pushOn(state, connection);
  if (found) sendMap(state, out, found.broker, found.push);
}

/** A broker has answered; if the map has changed meanwhile it gets that too. */
export function pushAnswered(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  const found = pushOn(state, connection);
  if (!found) return;
  const { broker, push } = found;
  if (!isTaken(bytes, push)) return repeatLater(out, broker, push);
  push.phase = 'done';
  out.cancelTimer('update-metadata', broker);
  if (push.stale) sendMap(state, out, broker, push);
}

/** Whether the broker says that it has taken the map; anything else counts as no answer. */
function isTaken(bytes: Uint8Array, push: Push): boolean {
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok || decoded.schema !== updateConsumerMetadataResponse) return false;
  const { correlationId, errorCode } = decoded.value;
  return correlationId === push.correlationId && errorCode === errorCodes.None;
}

/** A closed connection: nothing is missing where the map has been answered. */
export function pushClosed(state: BrokerState, out: Effects, connection: ConnectionId): void {
  const found = pushOn(state, connection);
  if (!found) return;
  const { broker, push } = found;
  push.connection = null;
  if (push.phase !== 'done') repeatLater(out, broker, push);
}

/** No answer within Q: closed, and after a while once more. After that while: opened again. */
export function pushTimer(state: BrokerState, out: Effects, broker: string): void {
  const push = state.controller.pushes.get(broker);
  if (!push) return;
  if (push.phase === 'waiting') open(state, out, broker, push);
  else repeatLater(out, broker, push);
}

function repeatLater(out: Effects, broker: string, push: Push): void {
  close(out, push);
  push.phase = 'waiting';
  out.startTimer('update-metadata', broker, repeatUs, ['COORD-10']);
}

function close(out: Effects, push: Push): void {
  if (push.connection !== null) out.closeConnection(push.connection);
  push.connection = null;
}

/** Brokers that are gone, or have come back under another session, begin anew. */
export function endPushesOfOthers(
  state: BrokerState,
  out: Effects,
  before: ReadonlyMap<string, LiveBroker>,
): void {
  const { brokers, pushes } = state.controller;
  for (const broker of pushes.keys()) {
    if (brokers.get(broker)?.session !== before.get(broker)?.session) end(state, out, broker);
  }
}

export function endAllPushes(state: BrokerState, out: Effects): void {
  for (const broker of state.controller.pushes.keys()) end(state, out, broker);
}

function end({ controller }: BrokerState, out: Effects, broker: string): void {
  const push = controller.pushes.get(broker);
  if (push) close(out, push);
  out.cancelTimer('update-metadata', broker);
  controller.pushes.delete(broker);
}

function pushOn(
  { controller }: BrokerState,
  connection: ConnectionId,
): { readonly broker: string; readonly push: Push } | undefined {
  for (const [broker, push] of controller.pushes) {
    if (push.connection === connection) return { broker, push };
  }
  return undefined;
}
