import { describe, expect, test } from 'vitest';
import { Harness, testSettings } from './harness.ts';

const { bootstrap } = testSettings;

/** The broker asked after `peer`. */
const after = (peer: string) => bootstrap[(bootstrap.indexOf(peer) + 1) % bootstrap.length];

describe('asking', () => {
  test('[DISC-1] it connects to a bootstrap broker and asks who coordinates its group', () => {
    const consumer = new Harness().start();
    expect(bootstrap).toContain(consumer.peer);
    expect(consumer.sent).toEqual([]);
    consumer.opened();
    expect(consumer.sent).toMatchObject([
      { rules: ['DISC-1'], value: { clientId: 'c-1', groupId: 'billing', version: 1 } },
    ]);
    expect(consumer.sentApis).toEqual(['ConsumerMetadata']);
  });

  test('[DISC-1] the first broker differs from seed to seed, the others follow in turn', () => {
    const first = (seed: number) => new Harness({}, 1, seed).start().peer;
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9].map(first))).toEqual(new Set(bootstrap));
    const consumer = new Harness().start();
    const asked = [consumer.peer];
    while (asked.length < 4) {
      consumer.closed('refused').fire('backoff');
      asked.push(consumer.peer);
    }
    expect(asked).toEqual([asked[0], after(asked[0]!), after(asked[1]!), asked[0]]);
  });

  test('[DISC-1] it connects to the coordinator that it is told, and closes the other connection', () => {
    const consumer = new Harness({ bootstrap: ['broker-1'] }).start().opened();
    const { connection } = consumer;
    consumer.answerCoordinator('broker-2');
    expect(consumer.peer).toBe('broker-2');
    expect(consumer.effects).toContainEqual({ do: 'close-connection', connection });
  });

  test('[REG-1] it registers on the connection that it has if it asked the coordinator itself', () => {
    const consumer = new Harness({ bootstrap: ['broker-2'] }).start().opened();
    const { connection } = consumer;
    consumer.answerCoordinator('broker-2');
    expect(consumer.sent).toMatchObject([{ connection, about: { api: 'RegisterConsumer' } }]);
    expect(consumer.timerNames).toEqual(['registration']);
  });
});

describe('steps that fail', () => {
  test.each([
    ['opening the connection', () => new Harness().start()],
    ['asking for the coordinator', () => new Harness().start().opened()],
    [
      'opening the connection to the coordinator',
      () => new Harness({ bootstrap: ['broker-1'] }).start().opened().answerCoordinator(),
    ],
  ])('[DISC-2] %s: given up at Q, not a microsecond earlier', (_, reach) => {
    const consumer = reach();
    const { connection } = consumer;
    consumer.passTo(999_999);
    expect(consumer.timerNames).toEqual(['request']);
    consumer.passTo(1_000_000);
    expect(consumer.timerNames).toEqual(['backoff']);
    expect(consumer.connections.has(connection)).toBe(false);
    expect(consumer.state.state).toBe('Discovering');
  });

  test('[DISC-2] each step has Q of its own', () => {
    const consumer = new Harness({ bootstrap: ['broker-1'] }).start();
    consumer.passTo(900_000);
    consumer.opened();
    consumer.passTo(1_800_000);
    consumer.answerCoordinator();
    expect(consumer.timer('request')?.atUs).toBe(2_800_000);
  });

  test.each([
    [
      'an error',
      (consumer: Harness) => consumer.answerCoordinator('', -1, 'CoordinatorNotAvailable'),
    ],
    ['a closed connection', (consumer: Harness) => consumer.closed()],
    ['bytes that are no message', (consumer: Harness) => consumer.deliver(new Uint8Array([1, 2]))],
  ])('[DISC-2] %s: it backs off, then asks the next broker', (_, go) => {
    const consumer = new Harness().start().opened();
    const { peer } = consumer;
    go(consumer);
    expect(consumer.timerNames).toEqual(['backoff']);
    expect(consumer.connections.size).toBe(0);
    consumer.fire('backoff');
    expect(consumer.peer).toBe(after(peer));
  });

  test('[DISC-2] the backoff doubles from 100 to 1000, with jitter of at most half', () => {
    const consumer = new Harness().start();
    const waits = [];
    for (let i = 0; i < 6; i++) {
      consumer.closed('refused');
      waits.push((consumer.timer('backoff')?.atUs ?? 0) - consumer.nowUs);
      consumer.fire('backoff');
    }
    const longest = [100, 200, 400, 800, 1000, 1000].map((ms) => ms * 1000);
    for (const [i, limit] of longest.entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(limit / 2);
      expect(waits[i]).toBeLessThanOrEqual(limit);
    }
    expect(waits.some((wait, i) => wait !== longest[i])).toBe(true);
  });

  test('[DISC-2] the backoff starts again at 100 in PartOfGroup, and not before', () => {
    const consumer = new Harness().start().closed('refused');
    consumer.fire('backoff');
    consumer.closed('refused').fire('backoff');
    consumer.opened().answerCoordinator();
    if (consumer.state.state !== 'Registering') consumer.opened();
    expect(consumer.state.backoffUs).toBe(400_000);
    consumer.answerRegistration();
    expect(consumer.state.backoffUs).toBe(100_000);
  });
});

describe('coordinator epochs', () => {
  const epochs = (second: number) => {
    const consumer = new Harness({ bootstrap: ['broker-1'] }).start().opened();
    consumer.answerCoordinator('broker-2', 5).closed('refused');
    consumer.fire('backoff');
    return consumer.opened().answerCoordinator('broker-3', second);
  };

  test('[DISC-3] an answer with a lower epoch than one seen is an error', () => {
    const consumer = epochs(4);
    expect(consumer.timer('backoff')?.rules).toEqual(['DISC-2', 'DISC-3']);
    expect(consumer.connections.size).toBe(0);
  });

  test.each([5, 6])('[DISC-3] one with epoch %i after 5 is not', (epoch) => {
    expect(epochs(epoch).peer).toBe('broker-3');
  });

  test('[DISC-3] an error raises no epoch', () => {
    const consumer = new Harness().start().opened();
    consumer.answerCoordinator('', 9, 'CoordinatorNotAvailable');
    expect(consumer.state.highestEpoch).toBe(-1);
  });
});
