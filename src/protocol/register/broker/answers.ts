/** ZooKeeper's answers and notices at a broker: matched with what was asked, and handed on. */
import { known } from '../../../lib/assert.ts';
import type { Us } from '../../../lib/time.ts';
import { decodeFields, encodeFields } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { Effects } from '../../step.ts';
import { operationKinds, zooKeeperMultiRequest } from '../../zookeeper/messages.ts';
import { brokerNode, paths, topicNode } from '../../zookeeper/nodes.ts';
import type { ReadChild, ReadNode } from '../coordinator/context.ts';
import { handleChildren, handleMulti, handleNode } from '../coordinator/coordinator.ts';
import { topicMetadataResponse } from '../messages.ts';
import { contextOf, reply } from './context.ts';
import {
  becomeController,
  brokersRead,
  placementWritten,
  readBrokers,
  stand,
  storedRead,
  watchController,
} from './controller.ts';
import { giveUp } from './roles.ts';
import { ask, sessionAccepted, takeAnswered } from './session.ts';
import { brokerPort } from './state.ts';
import type { BrokerState, PendingTopics, Purpose } from './state.ts';
import { reconnectUs } from './state.ts';

/** Any answer of ZooKeeper: which fields it has depends on what was asked. */
export interface ZooKeeperAnswer {
  readonly correlationId: number;
  readonly expired?: boolean;
  readonly session?: string;
  readonly failedAt?: number;
  readonly exists?: boolean;
  readonly stamp?: number;
  readonly author?: string;
  readonly data?: Uint8Array;
  readonly nodes?: readonly ReadChild[];
}

export function handleAnswer(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  answer: ZooKeeperAnswer,
): void {
  const request = takeAnswered(state, out, answer.correlationId);
  if (!request) return;
  if (answer.expired) return giveUp(state, out, nowUs, 'session');
  handlePurpose(state, out, nowUs, request.purpose, answer);
}

function handlePurpose(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  purpose: Purpose,
  answer: ZooKeeperAnswer,
): void {
  const failedAt = answer.failedAt ?? -1;
  const nodes = answer.nodes ?? [];
  switch (purpose.for) {
    case 'connect':
      return connected(state, out, nowUs, known(answer.session, 'session'));
    case 'ping':
    case 'close':
      return;
    case 'register':
      return registered(state, out, nowUs, failedAt);
    case 'elect':
      return failedAt < 0
        ? becomeController(state, out, nowUs)
        : watchController(state, out, nowUs);
    case 'watch-controller':
      // It may have vanished before it could be watched.
      return answer.exists ? undefined : stand(state, out, nowUs);
    case 'brokers':
      return state.controller.active ? brokersRead(state, out, nowUs, nodes) : undefined;
    case 'stored-coordinators':
      return state.controller.active ? storedRead(state, out, nowUs, nodes) : undefined;
    case 'place':
      return placementWritten(state, out, nowUs, purpose.placed, failedAt);
    case 'topics':
      return answerTopics(state, out, purpose.request, nodes);
    case 'coordinator':
      return forCoordinator(state, out, nowUs, purpose, answer);
  }
}

function forCoordinator(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  { purpose }: Purpose & { for: 'coordinator' },
  answer: ZooKeeperAnswer,
): void {
  const context = contextOf(state, out, nowUs);
  const { coordinator } = state;
  if (answer.failedAt !== undefined) {
    return handleMulti(coordinator, context, purpose, answer.failedAt);
  }
  if (answer.nodes) return handleChildren(coordinator, context, purpose, answer.nodes);
  const { exists, stamp = -1, author = '', data = new Uint8Array() } = answer;
  const node: ReadNode | null = exists ? { stamp, author, data } : null;
  handleNode(coordinator, context, purpose, node);
}

function connected(state: BrokerState, out: Effects, nowUs: Us, session: string): void {
  const isNew = session !== state.zookeeper.session;
  sessionAccepted(state, out, nowUs, session);
  if (isNew) return register(state, out, nowUs);
  // Notices may have been lost with the connection: what was watched is read again.
  if (state.controller.active) readBrokers(state, out, nowUs);
  else if (state.registered) watchController(state, out, nowUs);
}

/** [COORD-2] Every broker makes an ephemeral node of its name. */
export function register(state: BrokerState, out: Effects, nowUs: Us): void {
  const { settings, name, zookeeper } = state;
  const data = encodeFields(brokerNode, { id: settings.brokerId, host: name, port: brokerPort });
  const operation = {
    kind: operationKinds.createEphemeral,
    path: paths.broker(name),
    stamp: 0,
    // The session, so that the controller sees another incarnation as another broker (COORD-9).
    author: zookeeper.session,
    data,
    guard: '',
    guardStamp: 0,
  };
  ask(state, out, nowUs, zooKeeperMultiRequest, { operations: [operation] }, { for: 'register' });
}

function registered(state: BrokerState, out: Effects, nowUs: Us, failedAt: number): void {
  if (failedAt >= 0) {
    // [COORD-9] The node of its last life is still there: it waits until that session has expired.
    return out.startTimer('reconnect', 'register', reconnectUs, ['COORD-9']);
  }
  state.registered = true;
  stand(state, out, nowUs);
}

/** A watched node or list has changed: read again, which sets the watch again (TOP-1). */
export function handleNotice(state: BrokerState, out: Effects, nowUs: Us, path: string): void {
  if (path === paths.brokers && state.controller.active) readBrokers(state, out, nowUs);
  if (path === paths.controller && state.registered && !state.controller.active) {
    stand(state, out, nowUs);
  }
}

function answerTopics(
  state: BrokerState,
  out: Effects,
  { connection, correlationId, topics }: PendingTopics,
  nodes: readonly ReadChild[],
): void {
  const sizes = new Map(
    nodes.map(({ name, data }) => [name, decodeFields(topicNode, data)?.partitions ?? 0]),
  );
  const names = topics.length > 0 ? topics : [...sizes.keys()];
  const known = names.every((name) => sizes.has(name));
  const value = {
    correlationId,
    errorCode: errorCodes[known ? 'None' : 'UnknownTopic'],
    topics: names.map((topic) => ({ topic, partitions: sizes.get(topic) ?? 0 })),
  };
  reply(state, out, connection, topicMetadataResponse, value, { correlationId }, ['WILD-1']);
}
