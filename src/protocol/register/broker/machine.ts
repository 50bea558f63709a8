/**
 * The broker process: connections, requests by kind, timers. What a request means is known to the
 * coordinator, the controller and the metadata map.
 */
import type { Us } from '../../../lib/time.ts';
import { decodeFrame } from '../../../wire/codec.ts';
import type { Decoded } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import { Effects } from '../../step.ts';
import type { ConnectionId, Effect, Input, Machine, ProcessStart } from '../../step.ts';
import { zooKeeperChildrenRequest, zooKeeperWatchNotice } from '../../zookeeper/messages.ts';
import { paths } from '../../zookeeper/nodes.ts';
import { catalogue } from '../catalogue.ts';
import { handleClosed, handleDeadAfter, handleGroupRequest } from '../coordinator/coordinator.ts';
import { initialCoordinator } from '../coordinator/state.ts';
import {
  consumerMetadataRequest,
  topicMetadataRequest,
  updateConsumerMetadataRequest,
  updateConsumerMetadataResponse,
} from '../messages.ts';
import { handleAnswer, handleNotice, register } from './answers.ts';
import { contextOf, reply } from './context.ts';
import { placeIfReady, pushAnswered, pushClosed, pushOpened, pushTimer } from './controller.ts';
import { handleConsumerMetadata, handleUpdate } from './metadata.ts';
import { giveUp, leaseIsOver, stopBroker } from './roles.ts';
import { ask, connectSession, leaseEndsAtUs, openZooKeeper, ping, reconnect } from './session.ts';
import type { BrokerState } from './state.ts';

function initialState({ name, incarnation, settings }: ProcessStart): BrokerState {
  if (settings.role !== 'broker') throw new Error('a broker has broker settings');
  return {
    name,
    incarnation,
    settings,
    nextConnection: 1,
    peers: new Map(),
    zookeeper: {
      connection: null,
      phase: 'closed',
      session: '',
      nextCorrelationId: 1,
      unanswered: [],
      leaseFromUs: 0,
    },
    registered: false,
    metadata: null,
    controller: { active: false, loaded: false, brokers: new Map(), pushes: new Map() },
    coordinator: initialCoordinator(),
  };
}

function step(state: BrokerState, input: Input, nowUs: Us): Effect[] {
  const out = new Effects();
  // [COORD-8] Before anything else, also on thaw before what piled up.
  if (leaseIsOver(state, nowUs)) giveUp(state, out, nowUs, 'lease');
  switch (input.kind) {
    case 'started':
      openZooKeeper(state, out);
      break;
    case 'connection-opened':
      opened(state, out, nowUs, input.connection, input.peer);
      break;
    case 'connection-closed':
      closed(state, out, nowUs, input.connection);
      break;
    case 'message':
      received(state, out, nowUs, input.connection, input.bytes);
      break;
    case 'timer':
      fired(state, out, nowUs, input.timer, input.subject);
      break;
    case 'stop':
      stopBroker(state, out, nowUs);
      break;
    default:
      break;
  }
  return out.list;
}

function opened(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  peer: string,
): void {
  const isOwn = connection.startsWith(`${state.name}/`);
  if (!isOwn) {
    state.peers.set(connection, peer);
  } else if (connection === state.zookeeper.connection) {
    state.peers.set(connection, peer);
    connectSession(state, out, nowUs);
  } else if (pushOpened(state, out, connection)) {
    state.peers.set(connection, peer);
  }
}

function closed(state: BrokerState, out: Effects, nowUs: Us, connection: ConnectionId): void {
  state.peers.delete(connection);
  if (connection === state.zookeeper.connection) {
    state.zookeeper.connection = null;
    return reconnect(state, out);
  }
  pushClosed(state, out, connection);
  handleClosed(state.coordinator, contextOf(state, out, nowUs), connection);
}

function received(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  // Nothing that still arrives on a connection given up is read.
  if (!state.peers.has(connection)) return;
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok) return malformed(state, out, connection, decoded);
  const { schema, value } = decoded;
  if (connection === state.zookeeper.connection) {
    const answer = value as never as Parameters<typeof handleAnswer>[3];
    if (schema !== zooKeeperWatchNotice) return handleAnswer(state, out, nowUs, answer);
    return handleNotice(state, out, nowUs, (value as { path: string }).path);
  }
  const handler = handlers.get(schema);
  if (handler) return handler(state, out, nowUs, connection, value as never);
  if (schema === updateConsumerMetadataResponse) {
    return pushAnswered(state, out, connection, value['correlationId'] as number);
  }
  const context = contextOf(state, out, nowUs);
  handleGroupRequest(state.coordinator, context, connection, schema, value as never);
}

type Handler = (
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  request: never,
) => void;

/** Requests that are not about a group's members: COORD-5 and COORD-6 do not apply to them. */
const handlers = new Map<MessageSchema, Handler>([
  [
    consumerMetadataRequest as MessageSchema,
    (state, out, _, connection, request) => handleConsumerMetadata(state, out, connection, request),
  ],
  [updateConsumerMetadataRequest as MessageSchema, handleUpdate as Handler],
  [topicMetadataRequest as MessageSchema, askTopics as Handler],
]);

/** [WILD-1] The topics are read from ZooKeeper at each request. */
function askTopics(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  { correlationId, topics }: { correlationId: number; topics: string[] },
): void {
  const value = { path: paths.topics, watch: false };
  const request = { connection, correlationId, topics };
  ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'topics', request });
}

/** [WIRE-0] MalformedMessage where there is a correlation id to answer to; else the connection goes. */
function malformed(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  { schema, correlationId }: Decoded & { ok: false },
): void {
  const response = schema && catalogue.get(schema.apiKey)?.response;
  if (schema?.direction !== 'request' || !response || correlationId === undefined) {
    state.peers.delete(connection);
    return out.closeConnection(connection);
  }
  const errorCode = errorCodes.MalformedMessage;
  const value = { ...zeroValue(response), correlationId, errorCode };
  const about = { correlationId, error: 'MalformedMessage' } as const;
  reply(state, out, connection, response, value as never, about, ['WIRE-0']);
}

function zeroValue(schema: MessageSchema): Record<string, unknown> {
  const zero = (type: string, fields?: Record<string, unknown>): unknown => {
    if (type === 'array') return [];
    if (type === 'string') return '';
    if (type === 'bool') return false;
    if (type === 'bytes') return new Uint8Array();
    return fields ?? 0;
  };
  return Object.fromEntries(
    Object.entries(schema.fields).map(([key, field]) => {
      const inner = field.struct && zeroValue({ ...schema, fields: field.struct.fields });
      return [key, zero(field.type, inner)];
    }),
  );
}

function fired(state: BrokerState, out: Effects, nowUs: Us, timer: string, subject: string): void {
  switch (timer) {
    case 'dead-after':
      return handleDeadAfter(state.coordinator, contextOf(state, out, nowUs), subject);
    case 'session-ping':
      return ping(state, out, nowUs);
    case 'lease':
      // It fires at the end that was known when it was started; answers since have moved that.
      return out.startTimer('lease', '', leaseEndsAtUs(state) - nowUs, ['COORD-8']);
    case 'request':
      return reconnect(state, out);
    case 'reconnect':
      return subject === 'register' ? register(state, out, nowUs) : openZooKeeper(state, out);
    case 'placement':
      return placeIfReady(state, out, nowUs, true);
    case 'update-metadata':
      return pushTimer(state, out, subject);
    default:
      return;
  }
}

export const brokerMachine: Machine<BrokerState> = { initialState, step };
