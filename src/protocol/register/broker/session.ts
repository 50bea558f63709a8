/**
 * The broker's ZooKeeper client: one connection, one session, requests answered in order, the lease
 * (COORD-7 to COORD-9). What an answer is for comes back as the purpose it was asked with.
 */
import type { Us } from '../../../lib/time.ts';
import { encodeFrame } from '../../../wire/codec.ts';
import type { MessageOf, MessageSchema } from '../../../wire/schema.ts';
import type { Effects } from '../../step.ts';
import {
  zooKeeperCloseRequest,
  zooKeeperConnectRequest,
  zooKeeperPingRequest,
} from '../../zookeeper/messages.ts';
import type { BrokerState, Purpose, Unanswered } from './state.ts';
import { reconnectUs, zooKeeperName } from './state.ts';

/** Opens a connection; the session is taken up, or asked for, when it is there. */
export function openZooKeeper(state: BrokerState, out: Effects): void {
  const { zookeeper, settings } = state;
  const connection = `${state.name}/${state.incarnation}/${state.nextConnection++}`;
  zookeeper.connection = connection;
  zookeeper.phase = 'opening';
  out.openConnection(connection, zooKeeperName);
  out.startTimer('request', zooKeeperName, settings.requestTimeoutUs, ['DISC-2']);
}

/** The connection is there: first of all the session. */
export function connectSession(state: BrokerState, out: Effects, nowUs: Us): void {
  const { zookeeper, settings } = state;
  zookeeper.phase = 'connecting';
  const timeoutMs = Math.round(settings.zooKeeperSessionTimeoutUs / 1000);
  const { session } = zookeeper;
  // It goes before what was not answered: nothing else is sent until the session is accepted.
  const request = frameOf(state, zooKeeperConnectRequest, { session, timeoutMs });
  zookeeper.unanswered.unshift({ ...request, sentAtUs: nowUs, purpose: { for: 'connect' } });
  transmit(state, out, zookeeper.unanswered[0] as Unanswered, nowUs);
  out.startTimer('request', zooKeeperName, settings.requestTimeoutUs, ['DISC-2']);
}

type RequestValue<S> = Omit<MessageOf<S>, 'correlationId' | 'session'>;

function frameOf<S extends MessageSchema>(
  { zookeeper }: BrokerState,
  schema: S,
  value: Omit<MessageOf<S>, 'correlationId'>,
): Pick<Unanswered, 'correlationId' | 'bytes' | 'api'> {
  const correlationId = zookeeper.nextCorrelationId++;
  const bytes = encodeFrame(schema, { correlationId, ...value } as never, 1);
  return { correlationId, bytes, api: schema.api };
}

/** Asks ZooKeeper something under the session; sent at once or when the session is accepted. */
export function ask<S extends MessageSchema>(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  schema: S,
  value: RequestValue<S>,
  purpose: Purpose,
): void {
  const { zookeeper, settings } = state;
  const { session } = zookeeper;
  const request = frameOf(state, schema, { session, ...value } as never);
  const unanswered = { ...request, sentAtUs: nowUs, purpose };
  zookeeper.unanswered.push(unanswered);
  if (zookeeper.phase !== 'ready') return;
  if (zookeeper.unanswered.length === 1) {
    out.startTimer('request', zooKeeperName, settings.requestTimeoutUs, ['DISC-2']);
  }
  transmit(state, out, unanswered, nowUs);
}

function transmit({ zookeeper }: BrokerState, out: Effects, request: Unanswered, nowUs: Us): void {
  if (zookeeper.connection === null) return;
  request.sentAtUs = nowUs;
  const { api, correlationId, bytes } = request;
  out.send(zookeeper.connection, bytes, { api, direction: 'request', correlationId });
}

/** Takes the request that an answer belongs to; undefined: an answer nobody waits for. */
export function takeAnswered(
  state: BrokerState,
  out: Effects,
  correlationId: number,
): Unanswered | undefined {
  const { zookeeper, settings } = state;
  const first = zookeeper.unanswered[0];
  if (first?.correlationId !== correlationId) return undefined;
  zookeeper.unanswered.shift();
  // An answer counts from when its request was sent.
  zookeeper.leaseFromUs = Math.max(zookeeper.leaseFromUs, first.sentAtUs);
  if (zookeeper.unanswered.length === 0) out.cancelTimer('request', zooKeeperName);
  else out.startTimer('request', zooKeeperName, settings.requestTimeoutUs, ['DISC-2']);
  return first;
}

/** The session is accepted: what was not answered is sent again, in its old order (COORD-7). */
export function sessionAccepted(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  session: string,
): void {
  const { zookeeper, settings } = state;
  zookeeper.session = session;
  zookeeper.phase = 'ready';
  for (const request of zookeeper.unanswered) transmit(state, out, request, nowUs);
  if (zookeeper.unanswered.length > 0) {
    out.startTimer('request', zooKeeperName, settings.requestTimeoutUs, ['DISC-2']);
  }
  const { zooKeeperSessionTimeoutUs } = settings;
  out.startTimer('session-ping', '', Math.round(zooKeeperSessionTimeoutUs / 3), ['COORD-8']);
  out.startTimer('lease', '', leaseEndsAtUs(state) - nowUs, ['COORD-8']);
}

/** [COORD-8] Z / 3 after the last one, whether it was answered or not. */
export function ping(state: BrokerState, out: Effects, nowUs: Us): void {
  const every = Math.round(state.settings.zooKeeperSessionTimeoutUs / 3);
  out.startTimer('session-ping', '', every, ['COORD-8']);
  if (state.zookeeper.phase !== 'ready') return;
  ask(state, out, nowUs, zooKeeperPingRequest, {}, { for: 'ping' });
}

/** Z after the last answered request was sent the broker may no longer act in any role. */
export function leaseEndsAtUs({ zookeeper, settings }: BrokerState): Us {
  return zookeeper.leaseFromUs + settings.zooKeeperSessionTimeoutUs;
}

/** The connection is gone or has been silent too long: again in 100 ms, under the same session. */
export function reconnect(state: BrokerState, out: Effects): void {
  const { zookeeper } = state;
  if (zookeeper.connection !== null) {
    state.peers.delete(zookeeper.connection);
    out.closeConnection(zookeeper.connection);
  }
  zookeeper.connection = null;
  zookeeper.phase = 'closed';
  zookeeper.unanswered = zookeeper.unanswered.filter(({ purpose }) => purpose.for !== 'connect');
  out.cancelTimer('request', zooKeeperName);
  out.startTimer('reconnect', zooKeeperName, reconnectUs, ['COORD-8']);
}

/** Ends the session for good: the close is sent where it can be, and the session never used again. */
export function abandonSession(state: BrokerState, out: Effects, nowUs: Us): void {
  const { zookeeper } = state;
  if (zookeeper.session !== '' && zookeeper.phase === 'ready') {
    zookeeper.unanswered = [];
    ask(state, out, nowUs, zooKeeperCloseRequest, {}, { for: 'close' });
  }
  zookeeper.session = '';
  zookeeper.unanswered = [];
  out.cancelTimer('session-ping', '');
  out.cancelTimer('lease', '');
}
