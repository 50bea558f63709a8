import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assert, known } from '../../../lib/assert.ts';
import { clone } from '../../../lib/clone.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ConsumerStateName, Fact } from '../../facts.ts';
import type { TopicLog } from '../../logs.ts';
import type { ConsumerSettings, Subscription } from '../../settings.ts';
import type { OffsetCommitRequest } from '../messages.ts';
import { consumerMachine } from './machine.ts';
import { Harness } from './harness.ts';
import type { Sent } from './harness.ts';
import { isByPattern } from './subscription.ts';
import { timerStates } from './timers.ts';

const rare = ['close', 'late', 'garbage', 'subscribe', 'thaw', 'logs'] as const;

interface Move {
  readonly go: (typeof rare)[number] | 'on' | 'timer' | 'answer';
  /** Which of several; taken modulo how many there are. */
  readonly pick: number;
  readonly error: ErrorName;
}

const errors = Object.keys(errorCodes) as ErrorName[];
const subscriptions: readonly Subscription[] = [
  { topics: ['orders'] },
  { topics: ['clicks'] },
  { topics: [] },
  { topics: ['clicks', 'orders'] },
  { allow: ['.*'] },
  { allow: ['orders|clicks'] },
  { allow: ['o.*', 'c.*'], deny: ['.*s'] },
  { deny: ['clicks'] },
];
const topicLists = [['orders'], ['clicks', 'orders'], ['orders', 'clicks'], [], ['payments']];

/** Orders as they may be found: bigger, faster, made anew, gone. */
function logsOf(pick: number): readonly TopicLog[] {
  const orders: TopicLog = {
    topic: 'orders',
    partitions: 1 + (pick % 3),
    recordsPerSecond: [0, 7, 300][pick % 3] ?? 0,
    ranges: [{ first: 0, sinceUs: pick % 2 }],
  };
  return pick % 5 === 0 ? [] : [orders];
}

const move: fc.Arbitrary<Move> = fc.record({
  go: fc.oneof(
    { weight: 9, arbitrary: fc.constant('on') },
    { weight: 2, arbitrary: fc.constantFrom('timer', 'answer') },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  ) as fc.Arbitrary<Move['go']>,
  pick: fc.nat(1000),
  error: fc.oneof(
    { weight: 12, arbitrary: fc.constant('None' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...errors) },
  ),
});

const answered = new WeakMap<Harness, Set<Sent>>();

function answer(consumer: Harness, sent: Sent, { pick, error }: Move): void {
  const done = answered.get(consumer) ?? new Set();
  answered.set(consumer, done.add(sent));
  const offsets = [0, 1, 2].slice(pick % 2).map((partition) => {
    return { topic: 'orders', partition, offset: (pick % 9) - 1 };
  });
  switch (sent.about.api) {
    case 'ConsumerMetadata':
      consumer.answerCoordinator(`broker-${1 + (pick % 3)}`, pick % 8 === 0 ? 1 : 2, error, sent);
      return;
    case 'RegisterConsumer':
      consumer.answerRegistration(error, [0, 1, 2].slice(pick % 4), pick, sent);
      return;
    case 'Heartbeat':
      consumer.answerHeartbeat(error, sent);
      return;
    case 'OffsetFetch':
      consumer.answerOffsets(offsets, error, sent);
      return;
    case 'OffsetCommit':
      consumer.answerCommit(error, sent);
      return;
    case 'TopicMetadata':
      consumer.answerTopics(topicLists[pick % topicLists.length] ?? [], error, sent);
      return;
  }
}

/** The requests on its connection that nothing has answered. */
function unanswered(consumer: Harness): Sent[] {
  const done = answered.get(consumer);
  const { connection } = consumer.state;
  return consumer.requests.filter(
    (sent) => sent.connection === connection?.id && done?.has(sent) !== true,
  );
}

/** Makes the move if there is something to make it with. */
function make(consumer: Harness, it: Move): void {
  const { go, pick } = it;
  consumer.nowUs += pick * 100;
  const connection = consumer.state.connection;
  switch (go) {
    case 'on':
      // What would happen next if nothing went wrong.
      if (connection?.isOpen === false) consumer.opened();
      else make(consumer, { ...it, go: unanswered(consumer).length > 0 ? 'answer' : 'timer' });
      return;
    case 'timer': {
      const running = consumer.timerNames;
      const timer = running[pick % running.length];
      if (timer) consumer.fire(timer);
      return;
    }
    case 'close':
      if (connection) consumer.closed(connection.isOpen ? 'reset' : 'refused');
      return;
    case 'answer': {
      const open = unanswered(consumer);
      const sent = open[pick % open.length];
      if (sent) answer(consumer, sent, it);
      return;
    }
    case 'late': {
      const sent = consumer.requests[pick % consumer.requests.length];
      if (sent) answer(consumer, sent, it);
      return;
    }
    case 'garbage':
      if (connection?.isOpen)
        consumer.deliver(new Uint8Array([0, 0, 0, pick & 255, 128, pick & 15]));
      return;
    case 'subscribe': {
      consumer.subscribe(known(subscriptions[pick % subscriptions.length], 'subscription'));
      return;
    }
    case 'thaw':
      consumer.step({ kind: 'thawed', frozenAtUs: consumer.nowUs - pick * 50 });
      return;
    case 'logs':
      consumer.takeLogs(...logsOf(pick));
      return;
  }
}

/** What holds after every step; the names of those that do not. */
const invariants: Readonly<Record<string, (consumer: Harness) => boolean>> = {
  'one connection, or none': ({ connections, state }) =>
    connections.size === (state.connection === null ? 0 : 1),
  'what is held has a position': ({ state }) =>
    [...state.owned.values()].every(({ held, position }) => !held || position !== null),
  'it counts what it holds': ({ state }) =>
    state.reading === [...state.owned.values()].filter(({ held }) => held).length,
  'what is gone has no position': ({ state }) =>
    [...state.owned.values()].every(({ isGone, position }) => !isGone || position === null),
  'with patterns, and only then, it goes on asking for topics': (consumer) =>
    consumer.state.state === 'Down' ||
    refreshes(consumer) === (isByPattern(consumer.state.subscription) && !hasNeverAsked(consumer)),
  'it holds only while it fetches': ({ state }) =>
    state.fetching || [...state.owned.values()].every(({ held }) => !held),
  'it fetches in PartOfGroup': ({ state }) => state.state !== 'PartOfGroup' || state.fetching,
  'it fetches only there and in Rediscovering': ({ state }) =>
    !state.fetching || isMember(state.state),
  'it has no id in Discovering': ({ state }) =>
    state.state !== 'Discovering' || state.member === null,
  'a member has id and generation': ({ state }) =>
    !isMember(state.state) || (state.member !== null && state.generation >= 0),
  'one timer of a name': ({ timerNames }) => new Set(timerNames).size === timerNames.length,
  'timers run where they may': ({ timerNames, state }) =>
    timerNames.every((timer) => timerStates[timer]?.includes(state.state)),
  'a registration has a limit': (consumer) =>
    consumer.timerNames.includes('registration') === (consumer.state.state === 'Registering'),
  'heartbeats and their answers are due while a member has a coordinator': (consumer) =>
    ['heartbeat', 'coordinator-failed'].every(
      (timer) =>
        consumer.timerNames.some((name) => name === timer) ===
        (isMember(consumer.state.state) && isAtCoordinator(consumer)),
    ),
  'it commits in PartOfGroup': ({ timerNames, state }) =>
    timerNames.includes('commit') === (state.state === 'PartOfGroup'),
  'a step of discovery has a limit': (consumer) =>
    !looks(consumer) ||
    consumer.timerNames.includes('request') ===
      (consumer.state.connection !== null &&
        !(consumer.state.state === 'Rediscovering' && isAtCoordinator(consumer))),
  'between two steps it backs off': (consumer) =>
    consumer.timerNames.includes('backoff') ===
    (looks(consumer) && consumer.state.connection === null),
  'it always goes on': ({ timers, state }) => state.state === 'Down' || timers.size > 0,
  'correlation ids count up': ({ requests }) =>
    requests.every(({ about }, i) => about.correlationId === i + 1),
  'one registration at a time': (consumer) =>
    unanswered(consumer).filter(({ about }) => about.api === 'RegisterConsumer').length <= 1,
};

const refreshes = ({ timerNames }: Harness) => timerNames.includes('metadata-refresh');
const hasNeverAsked = ({ state: { state, knownTopics }, timerNames }: Harness) =>
  state === 'Discovering' && knownTopics === null && !timerNames.includes('metadata-refresh');
const isMember = (state: ConsumerStateName) => state === 'PartOfGroup' || state === 'Rediscovering';
const looks = ({ state }: Harness) =>
  state.state === 'Discovering' || state.state === 'Rediscovering';
const isAtCoordinator = ({ state: { connection } }: Harness) =>
  connection?.purpose === 'coordinator' && connection.isOpen;

function broken(consumer: Harness): string[] {
  return Object.entries(invariants).flatMap(([name, holds]) => (holds(consumer) ? [] : [name]));
}

type Held = Map<string, number>;

/**
 * What the facts say that it holds, and up to where it has read that; throws where one acquires what
 * is held, or the reverse, or where what was read does not follow on what was read before.
 */
function foldHeld({ effects, sent }: Harness, held: Held): void {
  for (const effect of effects) if (effect.do === 'report') foldFact(effect.fact, held);
  const commit = sent.find(({ about }) => about.api === 'OffsetCommit');
  for (const { topic, partition, offset } of (commit?.value['offsets'] ?? []) as OffsetToCommit[]) {
    const at = held.get(`${topic}/${partition}`) ?? offset;
    assert(at === offset, 'it commits what it has said that it has read');
  }
}

type OffsetToCommit = OffsetCommitRequest['offsets'][number];

function foldFact(fact: Fact, held: Held): void {
  switch (fact.kind) {
    case 'partition-acquired': {
      const key = `${fact.topic}/${fact.partition}`;
      assert(!held.has(key), `${key} is acquired once`);
      held.set(key, fact.offset);
      return;
    }
    case 'records-consumed': {
      const key = `${fact.topic}/${fact.partition}`;
      assert(held.get(key) === fact.fromOffset, `${key} is read on from where it was`);
      assert(fact.toOffset > fact.fromOffset, `${key} is read forwards`);
      held.set(key, fact.toOffset);
      return;
    }
    case 'partition-released': {
      const key = `${fact.topic}/${fact.partition}`;
      assert(held.get(key) === fact.offset, `${key} is released where it was read up to`);
      held.delete(key);
      return;
    }
    default:
  }
}

const believed = ({ state }: Harness) =>
  [...state.owned].flatMap(([key, partition]) => (partition.held ? [key] : []));

/** Some moves; most runs are long, or they would end where they begin. */
const moves = fc.array(move, { maxLength: 80, size: 'max' });

/** A consumer after some moves, unless one of them ended it. */
function after(made: readonly Move[], settings: Partial<ConsumerSettings> = {}): Harness {
  const consumer = new Harness(settings).start();
  for (const it of made) if (consumer.state.state !== 'Down') make(consumer, it);
  return consumer;
}

describe('any inputs in any order', () => {
  const versions = fc.constantFrom(0 as const, 1 as const);
  const subscription = fc.constantFrom(...subscriptions);

  test('it never throws, and what holds of its state always holds', () => {
    fc.assert(
      fc.property(versions, subscription, moves, (wireVersion, wanted, made) => {
        const consumer = new Harness({ wireVersion, subscription: wanted }).start();
        const held: Held = new Map();
        for (const it of made) {
          if (consumer.state.state === 'Down') break;
          consumer.effects = [];
          make(consumer, it);
          foldHeld(consumer, held);
          expect(broken(consumer)).toEqual([]);
          expect([...held.keys()].toSorted()).toEqual(believed(consumer).toSorted());
        }
      }),
      { numRuns: 150 },
    );
  });

  test('stopped at any moment, it gives up all that it holds and ends', () => {
    fc.assert(
      fc.property(moves, (made) => {
        const consumer = after(made);
        fc.pre(consumer.state.state !== 'Down');
        const held = believed(consumer);
        consumer.step({ kind: 'stop' });
        expect(consumer.facts('partition-released')).toHaveLength(held.length);
        expect(consumer.effects.at(-1)).toEqual({ do: 'exit', reason: 'stop' });
      }),
    );
  });

  test('a copy of its state goes on in the same way: it is plain data and draws its own luck', () => {
    fc.assert(
      fc.property(moves, (made) => {
        const consumer = after(made);
        const [running] = consumer.timers.values();
        fc.pre(running !== undefined);
        const { timer, subject } = running;
        const copy = clone(consumer.state);
        expect(copy).toEqual(consumer.state);
        const input = { kind: 'timer', timer, subject } as const;
        const effects = consumerMachine.step(copy, input, consumer.nowUs);
        expect(consumer.fire(timer)).toEqual(effects);
        expect(copy).toEqual(consumer.state);
      }),
    );
  });
});
