/**
 * What a consumer knows: plain data, changed in place by its steps. Timers are not in here: they
 * are the loop's, and timers.ts says when they may run.
 */
import { nextInt, randomStream } from '../../../lib/random.ts';
import type { RandomStream } from '../../../lib/random.ts';
import type { Us } from '../../../lib/time.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { ReadFrom, TopicLog } from '../../logs.ts';
import type { ConsumerSettings, Subscription } from '../../settings.ts';
import type { ConnectionId, ProcessStart } from '../../step.ts';
import { isByPattern } from './subscription.ts';

export interface ConsumerState {
  readonly name: string;
  readonly incarnation: number;
  readonly settings: ConsumerSettings;
  readonly random: RandomStream;
  state: ConsumerStateName;
  /** The only one: it is closed before another one is opened. */
  connection: Connection | null;
  nextConnection: number;
  /** [REG-10] Counts up for the life of the process, over all its connections. */
  nextCorrelationId: number;
  /** Requests on the connection whose answer would still be read: correlation id to api. */
  readonly awaiting: Map<number, string>;
  /** [DISC-1] Index into the bootstrap list of the broker whose turn it is. */
  nextBroker: number;
  /** [DISC-2] The longest that the next wait may be. */
  backoffUs: Us;
  /** Who coordinates the group, as last heard. */
  coordinator: string | null;
  /** [DISC-3] Highest coordinator epoch seen in any answer; -1 before the first. */
  highestEpoch: number;
  /** Its id in the group. */
  member: string | null;
  /** -1 before the first. */
  generation: number;
  /** Reads its partitions; goes on in Rediscovering if it came from PartOfGroup. */
  fetching: boolean;
  /** What it was given in its generation, by `topic/partition`. */
  readonly owned: Map<string, OwnedPartition>;
  /** How many partitions it holds: they share its rate (OFF-2). */
  reading: number;
  /** The logs of all topics there are. */
  logs: readonly TopicLog[];
  subscription: Subscription;
  /** [WILD-1] All topics that there are, as last heard; null while it does not know or need them. */
  knownTopics: readonly string[] | null;
  /** [WILD-2] It is time to hear of them. */
  topicsDue: boolean;
  /** Topics that it wants to have. */
  wantedTopics: readonly string[];
  /** Topics of the registration sent last. */
  sentTopics: readonly string[];
  /** [REG-8] Topics of the last registration that was answered with success. */
  answeredTopics: readonly string[];
}

export interface Connection {
  readonly id: ConnectionId;
  readonly peer: string;
  /** To ask who coordinates the group, or to the coordinator itself. */
  purpose: 'discovery' | 'coordinator';
  isOpen: boolean;
}

export interface OwnedPartition {
  readonly topic: string;
  readonly partition: number;
  /** Its topic's log; null where there is no such topic. */
  log: TopicLog | null;
  /** [TOP-2] Its topic was deleted since the registration: one of the same name is another one. */
  isGone: boolean;
  /** Its anchor: the next record to read at a moment; null until the coordinator has said it (OFF-4). */
  position: ReadFrom | null;
  /** Up to where, and when, it has said that it has read (OFF-2). */
  reported: ReadFrom;
  /** It is being read: acquired and not released. */
  held: boolean;
}

/** A consumer that has not started: it knows its settings and nobody. */
export function initialState({ name, incarnation, seed, settings }: ProcessStart): ConsumerState {
  if (settings.role !== 'consumer') throw new Error(`${name} has no settings of a consumer`);
  const random = randomStream(seed, `${name}/${incarnation}`);
  const { subscription } = settings;
  const byPattern = isByPattern(subscription);
  return {
    name,
    incarnation,
    settings,
    random,
    state: 'Down',
    connection: null,
    nextConnection: 1,
    nextCorrelationId: 1,
    awaiting: new Map(),
    // [DISC-1] They are tried in turn, starting at a random one.
    nextBroker: nextInt(random, 0, settings.bootstrap.length - 1),
    backoffUs: settings.backoffMinUs,
    coordinator: null,
    highestEpoch: -1,
    // [REG-6] A restarted one comes back without an id: a new consumer.
    member: null,
    generation: -1,
    fetching: false,
    owned: new Map(),
    reading: 0,
    logs: [],
    subscription,
    knownTopics: null,
    topicsDue: byPattern,
    // [WILD-1] With patterns it does not register before it knows the topics.
    wantedTopics: byPattern ? [] : subscription.topics,
    sentTopics: [],
    answeredTopics: [],
  };
}
