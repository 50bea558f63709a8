/** The consumer process: which input is which rule's business. It has no clock and sees only bytes. */
import { assert, unreachable } from '../../../lib/assert.ts';
import type { Us } from '../../../lib/time.ts';
import { decodeFrame } from '../../../wire/codec.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import { Effects } from '../../step.ts';
import type { ConnectionId, Effect, Input, Machine, TimerName } from '../../step.ts';
import { catalogue } from '../catalogue.ts';
import * as messages from '../messages.ts';
import { handleHeartbeat, handleOffsets, handleRegistered, handleTopics } from './answers.ts';
import { forgetConnection, takeAnswer } from './connection.ts';
import { askNextBroker, backOff, handleConsumerMetadata, handleOpened } from './discovery.ts';
import { beat } from './heartbeat.ts';
import { takeLogs } from './holdings.ts';
import { loseCoordinator, stop } from './membership.ts';
import { askForOffsets, commitPeriodically } from './offsets.ts';
import { anchor } from './positions.ts';
import { initialState } from './state.ts';
import type { ConsumerState } from './state.ts';
import { transition } from './states.ts';
import { assertMayRun } from './timers.ts';
import { changeSubscription, refreshTopics } from './topics.ts';

function step(state: ConsumerState, input: Input, nowUs: Us): Effect[] {
  const out = new Effects();
  assert((state.state === 'Down') === (input.kind === 'started'), 'only one that runs has input');
  handle(state, out, nowUs, input);
  return out.list;
}

function handle(state: ConsumerState, out: Effects, nowUs: Us, input: Input): void {
  switch (input.kind) {
    case 'started':
      transition(state, out, 'Discovering', 'started', ['DISC-1']);
      return askNextBroker(state, out);
    case 'connection-opened':
      return input.connection === state.connection?.id ? handleOpened(state, out) : undefined;
    case 'connection-closed':
      return handleClosed(state, out, input.connection);
    case 'message':
      return handleMessage(state, out, nowUs, input);
    case 'timer':
      return handleTimer(state, out, nowUs, input.timer);
    case 'subscribe':
      return changeSubscription(state, out, nowUs, input.subscription);
    case 'stop':
      return stop(state, out, nowUs);
    case 'thawed':
      // [OFF-2] It has read nothing meanwhile. What piled up follows as inputs of their own.
      return anchor(state, input.frozenAtUs, nowUs);
    case 'logs':
      return takeLogs(state, out, nowUs, input.logs);
    case 'change-topic':
      return assert(false, 'only ZooKeeper changes topics');
    default:
      return unreachable(input);
  }
}

function handleClosed(state: ConsumerState, out: Effects, id: ConnectionId): void {
  const { connection, member } = state;
  if (connection?.id !== id) return;
  const isMembers = connection.purpose === 'coordinator' && connection.isOpen && member !== null;
  // [DISC-2] One that could not be opened, or on which it was no member yet, is a step that failed.
  const loss = isMembers
    ? ({ rules: ['HB-5'], next: 'at once' } as const)
    : ({ rules: ['DISC-2'], next: 'backoff' } as const);
  forgetConnection(state);
  loseCoordinator(state, out, { reason: 'connection closed', ...loss });
}

type AnswerHandler = (state: ConsumerState, out: Effects, nowUs: Us, answer: never) => void;

/** A commit is not in here: whatever is answered, it has no effect on the state. */
const answerHandlers: ReadonlyMap<string, AnswerHandler> = new Map<string, AnswerHandler>([
  [
    messages.consumerMetadataResponse.api,
    (state, out, _, answer) => handleConsumerMetadata(state, out, answer),
  ],
  [messages.registerConsumerResponse.api, handleRegistered as AnswerHandler],
  [messages.heartbeatResponse.api, handleHeartbeat as AnswerHandler],
  [messages.offsetFetchResponse.api, handleOffsets as AnswerHandler],
  [messages.topicMetadataResponse.api, handleTopics as AnswerHandler],
]);

function handleMessage(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  { connection, bytes }: Input & { readonly kind: 'message' },
): void {
  // [HB-8] Nothing that still arrives on a connection given up is read.
  if (connection !== state.connection?.id) return;
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok) {
    // A response has nobody to answer to, so the connection is closed.
    const reason = 'malformed response';
    return loseCoordinator(state, out, { reason, rules: ['WIRE-0'], next: 'backoff' });
  }
  const { schema, value } = decoded;
  if (!isAwaited(state, schema, value)) return;
  answerHandlers.get(schema.api)?.(state, out, nowUs, value as never);
}

function isAwaited(
  state: ConsumerState,
  { direction, api }: MessageSchema,
  { correlationId }: Record<string, unknown>,
): boolean {
  return direction === 'response' && takeAnswer(state, api, correlationId as number);
}

function handleTimer(state: ConsumerState, out: Effects, nowUs: Us, timer: TimerName): void {
  assertMayRun(state, timer);
  switch (timer) {
    case 'backoff':
      return askNextBroker(state, out);
    case 'request':
      if (state.state === 'PartOfGroup') return askForOffsets(state, out);
      return backOff(state, out, ['DISC-2']);
    case 'registration': {
      const reason = 'registration not answered';
      return loseCoordinator(state, out, { reason, rules: ['REG-7'], next: 'at once' });
    }
    case 'heartbeat':
      return beat(state, out, ['HB-1']);
    case 'coordinator-failed': {
      const rules = [state.state === 'PartOfGroup' ? 'HB-4' : 'HB-8'] as const;
      return loseCoordinator(state, out, { reason: 'coordinator silent', rules, next: 'at once' });
    }
    case 'commit':
      return commitPeriodically(state, out, nowUs);
    case 'metadata-refresh':
      return refreshTopics(state, out);
    default:
      return assert(false, `a consumer has no timer ${timer}`);
  }
}

export const consumerMachine: Machine<ConsumerState> = { initialState, step };
