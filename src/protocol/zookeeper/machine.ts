/**
 * The ZooKeeper process. It answers each request at once and in order, which is all the ordering that
 * its clients rely on. It does not fail; its links may.
 */
import { known } from '../../lib/assert.ts';
import type { Us } from '../../lib/time.ts';
import { decodeFrame, encodeFields, encodeFrame } from '../../wire/codec.ts';
import { catalogueOf } from '../../wire/schema.ts';
import type { MessageOf, MessageSchema } from '../../wire/schema.ts';
import { Effects } from '../step.ts';
import type { ConnectionId, Effect, Input, Machine, ProcessStart } from '../step.ts';
import {
  zooKeeperChildrenRequest,
  zooKeeperChildrenResponse,
  zooKeeperCloseRequest,
  zooKeeperCloseResponse,
  zooKeeperConnectRequest,
  zooKeeperConnectResponse,
  zooKeeperGetRequest,
  zooKeeperGetResponse,
  zooKeeperMessages,
  zooKeeperMultiRequest,
  zooKeeperMultiResponse,
  zooKeeperPingRequest,
  zooKeeperPingResponse,
} from './messages.ts';
import { applyOperations, firstFailure, reportRefusal } from './multi.ts';
import { paths, topicNode } from './nodes.ts';
import { endSession, expireSession, heardFrom, openSession } from './sessions.ts';
import type { Session, ZooKeeperState } from './state.ts';
import { childNames, putNode, removeNode } from './tree.ts';
import { addWatch, fireWatches, listOf } from './watches.ts';

const catalogue = catalogueOf(zooKeeperMessages);

function initialState({ settings }: ProcessStart): ZooKeeperState {
  const state: ZooKeeperState = {
    nodes: new Map(),
    children: new Map(),
    sessions: new Map(),
    watches: new Map(),
    peers: new Map(),
    nextSession: 1,
    nextCreation: 1,
  };
  if (settings.role !== 'zookeeper') return state;
  for (const { name, partitions } of settings.topics) putTopic(state, name, partitions);
  return state;
}

function putTopic(state: ZooKeeperState, topic: string, partitions: number): boolean {
  const path = paths.topic(topic);
  const stamp = state.nodes.get(path)?.stamp ?? state.nextCreation++;
  const data = encodeFields(topicNode, { partitions });
  return putNode(state, path, { stamp, author: 'zookeeper', owner: '', data });
}

function step(state: ZooKeeperState, input: Input, _nowUs: Us): Effect[] {
  const out = new Effects();
  switch (input.kind) {
    case 'connection-opened':
      state.peers.set(input.connection, input.peer);
      break;
    case 'connection-closed':
      forgetConnection(state, input.connection);
      break;
    case 'timer':
      expireSession(state, out, input.subject);
      break;
    case 'message':
      handleBytes(state, out, input.connection, input.bytes);
      break;
    case 'change-topic':
      changeTopic(state, out, input.topic, input.partitions);
      break;
    default:
      break;
  }
  return out.list;
}

function forgetConnection(state: ZooKeeperState, connection: ConnectionId): void {
  state.peers.delete(connection);
  for (const session of state.sessions.values()) {
    if (session.connection === connection) session.connection = null;
  }
}

/** A user's write: creates, grows or (0 partitions) deletes a topic. */
function changeTopic(state: ZooKeeperState, out: Effects, topic: string, partitions: number): void {
  const path = paths.topic(topic);
  const listChanged = partitions > 0 ? putTopic(state, topic, partitions) : removeNode(state, path);
  out.report({ kind: 'topic-changed', topic, partitions, recordsPerSecond: 0 }, ['TOP-1']);
  fireWatches(state, out, path, listChanged);
}

function handleBytes(
  state: ZooKeeperState,
  out: Effects,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok) {
    // It has no error code to answer with, and ordered requests cannot go on past a hole.
    forgetConnection(state, connection);
    return out.closeConnection(connection);
  }
  const { schema, value } = decoded;
  if (schema === zooKeeperConnectRequest) return connect(state, out, connection, value as never);
  const { session: id, correlationId } = value as { session: string; correlationId: number };
  const session = state.sessions.get(id);
  // What comes late on a connection given up would be out of order: the session has moved on.
  if (session && session.connection !== connection) return;
  if (session) heardFrom(out, session);
  const request = { state, out, connection, correlationId, session };
  handlers.get(schema)?.(request, value as never);
}

interface Request {
  readonly state: ZooKeeperState;
  readonly out: Effects;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  /** Undefined where it is gone. */
  readonly session: Session | undefined;
}

function answer<S extends MessageSchema>(
  { out, connection, correlationId }: Omit<Request, 'state' | 'session'>,
  schema: S,
  value: Omit<MessageOf<S>, 'correlationId'>,
): void {
  const bytes = encodeFrame(schema, { correlationId, ...value } as never, 1);
  const { api, direction } = schema;
  out.send(connection, bytes, { api, direction, correlationId });
}

function connect(
  state: ZooKeeperState,
  out: Effects,
  connection: ConnectionId,
  request: MessageOf<typeof zooKeeperConnectRequest>,
): void {
  const { correlationId } = request;
  const reply = { out, connection, correlationId };
  const isNew = request.session === '';
  const client = known(state.peers.get(connection), `peer of ${connection}`);
  const session = isNew
    ? openSession(state, out, client, request.timeoutMs)
    : state.sessions.get(request.session);
  if (!session) {
    return answer(reply, zooKeeperConnectResponse, { session: request.session, expired: true });
  }
  session.connection = connection;
  if (!isNew) heardFrom(out, session);
  answer(reply, zooKeeperConnectResponse, { session: session.id, expired: false });
}

type Handler = (request: Request, value: never) => void;

const handlers = new Map<MessageSchema, Handler>([
  [zooKeeperPingRequest as MessageSchema, ping],
  [zooKeeperGetRequest as MessageSchema, get as Handler],
  [zooKeeperChildrenRequest as MessageSchema, children as Handler],
  [zooKeeperMultiRequest as MessageSchema, multi as Handler],
  [zooKeeperCloseRequest as MessageSchema, close],
]);

function ping(request: Request): void {
  answer(request, zooKeeperPingResponse, { expired: !request.session });
}

const noData = new Uint8Array();

function get(request: Request, { path, watch }: MessageOf<typeof zooKeeperGetRequest>): void {
  const { state, session } = request;
  const node = session && state.nodes.get(path);
  if (session && watch) addWatch(state, path, session.id);
  answer(request, zooKeeperGetResponse, {
    expired: !session,
    path,
    exists: node !== undefined,
    stamp: node?.stamp ?? -1,
    author: node?.author ?? '',
    owner: node?.owner ?? '',
    data: node?.data ?? noData,
  });
}

function children(
  request: Request,
  { path, watch }: MessageOf<typeof zooKeeperChildrenRequest>,
): void {
  const { state, session } = request;
  if (session && watch) addWatch(state, listOf(path), session.id);
  const names = session ? childNames(state, path) : [];
  const nodes = names.map((name) => {
    const node = known(state.nodes.get(`${path}/${name}`), `node ${path}/${name}`);
    return { name, stamp: node.stamp, author: node.author, owner: node.owner, data: node.data };
  });
  answer(request, zooKeeperChildrenResponse, { expired: !session, path, nodes });
}

function multi(request: Request, { operations }: MessageOf<typeof zooKeeperMultiRequest>): void {
  const { state, out, session } = request;
  if (!session) return answer(request, zooKeeperMultiResponse, { expired: true, failedAt: -1 });
  const failedAt = firstFailure(state, session, operations);
  if (failedAt < 0) applyOperations(state, out, session, operations);
  else reportRefusal(state, out, operations, failedAt);
  answer(request, zooKeeperMultiResponse, { expired: false, failedAt });
}

function close(request: Request): void {
  const { state, out, session } = request;
  if (session) endSession(state, out, session);
  answer(request, zooKeeperCloseResponse, {});
}

export const zooKeeperMachine: Machine<ZooKeeperState> = { initialState, step };
