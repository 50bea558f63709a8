/** Finding the coordinator: one broker after the other, with backoff (DISC-1 to DISC-3). */
import { known } from '../../../lib/assert.ts';
import { nextInt } from '../../../lib/random.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { MessageOf } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import { consumerMetadataRequest } from '../messages.ts';
import type { consumerMetadataResponse } from '../messages.ts';
import { closeConnection, openConnection, sendRequest, startStep } from './connection.ts';
import { probe } from './heartbeat.ts';
import { register } from './registration.ts';
import type { ConsumerState } from './state.ts';
import { isByPattern } from './subscription.ts';
import { askForTopics } from './topics.ts';

/** [DISC-1] Connects to the broker whose turn it is. */
export function askNextBroker(state: ConsumerState, out: Effects): void {
  const { bootstrap } = state.settings;
  const broker = known(bootstrap[state.nextBroker], 'broker to ask');
  state.nextBroker = (state.nextBroker + 1) % bootstrap.length;
  openConnection(state, out, broker, 'discovery');
}

/** A connection is open: asks who coordinates the group, or has reached the coordinator. */
export function handleOpened(state: ConsumerState, out: Effects): void {
  const connection = known(state.connection, 'connection that opened');
  connection.isOpen = true;
  if (connection.purpose === 'coordinator') return reachCoordinator(state, out);
  const { name: clientId, settings } = state;
  const body = { clientId, groupId: settings.group };
  sendRequest(state, out, consumerMetadataRequest, body, { rules: ['DISC-1'] });
  startStep(state, out);
}

export function handleConsumerMetadata(
  state: ConsumerState,
  out: Effects,
  { errorCode, coordinatorEpoch, coordinatorId }: MessageOf<typeof consumerMetadataResponse>,
): void {
  if (errorCode !== errorCodes.None) return backOff(state, out, ['DISC-2']);
  // [DISC-3] A broker that still names the coordinator of an earlier election is of no use.
  if (coordinatorEpoch < state.highestEpoch) return backOff(state, out, ['DISC-2', 'DISC-3']);
  state.highestEpoch = coordinatorEpoch;
  state.coordinator = coordinatorId.host;
  const { connection } = state;
  if (connection?.peer !== coordinatorId.host) {
    return openConnection(state, out, coordinatorId.host, 'coordinator');
  }
  // It has asked the coordinator itself, and stays on this connection.
  connection.purpose = 'coordinator';
  reachCoordinator(state, out);
}

/** Registers as new, or finds out with a heartbeat what has become of its membership. */
function reachCoordinator(state: ConsumerState, out: Effects): void {
  if (state.member === null && isByPattern(state.subscription)) {
    // [WILD-1] Not before it knows the topics; [DISC-2] one more step, with its limit.
    askForTopics(state, out);
    return startStep(state, out);
  }
  out.cancelTimer('request', '');
  if (state.member !== null) probe(state, out);
  else registerAsNewcomer(state, out);
}

export function registerAsNewcomer(state: ConsumerState, out: Effects): void {
  // [REG-6] What was a member before a restart registers as anybody else.
  const rules: readonly RuleId[] = state.incarnation > 1 ? ['REG-6'] : [];
  register(state, out, 'coordinator found', rules);
}

/** [DISC-2] Waits, each time longer, with jitter; then it is the next broker's turn. */
export function backOff(state: ConsumerState, out: Effects, rules: readonly RuleId[]): void {
  const { settings, random, backoffUs } = state;
  closeConnection(state, out);
  out.cancelTimer('request', '');
  const waitUs = nextInt(random, Math.ceil(backoffUs / 2), backoffUs);
  state.backoffUs = Math.min(backoffUs * 2, settings.backoffMaxUs);
  out.startTimer('backoff', '', waitUs, rules);
}
