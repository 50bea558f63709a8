/** The consumer process: which input goes to which rule. */
import { randomStream, nextInt } from '../../../lib/random.ts';
import type { Us } from '../../../lib/time.ts';
import { decodeFrame } from '../../../wire/codec.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import type { Subscription } from '../../settings.ts';
import { Effects } from '../../step.ts';
import type { ConnectionId, Effect, Input, Machine, ProcessStart, TimerName } from '../../step.ts';
import { catalogue } from '../catalogue.ts';
import {
  consumerMetadataResponse,
  heartbeatResponse,
  offsetFetchResponse,
  registerConsumerResponse,
} from '../messages.ts';
import {
  askForCoordinator,
  askNextBroker,
  backOff,
  connected,
  handleConsumerMetadata,
  stepTimer,
} from './discovery.ts';
import { beat, handleHeartbeatResponse } from './heartbeat.ts';
import { giveUp, wantsOtherTopics } from './membership.ts';
import { askForOffsets, commit, commitPeriodically, handleOffsets, release } from './offsets.ts';
import { handleRegistered, registerAgain } from './registration.ts';
import { enter } from './states.ts';
import type { ConsumerState } from './state.ts';

function initialState({ name, incarnation, seed, settings }: ProcessStart): ConsumerState {
  if (settings.role !== 'consumer') throw new Error('a consumer has consumer settings');
  const random = randomStream(seed, `${name}/${incarnation}`);
  const wantedTopics = topicsOf(settings.subscription);
  return {
    name,
    incarnation,
    settings,
    random,
    state: 'Down',
    nextConnection: 1,
    nextCorrelationId: 1,
    discovery: {
      // [DISC-1] In turn, starting at a random one.
      broker: nextInt(random, 0, settings.bootstrap.length - 1),
      connection: null,
      correlationId: -1,
      backoffUs: settings.backoffMinUs,
    },
    coordinator: null,
    highestEpoch: -1,
    connection: null,
    connected: false,
    member: null,
    generation: -1,
    fetching: false,
    owned: new Map(),
    registration: null,
    answeredTopics: wantedTopics,
    wantedTopics,
    offsetFetch: null,
  };
}

/** Patterns match no topic until the metadata of all topics is known (WILD-1). */
function topicsOf(subscription: Subscription): readonly string[] {
  return 'topics' in subscription ? subscription.topics : [];
}

function step(state: ConsumerState, input: Input, _nowUs: Us): Effect[] {
  const out = new Effects();
  switch (input.kind) {
    case 'started':
      enter(state, out, 'Discovering', 'started', ['DISC-1']);
      askNextBroker(state, out);
      break;
    case 'connection-opened':
      opened(state, out, input.connection);
      break;
    case 'connection-closed':
      closed(state, out, input.connection);
      break;
    case 'message':
      received(state, out, input.connection, input.bytes);
      break;
    case 'timer':
      fired(state, out, input.timer, input.subject);
      break;
    case 'subscribe':
      subscribe(state, out, input.subscription);
      break;
    case 'stop':
      stop(state, out);
      break;
    default:
      break;
  }
  return out.list;
}

function opened(state: ConsumerState, out: Effects, connection: ConnectionId): void {
  if (connection === state.discovery.connection) askForCoordinator(state, out);
  else if (connection === state.connection) connected(state, out);
}

function closed(state: ConsumerState, out: Effects, connection: ConnectionId): void {
  if (connection === state.discovery.connection) {
    state.discovery.connection = null;
    return backOff(state, out);
  }
  if (connection !== state.connection) return;
  const { connected: wasOpen } = state;
  state.connection = null;
  // [DISC-2] One that could not be opened is a step that failed.
  if (!wasOpen) return backOff(state, out);
  giveUp(state, out, 'connection closed', { backOff: false, rules: ['HB-5'] });
}

type Handler = (state: ConsumerState, out: Effects, response: never) => void;

/** What is read on the connection to the coordinator. An answer to a commit changes nothing. */
const handlers = new Map<MessageSchema, Handler>([
  [registerConsumerResponse as MessageSchema, handleRegistered as Handler],
  [heartbeatResponse as MessageSchema, handleHeartbeatResponse as Handler],
  [offsetFetchResponse as MessageSchema, handleOffsets as Handler],
]);

function received(
  state: ConsumerState,
  out: Effects,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  const isDiscovery = connection === state.discovery.connection;
  if (!isDiscovery && connection !== state.connection) return;
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok) return malformed(state, out, isDiscovery);
  const { schema, value } = decoded;
  if (isDiscovery && schema === consumerMetadataResponse) {
    return handleConsumerMetadata(state, out, value as never);
  }
  handlers.get(schema)?.(state, out, value as never);
}

/** [WIRE-0] A response has nobody to answer to: the connection is closed. */
function malformed(state: ConsumerState, out: Effects, isDiscovery: boolean): void {
  if (isDiscovery) return backOff(state, out);
  giveUp(state, out, 'malformed response', { backOff: true, rules: ['WIRE-0'] });
}

function fired(state: ConsumerState, out: Effects, timer: TimerName, subject: string): void {
  switch (timer) {
    case 'heartbeat':
      return beat(state, out);
    case 'coordinator-failed': {
      const rules = state.state === 'PartOfGroup' ? (['HB-4'] as const) : (['HB-8'] as const);
      return giveUp(state, out, 'coordinator silent', { backOff: false, rules });
    }
    case 'registration':
      return giveUp(state, out, 'registration not answered', { backOff: false, rules: ['REG-7'] });
    case 'request':
      return subject === stepTimer ? backOff(state, out) : askForOffsets(state, out);
    case 'backoff':
      return askNextBroker(state, out);
    case 'commit':
      return commitPeriodically(state, out);
    default:
      return;
  }
}

/** [REG-8] A new list is kept until the consumer is part of the group. */
function subscribe(state: ConsumerState, out: Effects, subscription: Subscription): void {
  state.wantedTopics = topicsOf(subscription);
  out.report({ kind: 'subscription-changed', ...subscription }, ['REG-8']);
  if (state.state !== 'PartOfGroup' || !wantsOtherTopics(state)) return;
  registerAgain(state, out, 'other topics wanted', ['REG-8', 'TRIG-5']);
}

/** The design has no leave request: it commits, closes, and the group finds out by silence (HB-3). */
function stop(state: ConsumerState, out: Effects): void {
  if (state.state === 'PartOfGroup') commit(state, out, ['OFF-1']);
  release(state, out, 'stopped', ['OFF-1']);
  enter(state, out, 'Down', 'stopped', ['HB-6']);
  out.exit('stop');
}

export const consumerMachine: Machine<ConsumerState> = { initialState, step };
