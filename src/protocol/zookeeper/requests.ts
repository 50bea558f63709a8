/** What ZooKeeper does for each request. Each is answered at once, so answers keep the order. */
import { known } from '../../lib/assert.ts';
import { encodeFrame } from '../../wire/codec.ts';
import type { MessageOf, MessageSchema } from '../../wire/schema.ts';
import type { RuleId } from '../rules.ts';
import type { ConnectionId, Effects } from '../step.ts';
import { writtenBy } from './content.ts';
import type { Written } from './content.ts';
import {
  zooKeeperChildrenRequest,
  zooKeeperChildrenResponse,
  zooKeeperCloseRequest,
  zooKeeperCloseResponse,
  zooKeeperConnectRequest,
  zooKeeperConnectResponse,
  zooKeeperGetRequest,
  zooKeeperGetResponse,
  zooKeeperMultiRequest,
  zooKeeperMultiResponse,
  zooKeeperPingRequest,
  zooKeeperPingResponse,
} from './messages.ts';
import { applyOperations, firstFailure, reportRefusal } from './multi.ts';
import { endSession, heardFrom, openSession } from './sessions.ts';
import type { Session, ZooKeeperState } from './state.ts';
import { childNames } from './tree.ts';
import { addWatch, listOf } from './watches.ts';

interface Request {
  readonly state: ZooKeeperState;
  readonly out: Effects;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  /** Undefined where it is gone. */
  readonly session: Session | undefined;
}

/** False: the request makes no sense, and nothing was done or answered. */
type Handler = (request: Request, value: never) => boolean;

/** By request. All but `connect` come under a session. */
const handlers = new Map<MessageSchema, Handler>([
  [zooKeeperConnectRequest as MessageSchema, connect as Handler],
  [zooKeeperPingRequest as MessageSchema, ping],
  [zooKeeperGetRequest as MessageSchema, get as Handler],
  [zooKeeperChildrenRequest as MessageSchema, children as Handler],
  [zooKeeperMultiRequest as MessageSchema, multi as Handler],
  [zooKeeperCloseRequest as MessageSchema, close],
]);

function answer<S extends MessageSchema>(
  { out, connection, correlationId }: Request,
  schema: S,
  value: Omit<MessageOf<S>, 'correlationId'>,
  rules: readonly RuleId[] = [],
): true {
  const bytes = encodeFrame(schema, { correlationId, ...value } as never, 1);
  const { api, direction } = schema;
  out.send(connection, bytes, { api, direction, correlationId }, rules);
  return true;
}

function connect(
  request: Request,
  { session: id, timeoutMs }: MessageOf<typeof zooKeeperConnectRequest>,
): boolean {
  const { state, out, connection } = request;
  if (timeoutMs <= 0) return false;
  const client = known(state.peers.get(connection), `peer of ${connection}`);
  const session = id === '' ? openSession(state, out, client, timeoutMs) : request.session;
  // The notices go where the session is now; what its old connection still brings is out of order.
  if (session) session.connection = connection;
  const value = { session: session?.id ?? id, expired: !session };
  return answer(request, zooKeeperConnectResponse, value, ['COORD-8']);
}

function ping(request: Request): boolean {
  return answer(request, zooKeeperPingResponse, { expired: !request.session }, ['COORD-8']);
}

const noData = new Uint8Array();

function get(request: Request, { path, watch }: MessageOf<typeof zooKeeperGetRequest>): boolean {
  const { state, session } = request;
  const node = session && state.nodes.get(path);
  if (session && watch) addWatch(state, path, session.id);
  return answer(request, zooKeeperGetResponse, {
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
): boolean {
  const { state, session } = request;
  if (session && watch) addWatch(state, listOf(path), session.id);
  const names = session ? childNames(state, path) : [];
  const nodes = names.map((name) => {
    return { name, ...known(state.nodes.get(`${path}/${name}`), `node ${path}/${name}`) };
  });
  return answer(request, zooKeeperChildrenResponse, { expired: !session, path, nodes });
}

function multi(request: Request, { operations }: MessageOf<typeof zooKeeperMultiRequest>): boolean {
  const { state, out, session } = request;
  if (!session)
    return answer(request, zooKeeperMultiResponse, {
      expired: true,
      failedAt: -1,
      leftOut: [],
    });
  const written: Written[] = [];
  for (const operation of operations) {
    const what = writtenBy(operation, session);
    if (!what) return false;
    written.push(what);
  }
  const failedAt = firstFailure(state, session, operations);
  if (failedAt >= 0) {
    reportRefusal(state, out, operations, failedAt);
    return answer(request, zooKeeperMultiResponse, { expired: false, failedAt, leftOut: [] });
  }
  const leftOut = applyOperations(state, out, session, operations, written);
  return answer(request, zooKeeperMultiResponse, { expired: false, failedAt, leftOut });
}

function close(request: Request): boolean {
  const { state, out, session } = request;
  if (session) endSession(state, out, session);
  return answer(request, zooKeeperCloseResponse, {});
}

/** Hands a request to its handler, under its session. False: it makes no sense. */
export function handleRequest(
  state: ZooKeeperState,
  out: Effects,
  connection: ConnectionId,
  schema: MessageSchema,
  value: { readonly session: string; readonly correlationId: number },
): boolean {
  const handler = handlers.get(schema);
  if (!handler) return false;
  const session = state.sessions.get(value.session);
  const isConnect = schema === zooKeeperConnectRequest;
  // Late, on a connection that the session has left: out of order, so nothing is done.
  if (session && session.connection !== connection && !isConnect) return true;
  if (session) heardFrom(out, session);
  const { correlationId } = value;
  return handler({ state, out, connection, correlationId, session }, value as never);
}
