/** ZooKeeper's answers and notices at a broker: matched with what was asked, and handed on. */
import type { Us } from '../../../lib/time.ts';
import { decodeFrame } from '../../../wire/codec.ts';
import { catalogueOf } from '../../../wire/schema.ts';
import type { Effects } from '../../step.ts';
import { zooKeeperMessages, zooKeeperWatchNotice } from '../../zookeeper/messages.ts';
import { paths } from '../../zookeeper/nodes.ts';
import {
  handleChildren,
  handleMulti,
  handleNode,
  handleTopicNotice,
} from '../coordinator/coordinator.ts';
import { connectionLost } from './connection-lost.ts';
import { contextOf } from './context.ts';
import {
  becomeController,
  brokersRead,
  placementWritten,
  readBrokers,
  storedRead,
} from './controller.ts';
import type { ListedNode } from './controller.ts';
import { controllerRead, register, registered, stand, watchController } from './registration.ts';
import { giveUp } from './roles.ts';
import { sessionAccepted, takeAnswered } from './session.ts';
import type { BrokerState, Purpose } from './state.ts';
import { topicsRead } from './topics.ts';

const catalogue = catalogueOf(zooKeeperMessages);

/** Any answer of ZooKeeper: which fields it has depends on what was asked. */
interface Answer {
  readonly correlationId: number;
  readonly expired?: boolean;
  readonly session?: string;
  readonly failedAt?: number;
  readonly leftOut?: readonly number[];
  readonly exists?: boolean;
  readonly stamp?: number;
  readonly author?: string;
  readonly data?: Uint8Array;
  readonly nodes?: readonly ListedNode[];
}

/** Whatever comes on the connection to ZooKeeper. What makes no sense ends the connection. */
export function handleZooKeeper(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  bytes: Uint8Array,
): void {
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok || decoded.schema.direction !== 'response')
    return connectionLost(state, out, nowUs);
  const { schema, value } = decoded;
  if (schema === zooKeeperWatchNotice) {
    return handleNotice(state, out, nowUs, value as { session: string; path: string });
  }
  const answer = value as unknown as Answer;
  const { api } = schema;
  const request = takeAnswered(state, out, nowUs, { api, correlationId: answer.correlationId });
  if (!request) return connectionLost(state, out, nowUs);
  // [COORD-8] It is told that its session is gone.
  if (answer.expired) return giveUp(state, out, nowUs, 'session');
  if (request.purpose.for === 'connect') return connected(state, out, nowUs, answer.session ?? '');
  handlePurpose(state, out, nowUs, request.purpose, answer);
}

function connected(state: BrokerState, out: Effects, nowUs: Us, session: string): void {
  const before = state.zookeeper.session;
  if (session === '' || (before !== '' && session !== before))
    return connectionLost(state, out, nowUs);
  sessionAccepted(state, out, nowUs, session);
  if (before === '') return register(state, out, nowUs);
  // [TOP-1] Notices may have been lost with the connection: what was watched is read again.
  if (state.controller.active) readBrokers(state, out, nowUs);
  else if (state.registered) watchController(state, out, nowUs);
}

function handlePurpose(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  purpose: Purpose,
  answer: Answer,
): void {
  const { failedAt = -1, nodes = [], exists = false } = answer;
  switch (purpose.for) {
    case 'connect':
    case 'ping':
      return;
    case 'register':
      return registered(state, out, nowUs, failedAt);
    case 'elect':
      if (failedAt >= 0) return watchController(state, out, nowUs);
      return becomeController(state, out, nowUs);
    case 'watch-controller':
      return controllerRead(state, out, nowUs, exists);
    case 'brokers':
      return brokersRead(state, out, nowUs, nodes);
    case 'stored-coordinators':
      return storedRead(state, out, nowUs, nodes);
    case 'place':
      return placementWritten(state, out, nowUs, purpose.placed, failedAt);
    case 'topics':
      return topicsRead(state, out, purpose.request, nodes);
    case 'coordinator':
      return forCoordinator(state, out, nowUs, purpose, answer);
  }
}

function forCoordinator(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  { purpose }: Purpose & { for: 'coordinator' },
  {
    failedAt,
    leftOut = [],
    nodes,
    exists,
    stamp = -1,
    author = '',
    data = new Uint8Array(),
  }: Answer,
): void {
  const context = contextOf(state, out, nowUs);
  const { coordinator } = state;
  if (failedAt !== undefined) {
    return handleMulti(coordinator, context, purpose, { failedAt, leftOut });
  }
  if (nodes) return handleChildren(coordinator, context, purpose, nodes);
  handleNode(coordinator, context, purpose, exists ? { stamp, author, data } : null);
}

const topicPrefix = paths.topic('');

/** [TOP-1] A watched node or list has changed: read again, which sets the watch again. */
function handleNotice(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  { session, path }: { readonly session: string; readonly path: string },
): void {
  if (session !== state.zookeeper.session) return;
  const { controller } = state;
  if (path.startsWith(topicPrefix)) {
    const context = contextOf(state, out, nowUs);
    return handleTopicNotice(state.coordinator, context, path.slice(topicPrefix.length));
  }
  if (path === paths.brokers && controller.active) readBrokers(state, out, nowUs);
  if (path === paths.controller && !controller.active) stand(state, out, nowUs);
}
