import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from '../../../wire/codec.ts';
import { zeroOf } from '../../../wire/compile.ts';
import type { Fields, MessageSchema, ValueOf } from '../../../wire/schema.ts';
import { catalogue } from '../catalogue.ts';
import { heartbeatResponse, registerMessages } from '../messages.ts';
import { Harness, inState } from './harness.ts';

/** Consumers that wait for every kind of answer there is. */
const situations: Readonly<Record<string, () => Harness>> = {
  'that looks for its coordinator': inState.Discovering,
  'that asks for topics': () =>
    new Harness({ subscription: { allow: ['o.*'] } }).reachingCoordinator(),
  'that registers': inState.Registering,
  'that is part of its group': () => {
    const consumer = new Harness({ subscription: { deny: ['c.*'] } }).joined();
    for (const timer of ['heartbeat', 'commit', 'metadata-refresh'] as const) consumer.fire(timer);
    return consumer;
  },
  'that sends its first heartbeat to a coordinator found again': inState.Rediscovering,
};
const situation = fc.constantFrom(...Object.values(situations));

const bytes = fc.uint8Array({ maxLength: 80 });
const responses = (registerMessages as readonly MessageSchema[]).filter(
  ({ direction }) => direction === 'response',
);

/** A good answer to one of its requests, of some api, before something happens to it. */
function answerTo(consumer: Harness, schema: MessageSchema, pick: number): Uint8Array {
  const { fields, name } = schema;
  const zero = zeroOf({ type: 'struct', struct: { name, fields }, about: '', since: 0 }) as object;
  const ids = [...consumer.state.awaiting.keys()];
  const version = 'version' in fields ? { version: 1 } : {};
  const value = { ...zero, ...version, correlationId: ids[pick % ids.length] ?? 0 };
  return encodeFrame(schema, value as unknown as ValueOf<Fields>, 1);
}

const spoilt = fc.record({
  schema: fc.constantFrom(...responses),
  pick: fc.nat(99),
  flips: fc.array(fc.tuple(fc.nat(999), fc.integer({ min: 1, max: 255 })), { maxLength: 3 }),
  cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  more: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.array(fc.nat(255), { maxLength: 4 }),
  ),
});

/** What is wrong after it has got the frame; and it must not throw. */
function faults(consumer: Harness, frame: Uint8Array): string[] {
  const { connection } = consumer;
  consumer.deliver(frame);
  const { state, timers, effects } = consumer;
  const checks = {
    'it does not go on': timers.size > 0 || state.state === 'Down',
    ...(decodeFrame(frame, catalogue).ok
      ? {}
      : {
          'it did not close': effects.some(
            (one) => one.do === 'close-connection' && one.connection === connection,
          ),
          'it has a connection': state.connection === null,
          'it is not looking': ['Discovering', 'Rediscovering'].includes(state.state),
          'it does not back off': consumer.timer('backoff')?.rules.includes('WIRE-0') === true,
        }),
  };
  return Object.entries(checks).flatMap(([fault, isFine]) => (isFine ? [] : [fault]));
}

describe('[WIRE-0] any bytes', () => {
  test('at random: nothing is thrown, the connection is closed, the process goes on', () => {
    fc.assert(
      fc.property(situation, bytes, (make, frame) => {
        expect(faults(make(), frame)).toEqual([]);
      }),
    );
  });

  test('of an answer in which some are changed, missing or too many', () => {
    fc.assert(
      fc.property(situation, spoilt, (make, { schema, pick, flips, cut, more }) => {
        const consumer = make();
        const whole = [...answerTo(consumer, schema, pick), ...more];
        const frame = Uint8Array.from(whole.slice(0, Math.max(0, whole.length - cut)));
        for (const [index, flip] of flips) {
          const at = index % Math.max(1, frame.length);
          frame[at] = (frame[at] ?? 0) ^ flip;
        }
        expect(faults(consumer, frame)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(Object.entries(situations))('at one %s: it backs off and asks on', (_, make) => {
    const consumer = make();
    const isMember = consumer.state.member !== null;
    expect(faults(consumer, new Uint8Array([0, 0, 0, 2, 0x80, 12]))).toEqual([]);
    consumer.fire('backoff');
    expect(consumer.connections.size).toBe(1);
    consumer.opened();
    expect(consumer.sentApis).toEqual(['ConsumerMetadata']);
    expect(consumer.state.member !== null).toBe(isMember);
  });
});

describe('[WIRE-0] MalformedMessage: what it sent was spoilt on its way', () => {
  test('where it asked for the coordinator: the next broker, after a backoff', () => {
    const consumer = inState.Discovering().answerCoordinator('', -1, 'MalformedMessage');
    expect(consumer.timerNames).toEqual(['backoff']);
  });

  test('a registration, a heartbeat, a question for offsets: another connection', () => {
    const registering = inState.Registering().answerRegistration('MalformedMessage');
    expect(registering.state.state).toBe('Discovering');
    const member = new Harness().joined().answerOffsets([], 'MalformedMessage');
    expect(member.state).toMatchObject({ state: 'Rediscovering', member: 'billing-host-1-1' });
    const probing = inState.Rediscovering().answerHeartbeat('MalformedMessage');
    expect(probing.state).toMatchObject({ state: 'Rediscovering', fetching: true });
    for (const consumer of [registering, member, probing]) {
      expect(consumer.timerNames).toEqual(['backoff']);
      expect(consumer.state.connection).toBeNull();
    }
  });

  test('a commit: the next one says it again', () => {
    const consumer = inState.PartOfGroup();
    consumer.fire('commit');
    consumer.answerCommit('MalformedMessage');
    expect(consumer.effects).toEqual([]);
  });

  test('a code that nobody has defined is read as one', () => {
    const consumer = inState.PartOfGroup();
    consumer.fire('heartbeat');
    const value = { groupId: 'billing', groupGenerationId: 1, consumerId: '', errorCode: 999 };
    consumer.answer(heartbeatResponse, value);
    expect(consumer.facts('consumer-state')).toMatchObject([
      { fact: { state: 'Rediscovering', reason: 'refused: MalformedMessage' } },
    ]);
  });
});
