/** Finding the coordinator: one broker after the other, with backoff (DISC-1 to DISC-3). */
import { nextInt } from '../../../lib/random.ts';
import { encodeFrame } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';

import type { Effects } from '../../step.ts';
import { consumerMetadataRequest } from '../messages.ts';
import type { consumerMetadataResponse } from '../messages.ts';
import { probe } from './heartbeat.ts';
import { register } from './registration.ts';
import { newConnectionId } from './state.ts';
import type { ConsumerState } from './state.ts';

/** [DISC-2] Timer of the step under way: opening a connection, then each request. */
export const stepTimer = 'discovery';

function startStepTimer({ settings }: ConsumerState, out: Effects): void {
  out.startTimer('request', stepTimer, settings.requestTimeoutUs, ['DISC-2']);
}

/** [DISC-1] Opens a connection to the broker whose turn it is. */
export function askNextBroker(state: ConsumerState, out: Effects): void {
  const { bootstrap } = state.settings;
  const { discovery } = state;
  const broker = bootstrap[discovery.broker % bootstrap.length] ?? '';
  discovery.connection = newConnectionId(state);
  out.openConnection(discovery.connection, broker);
  startStepTimer(state, out);
}

/** The broker is there: who coordinates the group? */
export function askForCoordinator(state: ConsumerState, out: Effects): void {
  const { discovery, settings, name } = state;
  if (discovery.connection === null) return;
  const correlationId = state.nextCorrelationId++;
  discovery.correlationId = correlationId;
  const { group: groupId, wireVersion: version } = settings;
  const value = { version, correlationId, clientId: name, groupId };
  const bytes = encodeFrame(consumerMetadataRequest, value, version);
  const about = { api: 'ConsumerMetadata', direction: 'request', correlationId } as const;
  out.send(discovery.connection, bytes, { ...about, group: groupId }, ['DISC-1']);
  startStepTimer(state, out);
}

export function handleConsumerMetadata(
  state: ConsumerState,
  out: Effects,
  response: MessageOf<typeof consumerMetadataResponse>,
): void {
  const { discovery } = state;
  if (response.correlationId !== discovery.correlationId) return;
  // [DISC-3] A broker that still names the coordinator of an earlier election is of no use.
  const isOld = response.coordinatorEpoch < state.highestEpoch;
  if (response.errorCode !== errorCodes.None || isOld) return backOff(state, out);
  state.highestEpoch = response.coordinatorEpoch;
  state.coordinator = response.coordinatorId.host;
  connect(state, out, response.coordinatorId.host);
}

/** On the connection that is there, if the answer came from the coordinator itself. */
function connect(state: ConsumerState, out: Effects, coordinator: string): void {
  const { discovery, settings } = state;
  const asked = settings.bootstrap[discovery.broker % settings.bootstrap.length];
  if (asked === coordinator && discovery.connection !== null) {
    state.connection = discovery.connection;
    discovery.connection = null;
    return connected(state, out);
  }
  if (discovery.connection !== null) out.closeConnection(discovery.connection);
  discovery.connection = null;
  state.connection = newConnectionId(state);
  state.connected = false;
  out.openConnection(state.connection, coordinator);
  startStepTimer(state, out);
}

/** The coordinator is reached: register as new, or find out with a heartbeat what has become of us. */
export function connected(state: ConsumerState, out: Effects): void {
  state.connected = true;
  out.cancelTimer('request', stepTimer);
  if (state.member === null) register(state, out, 'coordinator found', ['REG-1']);
  else probe(state, out);
}

/** [DISC-2] An error, a closed connection, no answer in time: wait, then ask the next broker. */
export function backOff(state: ConsumerState, out: Effects): void {
  dropConnections(state, out);
  const { discovery, settings, random } = state;
  const waitUs = nextInt(random, Math.floor(discovery.backoffUs / 2), discovery.backoffUs);
  discovery.backoffUs = Math.min(discovery.backoffUs * 2, settings.backoffMaxUs);
  discovery.broker += 1;
  out.startTimer('backoff', '', waitUs, ['DISC-2']);
}

/** After HB-4, HB-5 and REG-7 the next broker is asked at once. */
export function lookAtOnce(state: ConsumerState, out: Effects): void {
  dropConnections(state, out);
  state.discovery.broker += 1;
  askNextBroker(state, out);
}

/** [HB-8] Whenever a coordinator is given up its connection is closed, and nothing on it is read. */
export function dropConnections(state: ConsumerState, out: Effects): void {
  const { discovery } = state;
  if (discovery.connection !== null) out.closeConnection(discovery.connection);
  if (state.connection !== null) out.closeConnection(state.connection);
  discovery.connection = null;
  state.connection = null;
  state.connected = false;
  out.cancelTimer('request', stepTimer);
}
