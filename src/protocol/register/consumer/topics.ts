/**
 * The topics that a consumer with patterns wants: it asks a broker for all that there are, at first
 * and again and again, and filters them itself (WILD-1, WILD-2, REG-8).
 */
import type { MessageOf } from '../../../wire/schema.ts';
import type { Us } from '../../../lib/time.ts';
import type { RuleId } from '../../rules.ts';
import type { Subscription } from '../../settings.ts';
import type { Effects } from '../../step.ts';
import { topicMetadataRequest } from '../messages.ts';
import type { topicMetadataResponse } from '../messages.ts';
import { sendRequest } from './connection.ts';
import { registerForOtherTopics, wantsOtherTopics } from './registration.ts';
import type { ConsumerState } from './state.ts';
import { isByPattern, matchingTopics } from './subscription.ts';
import { startRefresh, stopRefresh } from './timers.ts';

/** [WILD-1] Asks whom it is connected to: any broker knows them. [WILD-2] Again later, answered or not. */
export function askForTopics(state: ConsumerState, out: Effects): void {
  const isFirst = state.knownTopics === null;
  const rules: readonly RuleId[] = isFirst ? ['WILD-1'] : ['WILD-1', 'WILD-2'];
  sendRequest(state, out, topicMetadataRequest, { topics: [] }, { rules });
  startRefresh(state, out);
}

/** [WILD-2] It is time to ask. Who is not part of the group asks when it is. */
export function refreshTopics(state: ConsumerState, out: Effects): void {
  state.topicsDue = true;
  if (state.state === 'PartOfGroup') askForTopics(state, out);
  else startRefresh(state, out);
}

/** What there is, and so what it wants. Nothing to it if it meanwhile wants topics by name. */
export function takeTopics(
  state: ConsumerState,
  { topics }: Pick<MessageOf<typeof topicMetadataResponse>, 'topics'>,
): void {
  const { subscription, knownTopics } = state;
  if (!isByPattern(subscription)) return;
  const names = topics.flatMap(({ topic, partitions }) => (partitions > 0 ? [topic] : []));
  state.topicsDue = false;
  if (knownTopics !== null && isSameSequence(knownTopics, names)) return;
  state.knownTopics = names;
  state.wantedTopics = matchingTopics(subscription, names);
}

function isSameSequence(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

/**
 * [REG-8] A new list is kept until the consumer is part of the group. Patterns are no list before it
 * knows the topics: until then the list that it had stands.
 */
export function changeSubscription(
  state: ConsumerState,
  out: Effects,
  nowUs: Us,
  subscription: Subscription,
): void {
  state.subscription = subscription;
  out.report({ kind: 'subscription-changed', ...subscription }, ['REG-8']);
  if (!isByPattern(subscription)) {
    stopRefresh(out);
    state.topicsDue = false;
    state.knownTopics = null;
    state.wantedTopics = subscription.topics;
  } else if (state.knownTopics !== null) {
    state.wantedTopics = matchingTopics(subscription, state.knownTopics);
  } else return refreshTopics(state, out);
  if (state.state === 'PartOfGroup' && wantsOtherTopics(state)) {
    registerForOtherTopics(state, out, nowUs, []);
  }
}
