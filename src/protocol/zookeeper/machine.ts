/**
 * The ZooKeeper process: the metadata store. It answers each request at once and in order, which is
 * all the ordering that its clients rely on. It does not fail; its links may.
 */
import type { Us } from '../../lib/time.ts';
import { decodeFrame } from '../../wire/codec.ts';
import { catalogueOf } from '../../wire/schema.ts';
import { Effects } from '../step.ts';
import type { ConnectionId, Effect, Input, Machine, ProcessStart } from '../step.ts';
import { zooKeeperMessages } from './messages.ts';
import { handleRequest } from './requests.ts';
import { expireSession } from './sessions.ts';
import type { ZooKeeperState } from './state.ts';
import { changeTopic, putTopic } from './topics.ts';

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
  if (settings.role !== 'zookeeper') throw new Error('ZooKeeper has settings of its own');
  for (const { name, partitions } of settings.topics) putTopic(state, name, partitions);
  return state;
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
      changeTopic(state, out, input);
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

/**
 * [WIRE-0] Its answers have no error code, and ordered requests cannot go on past a hole: after bytes
 * that make no sense the connection is closed, and its client sends what was not answered again.
 */
function handleBytes(
  state: ZooKeeperState,
  out: Effects,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  if (!state.peers.has(connection)) return;
  const decoded = decodeFrame(bytes, catalogue);
  const makesSense =
    decoded.ok && handleRequest(state, out, connection, decoded.schema, decoded.value as never);
  if (makesSense) return;
  forgetConnection(state, connection);
  out.closeConnection(connection);
}

export const zooKeeperMachine: Machine<ZooKeeperState> = { initialState, step };
