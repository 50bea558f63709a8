import { describe, expect, test } from 'vitest';
import type { ErrorName } from '../../../wire/errors.ts';
import { Harness } from './harness.ts';

describe('the request', () => {
  test('[REG-1] carries its timing settings, its host, its topics and an empty id', () => {
    const consumer = new Harness().registering();
    expect(consumer.sent).toMatchObject([
      {
        rules: ['REG-1'],
        about: { api: 'RegisterConsumer', direction: 'request', group: 'billing' },
        value: {
          version: 1,
          groupId: 'billing',
          consumerHost: 'host-1',
          sessionTimeout: 1000,
          topics: ['orders'],
          heartbeatFrequency: 3,
          failedHeartbeatThreshold: 3,
          consumerId: '',
          strategy: 'range',
        },
      },
    ]);
    expect(consumer.sent[0]?.about.generation).toBeUndefined();
  });

  test('[REG-1] carries its id once it has one', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration');
    expect(consumer.lastRequest('RegisterConsumer').value['consumerId']).toBe('billing-host-1-1');
  });

  test('[REG-6] a restarted consumer comes back without an id and says that it restarted', () => {
    const consumer = new Harness({}, 2).registering();
    expect(consumer.sent).toMatchObject([{ rules: ['REG-1', 'REG-6'], value: { consumerId: '' } }]);
    expect(new Harness({}, 1).registering().sent[0]?.rules).toEqual(['REG-1']);
  });

  test('[REG-9] an empty topic list is registered like any other', () => {
    const consumer = new Harness({ subscription: { topics: [] } }).registering();
    expect(consumer.sent).toMatchObject([{ rules: ['REG-1', 'REG-9'], value: { topics: [] } }]);
    consumer.answerRegistration('None', []);
    expect(consumer.state).toMatchObject({ state: 'PartOfGroup', fetching: true });
    expect(consumer.sent).toEqual([]);
  });

  test('[REG-10] correlation ids count up over all connections', () => {
    const consumer = new Harness().probing();
    const ids = consumer.requests.map(({ about }) => about.correlationId);
    expect(ids).toEqual(ids.map((_, i) => i + 1));
    expect(new Set(consumer.requests.map(({ connection }) => connection)).size).toBeGreaterThan(1);
  });

  test('version 0 has no place for id and strategy', () => {
    const consumer = new Harness({ wireVersion: 0 }).registering();
    expect(consumer.sent[0]?.value).toMatchObject({ version: 0, consumerId: '', strategy: '' });
    expect(consumer.answerRegistration().state.state).toBe('PartOfGroup');
  });
});

describe('the answer', () => {
  test('[RB-7] it stores id and generation, and sends both from then on', () => {
    const consumer = new Harness().registering().answerRegistration('None', [0], 4);
    expect(consumer.state).toMatchObject({ member: 'billing-host-1-1', generation: 4 });
    consumer.fire('heartbeat');
    expect(consumer.sent).toMatchObject([
      {
        about: { generation: 4 },
        value: { consumerId: 'billing-host-1-1', groupGenerationId: 4 },
      },
    ]);
  });

  test.each<[ErrorName, string]>([
    ['InvalidSessionTimeout', 'session timeout'],
    ['HeartbeatFrequencyTooHigh', 'heartbeat interval'],
    ['InvalidRequest', 'below 1'],
    ['UnknownPartitionAssignmentStrategy', 'assignment strategy'],
    ['InconsistentPartitionAssignmentStrategy', "group's"],
  ])('[REG-2] %s is fatal: it says why, closes and ends', (error, words) => {
    const consumer = new Harness().registering();
    const { connection } = consumer;
    consumer.answerRegistration(error);
    const [failed] = consumer.facts('consumer-failed');
    expect(failed).toMatchObject({ fact: { error }, rules: ['REG-2'] });
    expect(failed?.fact.text).toContain(words);
    expect(consumer.facts('consumer-state')).toMatchObject([{ fact: { state: 'Down' } }]);
    expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
    expect(consumer.effects.at(-1)).toEqual({ do: 'exit', reason: 'fatal-error' });
  });

  test('[REG-2] the same error to a heartbeat is not fatal', () => {
    const consumer = new Harness().probing().answerHeartbeat('InvalidRequest');
    expect(consumer.state.state).toBe('Rediscovering');
    expect(consumer.facts('consumer-failed')).toEqual([]);
  });

  test('[REG-3] UnknownConsumer: it forgets its id and registers as new on the same connection', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration');
    const { connection } = consumer;
    consumer.answerRegistration('UnknownConsumer');
    expect(consumer.state).toMatchObject({ state: 'Registering', member: null, generation: -1 });
    expect(consumer.sent).toMatchObject([
      { connection, rules: ['REG-1', 'REG-3'], value: { consumerId: '' } },
    ]);
    expect(consumer.facts('consumer-state')[0]?.rules).toContain('REG-3');
  });

  test('[REG-3] a newcomer has no id to forget: it looks elsewhere', () => {
    const consumer = new Harness().registering().answerRegistration('UnknownConsumer');
    expect(consumer.state.state).toBe('Discovering');
    expect(consumer.timerNames).toEqual(['backoff']);
  });

  test.each<[ErrorName, string]>([
    ['NotCoordinatorForGroup', 'COORD-6'],
    ['CoordinatorStartupNotComplete', 'COORD-5'],
    ['MalformedMessage', 'DISC-2'],
    ['UnknownTopic', 'DISC-2'],
  ])('[HB-8] %s acts like a closed connection, with backoff', (error, rule) => {
    const consumer = new Harness().registering();
    const { connection } = consumer;
    consumer.answerRegistration(error);
    expect(consumer.facts('consumer-state')).toMatchObject([
      { fact: { previous: 'Registering', state: 'Discovering' }, rules: ['HB-8', rule] },
    ]);
    expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
    expect(consumer.timerNames).toEqual(['backoff']);
  });
});

describe('no answer', () => {
  test.each([
    [{ heartbeatFrequency: 3, failedHeartbeatThreshold: 3 }, 2_000_000],
    [{ heartbeatFrequency: 3, failedHeartbeatThreshold: 2 }, 2_000_000],
    [{ heartbeatFrequency: 3, failedHeartbeatThreshold: 4 }, 2_333_333],
  ])('[REG-7] with %j it gives up after %i us, not earlier', (timing, limitUs) => {
    const consumer = new Harness(timing).registering();
    const { peer } = consumer;
    consumer.passTo(limitUs - 1);
    expect(consumer.state.state).toBe('Registering');
    expect(consumer.peer).toBe(peer);
    consumer.passTo(limitUs);
    expect(consumer.state.state).toBe('Discovering');
    // At once: no backoff.
    expect(consumer.timerNames).toEqual(['request']);
    expect(consumer.connections.size).toBe(1);
  });

  test('[REG-7] with an id it is Rediscovering', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration').fire('registration');
    expect(consumer.facts('consumer-state')).toMatchObject([
      { fact: { state: 'Rediscovering', fetching: false }, rules: ['REG-7'] },
    ]);
    expect(consumer.timerNames).toEqual(['request']);
  });

  test('[DISC-2] a newcomer whose connection closes is no member yet: it backs off', () => {
    const consumer = new Harness().registering().closed();
    expect(consumer.state.state).toBe('Discovering');
    expect(consumer.timerNames).toEqual(['backoff']);
  });

  test('[HB-5] a member whose connection closes while it registers asks the next at once', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration').closed();
    expect(consumer.state.state).toBe('Rediscovering');
    expect(consumer.timerNames).toEqual(['request']);
  });
});
