import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assert } from '../../../lib/assert.ts';
import { clone } from '../../../lib/clone.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { ConsumerSettings } from '../../settings.ts';
import type { Effect } from '../../step.ts';
import { consumerMachine } from './machine.ts';
import { Harness } from './harness.ts';
import type { Sent } from './harness.ts';
import { timerStates } from './timers.ts';

interface Move {
  readonly go: 'on' | 'timer' | 'close' | 'answer' | 'late' | 'garbage' | 'subscribe' | 'thaw';
  /** Which of several; taken modulo how many there are. */
  readonly pick: number;
  readonly error: ErrorName;
}

const errors = Object.keys(errorCodes) as ErrorName[];
const topicLists = [['orders'], ['clicks'], [], ['clicks', 'orders']];

const move: fc.Arbitrary<Move> = fc.record({
  go: fc.oneof(
    { weight: 9, arbitrary: fc.constant('on') },
    { weight: 2, arbitrary: fc.constantFrom('timer', 'answer') },
    { weight: 1, arbitrary: fc.constantFrom('close', 'late', 'garbage', 'subscribe', 'thaw') },
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
      const topics = topicLists[pick % topicLists.length] ?? [];
      consumer.step({ kind: 'subscribe', subscription: { topics } });
      return;
    }
    case 'thaw':
      consumer.step({ kind: 'thawed', frozenAtUs: 0 });
      return;
  }
}

/** What holds after every step; the names of those that do not. */
const invariants: Readonly<Record<string, (consumer: Harness) => boolean>> = {
  'one connection, or none': ({ connections, state }) =>
    connections.size === (state.connection === null ? 0 : 1),
  'what is held has a position': ({ state }) =>
    [...state.owned.values()].every(({ held, position }) => !held || position !== null),
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
      (consumer.state.connection !== null && !isAtCoordinator(consumer)),
  'between two steps it backs off': (consumer) =>
    consumer.timerNames.includes('backoff') ===
    (looks(consumer) && consumer.state.connection === null),
  'it always goes on': ({ timers, state }) => state.state === 'Down' || timers.size > 0,
  'correlation ids count up': ({ requests }) =>
    requests.every(({ about }, i) => about.correlationId === i + 1),
  'one registration at a time': (consumer) =>
    unanswered(consumer).filter(({ about }) => about.api === 'RegisterConsumer').length <= 1,
};

const isMember = (state: ConsumerStateName) => state === 'PartOfGroup' || state === 'Rediscovering';
const looks = ({ state }: Harness) =>
  state.state === 'Discovering' || state.state === 'Rediscovering';
const isAtCoordinator = ({ state: { connection } }: Harness) =>
  connection?.purpose === 'coordinator' && connection.isOpen;

function broken(consumer: Harness): string[] {
  return Object.entries(invariants).flatMap(([name, holds]) => (holds(consumer) ? [] : [name]));
}

/** What the facts say that it holds; throws where one acquires what is held, or the reverse. */
function foldHeld(effects: readonly Effect[], held: Set<string>): void {
  for (const effect of effects) {
    if (effect.do !== 'report') continue;
    const { fact } = effect;
    if (fact.kind !== 'partition-acquired' && fact.kind !== 'partition-released') continue;
    const key = `${fact.topic}/${fact.partition}`;
    const acquires = fact.kind === 'partition-acquired';
    assert(held.has(key) !== acquires, `${fact.kind} ${key} once`);
    if (acquires) held.add(key);
    else held.delete(key);
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

  test('it never throws, and what holds of its state always holds', () => {
    fc.assert(
      fc.property(versions, moves, (wireVersion, made) => {
        const consumer = new Harness({ wireVersion }).start();
        const held = new Set<string>();
        for (const it of made) {
          if (consumer.state.state === 'Down') break;
          consumer.effects = [];
          make(consumer, it);
          foldHeld(consumer.effects, held);
          expect(broken(consumer)).toEqual([]);
          expect([...held].toSorted()).toEqual(believed(consumer).toSorted());
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
