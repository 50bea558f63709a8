/**
 * The broker's ZooKeeper client: one connection, one session, requests answered in order (COORD-7),
 * the lease (COORD-8). It knows the purpose of a request only as something to hand back.
 */
import { assert } from '../../../lib/assert.ts';
import type { Us } from '../../../lib/time.ts';
import { encodeFrame } from '../../../wire/codec.ts';
import type { MessageOf, MessageSchema } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import {
  zooKeeperCloseRequest,
  zooKeeperConnectRequest,
  zooKeeperPingRequest,
} from '../../zookeeper/messages.ts';
import { groupOf, rulesOf } from './purposes.ts';
import type { BrokerState, Purpose, Unanswered } from './state.ts';
import { nextConnection, zooKeeperName } from './state.ts';

/** A closed connection to ZooKeeper is opened again after so long (COORD-8). */
const reconnectUs = 100_000;

/** Opens a connection; the session is taken up, or asked for, when it is there. */
export function openZooKeeper(state: BrokerState, out: Effects): void {
  const { zookeeper, settings } = state;
  zookeeper.connection = nextConnection(state);
  zookeeper.phase = 'opening';
  out.openConnection(zookeeper.connection, zooKeeperName);
  // [DISC-2] The limit for opening.
  out.startTimer('request', zooKeeperName, settings.requestTimeoutUs, ['DISC-2']);
}

/** The connection is there: first of all the session. */
export function connectSession(state: BrokerState, out: Effects, nowUs: Us): void {
  const { zookeeper, settings } = state;
  zookeeper.phase = 'connecting';
  const { session } = zookeeper;
  // Whole milliseconds; rounded up, or the session could end before the lease.
  const timeoutMs = Math.ceil(settings.zooKeeperSessionTimeoutUs / 1000);
  const purpose = { for: 'connect' } as const;
  const request = requestOf(state, zooKeeperConnectRequest, { session, timeoutMs }, purpose, nowUs);
  // [COORD-7] It goes before what was not answered, which waits until the session is accepted.
  zookeeper.unanswered.unshift(request);
  transmit(state, out, request, nowUs);
  limitAnswer(state, out, nowUs);
}

function requestOf<S extends MessageSchema>(
  { zookeeper }: BrokerState,
  schema: S,
  value: Omit<MessageOf<S>, 'correlationId'>,
  purpose: Purpose,
  nowUs: Us,
): Unanswered {
  const correlationId = zookeeper.nextCorrelationId++;
  const bytes = encodeFrame(schema, { correlationId, ...value } as never, 1);
  return { correlationId, bytes, api: schema.api, purpose, sentAtUs: nowUs };
}

/** Asks ZooKeeper something under the session: now, or as soon as it is accepted. */
export function ask<S extends MessageSchema>(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  schema: S,
  value: Omit<MessageOf<S>, 'correlationId' | 'session'>,
  purpose: Purpose,
): void {
  const { zookeeper } = state;
  const { session } = zookeeper;
  assert(session !== '', 'nothing is asked without a session');
  const request = requestOf(state, schema, { session, ...value } as never, purpose, nowUs);
  zookeeper.unanswered.push(request);
  if (zookeeper.phase !== 'ready') return;
  transmit(state, out, request, nowUs);
  if (zookeeper.unanswered.length === 1) limitAnswer(state, out, nowUs);
}

function transmit(
  { zookeeper }: BrokerState,
  out: Effects,
  request: Unanswered,
  nowUs: Us,
  again: readonly RuleId[] = [],
): void {
  if (zookeeper.connection === null) return;
  request.sentAtUs = nowUs;
  const { api, correlationId, bytes, purpose } = request;
  const group = groupOf(purpose);
  const about = { api, direction: 'request', correlationId } as const;
  out.send(zookeeper.connection, bytes, group === undefined ? about : { ...about, group }, [
    ...rulesOf(purpose),
    ...again,
  ]);
}

/** [DISC-2] The oldest request is to be answered within Q of being sent. */
function limitAnswer({ zookeeper, settings }: BrokerState, out: Effects, nowUs: Us): void {
  const [oldest] = zookeeper.unanswered;
  if (!oldest) return out.cancelTimer('request', zooKeeperName);
  const { requestTimeoutUs } = settings;
  const leftUs = oldest.sentAtUs + requestTimeoutUs - nowUs;
  // A broker that was frozen meanwhile counts from the thaw.
  out.startTimer('request', zooKeeperName, leftUs > 0 ? leftUs : requestTimeoutUs, ['DISC-2']);
}

/** Takes the request that an answer belongs to; undefined where it is not the one to be answered. */
export function takeAnswered(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  { api, correlationId }: { readonly api: string; readonly correlationId: number },
): Unanswered | undefined {
  const { zookeeper } = state;
  const [first] = zookeeper.unanswered;
  if (first?.correlationId !== correlationId || first.api !== api) return undefined;
  zookeeper.unanswered.shift();
  // [COORD-8] An answer counts from when its request was sent.
  zookeeper.leaseFromUs = first.sentAtUs;
  if (first.purpose.for !== 'connect') limitAnswer(state, out, nowUs);
  return first;
}

/** [COORD-7] The session is accepted: what was not answered is sent again, in its old order. */
export function sessionAccepted(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  session: string,
): void {
  const { zookeeper, settings } = state;
  zookeeper.session = session;
  zookeeper.phase = 'ready';
  for (const request of zookeeper.unanswered) transmit(state, out, request, nowUs, ['COORD-7']);
  limitAnswer(state, out, nowUs);
  out.startTimer('session-ping', '', pingIntervalUs(settings), ['COORD-8']);
  watchLease(state, out, nowUs);
}

function pingIntervalUs({ zooKeeperSessionTimeoutUs }: BrokerState['settings']): Us {
  return Math.round(zooKeeperSessionTimeoutUs / 3);
}

/** [COORD-8] Z / 3 after the last one, whether that was answered or not. */
export function ping(state: BrokerState, out: Effects, nowUs: Us): void {
  out.startTimer('session-ping', '', pingIntervalUs(state.settings), ['COORD-8']);
  if (state.zookeeper.phase !== 'ready') return;
  ask(state, out, nowUs, zooKeeperPingRequest, {}, { for: 'ping' });
}

/** [COORD-8] Z after the last answered request was sent the broker may no longer act in any role. */
export function leaseIsOver(state: BrokerState, nowUs: Us): boolean {
  return state.zookeeper.session !== '' && nowUs >= leaseEndsAtUs(state);
}

function leaseEndsAtUs({ zookeeper, settings }: BrokerState): Us {
  return zookeeper.leaseFromUs + settings.zooKeeperSessionTimeoutUs;
}

/** The timer runs to the end that is known now; when it fires, answers may have moved that. */
export function watchLease(state: BrokerState, out: Effects, nowUs: Us): void {
  out.startTimer('lease', '', leaseEndsAtUs(state) - nowUs, ['COORD-8']);
}

/** The connection is closed, silent for too long or brings nonsense: again in 100 ms. */
export function reconnect(state: BrokerState, out: Effects): void {
  const { zookeeper } = state;
  closeZooKeeper(state, out);
  zookeeper.unanswered = zookeeper.unanswered.filter(({ purpose }) => purpose.for !== 'connect');
  out.startTimer('reconnect', zooKeeperName, reconnectUs, ['COORD-8']);
}

/** Gives the connection up; where it is closed already this end only forgets it. */
function closeZooKeeper({ zookeeper }: BrokerState, out: Effects): void {
  if (zookeeper.connection !== null) out.closeConnection(zookeeper.connection);
  zookeeper.connection = null;
  zookeeper.phase = 'closed';
  out.cancelTimer('request', zooKeeperName);
}

/** [COORD-8] Ends the session where it can be told, and never uses it again. */
export function abandonSession(state: BrokerState, out: Effects): readonly Unanswered[] {
  const { zookeeper } = state;
  const { connection, phase, session, unanswered } = zookeeper;
  if (connection !== null && session !== '' && (phase === 'connecting' || phase === 'ready')) {
    const correlationId = zookeeper.nextCorrelationId++;
    const bytes = encodeFrame(zooKeeperCloseRequest, { correlationId, session }, 1);
    const about = { api: 'ZooKeeperClose', direction: 'request', correlationId } as const;
    out.send(connection, bytes, about, ['COORD-8']);
  }
  closeZooKeeper(state, out);
  zookeeper.session = '';
  zookeeper.unanswered = [];
  out.cancelTimer('session-ping', '');
  out.cancelTimer('lease', '');
  out.cancelTimer('reconnect', zooKeeperName);
  return unanswered;
}
