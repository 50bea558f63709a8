import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../../wire/codec.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import { heartbeatRequest } from '../messages.ts';
import type { HeartbeatRequest } from '../messages.ts';
import { Harness, inState } from './harness.ts';

/** When the member sends its heartbeats, while each is answered at once. */
function beats(consumer: Harness, untilUs: number): number[] {
  const at: number[] = [];
  for (;;) {
    const next = consumer.timer('heartbeat')?.atUs ?? Infinity;
    if (next > untilUs) return at;
    consumer.passTo(next);
    expect(consumer.sentApis).toContain('Heartbeat');
    at.push(next);
    consumer.answerHeartbeat();
  }
}

describe('sending', () => {
  test('[HB-1] every S / F from when it became part of the group, without drift', () => {
    const consumer = new Harness().joined([]);
    const expected = Array.from({ length: 30 }, (_, i) => (i + 1) * 333_333);
    expect(beats(consumer, 10_000_000)).toEqual(expected);
  });

  test.each([
    [1000, 3, 333_333],
    [1000, 7, 142_857],
    [2000, 3, 666_667],
    [1000, 1, 1_000_000],
    // The least there is: time must not stand still.
    [1, 30_000, 1],
  ])('[CFG-1] S = %i, F = %i: every %i us, rounded once', (sessionTimeoutMs, F, intervalUs) => {
    const consumer = new Harness({ sessionTimeoutMs, heartbeatFrequency: F }).joined([]);
    expect(consumer.timer('heartbeat')?.atUs).toBe(intervalUs);
    expect(consumer.timer('coordinator-failed')?.atUs).toBe(sessionTimeoutMs * 1000);
  });

  test('[HB-1] answered or not', () => {
    const consumer = new Harness().joined([]).passTo(999_999);
    expect(consumer.sentApis).toEqual(['Heartbeat', 'Heartbeat', 'Heartbeat']);
    expect(consumer.sent[0]).toMatchObject({
      rules: ['HB-1'],
      value: { groupId: 'billing', groupGenerationId: 1, consumerId: 'billing-host-1-1' },
    });
  });

  test('[HB-1] none before S / F', () => {
    const consumer = new Harness().joined([]).passTo(333_332);
    expect(consumer.sent).toEqual([]);
    expect(consumer.passTo(333_333).sentApis).toEqual(['Heartbeat']);
  });

  test('[HB-1] in Rediscovering at once, and every S / F from that one on', () => {
    const consumer = inState.Rediscovering();
    expect(consumer.sent).toMatchObject([
      { about: { api: 'Heartbeat', generation: 1 }, rules: ['HB-1', 'HB-8'] },
    ]);
    expect(consumer.passTo(333_332).sent).toEqual([]);
    consumer.passTo(333_333);
    expect(consumer.sentApis).toEqual(['Heartbeat']);
    // It goes on from there whenever one is accepted.
    consumer.passTo(500_000).answerHeartbeat();
    expect(consumer.state.state).toBe('PartOfGroup');
    expect(consumer.timer('heartbeat')?.atUs).toBe(666_666);
  });

  test('no heartbeat is sent while it registers', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    consumer.answerHeartbeat('IllegalGeneration');
    expect(consumer.timerNames).toEqual(['registration']);
  });
});

describe('a silent coordinator', () => {
  test('[HB-0] its silence counts from when the registration was answered', () => {
    const consumer = new Harness({ requestTimeoutUs: 5_000_000 }).registering().passTo(1_500_000);
    consumer.answerRegistration('None', []);
    consumer.passTo(2_499_999);
    expect(consumer.state.state).toBe('PartOfGroup');
    consumer.passTo(2_500_000);
    expect(consumer.state.state).toBe('Rediscovering');
  });

  test('[HB-4] no answer for S: given up, and the next broker asked at once', () => {
    const consumer = new Harness().joined([]).passTo(400_000);
    consumer.answerHeartbeat();
    const { connection } = consumer;
    consumer.passTo(1_399_999);
    expect(consumer.state.state).toBe('PartOfGroup');
    consumer.passTo(1_400_000);
    expect(consumer.facts('consumer-state')).toMatchObject([
      {
        fact: { previous: 'PartOfGroup', state: 'Rediscovering', fetching: true },
        rules: ['HB-4'],
      },
    ]);
    expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
    expect(consumer.timerNames).toEqual(['request']);
    expect(consumer.connections.size).toBe(1);
  });

  test('[HB-4] an answer to a commit does not count as one to a heartbeat', () => {
    const consumer = new Harness({ commitIntervalUs: 900_000 }).reading().passTo(950_000);
    consumer.answerCommit();
    expect(consumer.timer('coordinator-failed')?.atUs).toBe(1_000_000);
  });

  test('[HB-4] its timer names the coordinator', () => {
    expect(new Harness().joined().timer('coordinator-failed')?.subject).toBe('broker-2');
  });

  test('[HB-5] a member that finds its connection closed does the same at once', () => {
    const consumer = new Harness().reading().closed();
    expect(consumer.facts('consumer-state')).toMatchObject([
      { fact: { state: 'Rediscovering', fetching: true }, rules: ['HB-5'] },
    ]);
    expect(consumer.timerNames).toEqual(['request']);
    expect(consumer.connections.size).toBe(1);
  });

  test('[DISC-2] while it looks for the coordinator a connection that fails is a step that failed', () => {
    const asking = new Harness().reading().closed().opened().closed();
    expect(asking.timerNames).toEqual(['backoff']);
    const reaching = new Harness().reading().closed().opened();
    const other = ['broker-1', 'broker-2'].find((broker) => broker !== reaching.peer);
    reaching.answerCoordinator(other, 2).closed('refused');
    expect(reaching.timerNames).toEqual(['backoff']);
  });

  test('[HB-5] the end of a connection that it has given up means nothing', () => {
    const consumer = new Harness().reading();
    const { connection } = consumer;
    consumer.fire('coordinator-failed');
    consumer.step({ kind: 'connection-closed', connection, peer: 'broker-2', reason: 'reset' });
    expect(consumer.effects).toEqual([]);
  });

  test.each([
    [{}, 1_000_000],
    [{ sessionTimeoutMs: 3000 }, 3_000_000],
    [{ requestTimeoutUs: 2_000_000 }, 2_000_000],
  ])('[HB-8] with %j the first heartbeat of Rediscovering is waited for %i us', (settings, us) => {
    const consumer = new Harness(settings).probing();
    const { connection } = consumer;
    consumer.passTo(us - 1);
    expect(consumer.connection).toBe(connection);
    consumer.passTo(us);
    // It counts like a closed connection of a member: the next broker is asked at once.
    expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
    expect(consumer.timerNames).toEqual(['request']);
    expect(consumer.state.state).toBe('Rediscovering');
    expect(consumer.facts('consumer-state')).toEqual([]);
  });

  test('[HB-8] what still arrives on a connection given up is not read', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    const late = consumer.lastRequest('Heartbeat');
    consumer.fire('coordinator-failed');
    consumer.answerHeartbeat('UnknownConsumer', late);
    expect(consumer.effects).toEqual([]);
    expect(consumer.state.state).toBe('Rediscovering');
  });
});

describe('answers', () => {
  test('accepted in Rediscovering: it takes its ownership up again at its own positions', () => {
    const consumer = inState.Rediscovering();
    const before = structuredClone(consumer.state.owned);
    consumer.answerHeartbeat();
    expect(consumer.facts('consumer-state')).toMatchObject([
      { fact: { previous: 'Rediscovering', state: 'PartOfGroup', fetching: true } },
    ]);
    expect(consumer.state.owned).toEqual(before);
    expect(consumer.sent).toEqual([]);
    expect(consumer.timerNames).toEqual(['commit', 'coordinator-failed', 'heartbeat']);
  });

  test.each<ErrorName>(['NotCoordinatorForGroup', 'CoordinatorStartupNotComplete'])(
    '[HB-8] %s: it closes, and looks elsewhere after a backoff',
    (error) => {
      const consumer = new Harness().reading();
      const { connection } = consumer;
      consumer.fire('heartbeat');
      consumer.answerHeartbeat(error);
      expect(consumer.state).toMatchObject({ state: 'Rediscovering', fetching: true });
      expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
      expect(consumer.timerNames).toEqual(['backoff']);
    },
  );

  test.each([
    ['PartOfGroup', 'HB-2'],
    ['Rediscovering', 'HB-5'],
  ] as const)('[HB-5] UnknownConsumer in %s: it drops all and registers as new', (from, rule) => {
    const consumer = inState[from]();
    if (from === 'PartOfGroup') consumer.fire('heartbeat');
    const { connection } = consumer;
    consumer.answerHeartbeat('UnknownConsumer');
    expect(consumer.sentApis).toEqual(['RegisterConsumer']);
    expect(consumer.sent[0]).toMatchObject({ connection, value: { consumerId: '' } });
    expect(consumer.facts('consumer-state')[0]?.rules).toContain(rule);
    expect(consumer.facts('partition-released')).toHaveLength(2);
    expect(consumer.state).toMatchObject({ member: null, generation: -1, fetching: false });
    expect(consumer.state.owned.size).toBe(0);
  });

  test('one that answers nothing that was asked is not read', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    const sent = consumer.lastRequest('Heartbeat');
    const about = { ...sent.about, correlationId: 99 };
    consumer.answerHeartbeat('UnknownConsumer', { ...sent, about });
    expect(consumer.state.state).toBe('PartOfGroup');
    // And each is read once.
    consumer.answerHeartbeat('None', sent).answerHeartbeat('UnknownConsumer', sent);
    expect(consumer.effects).toEqual([]);
  });

  test('[WIRE-0] an answer is matched by api and correlation id, on its own connection', () => {
    const consumer = new Harness().reading();
    consumer.fire('commit');
    consumer.answerHeartbeat('UnknownConsumer', consumer.lastRequest('OffsetCommit'));
    expect(consumer.effects).toEqual([]);
    consumer.fire('heartbeat');
    const { about } = consumer.lastRequest('Heartbeat');
    consumer.closed().rediscovered();
    const { connection } = consumer;
    consumer.answerHeartbeat('UnknownConsumer', { ...consumer.lastRequest('Heartbeat'), about });
    expect(consumer.connection).toBe(connection);
    expect(consumer.effects).toEqual([]);
  });

  test('[WIRE-0] a consumer serves no requests', () => {
    const consumer = new Harness().reading();
    consumer.fire('heartbeat');
    const { about, value } = consumer.lastRequest('Heartbeat');
    const request = { ...value, correlationId: about.correlationId } as unknown as HeartbeatRequest;
    consumer.deliver(encodeFrame(heartbeatRequest, request, 1));
    expect(consumer.effects).toEqual([]);
    expect(consumer.state.awaiting.has(about.correlationId)).toBe(true);
  });

  test('[WIRE-0] bytes that do not decode: the connection is closed, the process goes on', () => {
    const consumer = new Harness().reading();
    const { connection } = consumer;
    consumer.deliver(new Uint8Array([0, 0, 0, 2, 0x80, 12]));
    expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
    expect(consumer.state.state).toBe('Rediscovering');
    expect(consumer.timerNames).toEqual(['backoff']);
  });
});
