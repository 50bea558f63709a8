/**
 * The broker process: its connections, its timers, and who handles what. It knows neither groups nor
 * elections; the coordinator, the controller and the ZooKeeper client do.
 */
import type { Us } from '../../../lib/time.ts';
import { Effects } from '../../step.ts';
import type { ConnectionId, Effect, Input, Machine, ProcessStart, TimerName } from '../../step.ts';
import { handleClosed, handleDeadAfter } from '../coordinator/coordinator.ts';
import { initialCoordinator } from '../coordinator/state.ts';
import { handleZooKeeper } from './answers.ts';
import { connectionLost } from './connection-lost.ts';
import { contextOf } from './context.ts';
import { initialController, placementDue } from './controller.ts';
import { pushAnswered, pushClosed, pushOpened, pushTimer } from './pushes.ts';
import { register } from './registration.ts';
import { handleRequest } from './requests.ts';
import { giveUp, stopBroker } from './roles.ts';
import { connectSession, leaseIsOver, openZooKeeper, ping, watchLease } from './session.ts';
import { isOwn } from './state.ts';
import type { BrokerState } from './state.ts';

function initialState({ name, incarnation, settings }: ProcessStart): BrokerState {
  if (settings.role !== 'broker') throw new Error('a broker has settings of its own');
  return {
    name,
    incarnation,
    settings,
    nextConnection: 1,
    inbound: new Map(),
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
    controller: initialController(),
    coordinator: initialCoordinator(),
  };
}

function step(state: BrokerState, input: Input, nowUs: Us): Effect[] {
  const out = new Effects();
  if (input.kind === 'connection-closed') takeOffUse(state, input.connection);
  // [COORD-8] Before anything else; on thaw, before what piled up.
  const isOver = leaseIsOver(state, nowUs);
  if (isOver) giveUp(state, out, nowUs, 'lease');
  handle(state, out, nowUs, input, isOver);
  return out.list;
}

function handle(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  input: Input,
  hasGivenUp: boolean,
): void {
  switch (input.kind) {
    case 'started':
      return openZooKeeper(state, out);
    case 'connection-opened':
      return opened(state, out, nowUs, input.connection, input.peer);
    case 'connection-closed':
      return closed(state, out, nowUs, input.connection);
    case 'message':
      return received(state, out, nowUs, input.connection, input.bytes);
    case 'timer':
      // Every timer belongs to a role or to the session, and those it had are gone.
      if (!hasGivenUp) timers[input.timer]?.(state, out, nowUs, input.subject);
      return;
    case 'stop':
      return stopBroker(state, out, nowUs);
    default:
      return;
  }
}

function opened(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  peer: string,
): void {
  if (connection === state.zookeeper.connection) return connectSession(state, out, nowUs);
  if (isOwn(state, connection)) return pushOpened(state, out, connection);
  state.inbound.set(connection, peer);
}

/** Whatever follows, nothing is sent on a closed connection. */
function takeOffUse({ zookeeper, inbound }: BrokerState, connection: ConnectionId): void {
  if (connection === zookeeper.connection) zookeeper.phase = 'closed';
  inbound.delete(connection);
}

function closed(state: BrokerState, out: Effects, nowUs: Us, connection: ConnectionId): void {
  if (connection === state.zookeeper.connection) {
    state.zookeeper.connection = null;
    return connectionLost(state, out, nowUs);
  }
  if (isOwn(state, connection)) return pushClosed(state, out, connection);
  handleClosed(state.coordinator, contextOf(state, out, nowUs), connection);
}

/** What still arrives on a connection given up belongs to none of these, and is not read. */
function received(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  if (connection === state.zookeeper.connection) return handleZooKeeper(state, out, nowUs, bytes);
  if (isOwn(state, connection)) return pushAnswered(state, out, connection, bytes);
  if (state.inbound.has(connection)) handleRequest(state, out, nowUs, connection, bytes);
}

type Fired = (state: BrokerState, out: Effects, nowUs: Us, subject: string) => void;

const timers: { readonly [T in TimerName]?: Fired } = {
  'dead-after': (state, out, nowUs, subject) =>
    handleDeadAfter(state.coordinator, contextOf(state, out, nowUs), subject),
  'session-ping': ping,
  lease: watchLease,
  request: connectionLost,
  reconnect: openZooKeeper,
  registration: register,
  placement: placementDue,
  'update-metadata': (state, out, _, subject) => pushTimer(state, out, subject),
};

export const brokerMachine: Machine<BrokerState> = { initialState, step };
