/** The map of coordinators at a broker. */
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../wire/errors.ts';
import { consumerMetadataRequest, updateConsumerMetadataRequest } from '../messages.ts';
import { Harness } from './harness.ts';

const consumer = 'c-1/1/1';
const controller = 'broker-2/1/1';

function entry(subset: number, broker: number, epoch: number, session = `s-${broker}`) {
  const coordinator = { id: broker, host: `broker-${broker}`, port: 9092 };
  return { subset, coordinator, coordinatorEpoch: epoch, session };
}

function update(broker: Harness, ...coordinators: ReturnType<typeof entry>[]) {
  const value = { correlationId: 5, controllerId: 2, coordinators };
  return broker.receive(controller, updateConsumerMetadataRequest, value);
}

function find(broker: Harness, groupId: string, version = 1) {
  const value = { version, correlationId: 3, clientId: 'c-1', groupId };
  return broker.receive(consumer, consumerMetadataRequest, value);
}

function follower(): Harness {
  const broker = new Harness().follower();
  broker.open(consumer, 'c-1');
  broker.open(controller, 'broker-2');
  return broker;
}

describe('taking the map', () => {
  test('[COORD-10] it is answered', () => {
    expect(update(follower(), entry(9, 2, 1))).toEqual([{ correlationId: 5, errorCode: 0 }]);
  });

  test('[COORD-10] subset by subset only higher epochs are taken', () => {
    const broker = follower();
    update(broker, entry(8, 2, 4), entry(9, 2, 4));
    update(broker, entry(8, 3, 5), entry(9, 3, 4), entry(7, 3, 1));
    const hosts = [7, 8, 9].map((subset) => broker.state.metadata?.get(subset)?.coordinator.host);
    expect(hosts).toEqual(['broker-3', 'broker-3', 'broker-2']);
    update(broker, entry(8, 2, 4));
    expect(broker.state.metadata?.get(8)?.epoch).toBe(5);
  });

  test('[COORD-10] without a session it is silent, and takes nothing', () => {
    const broker = new Harness();
    broker.input({ kind: 'started' });
    broker.open(controller, 'broker-2');
    expect(update(broker, entry(9, 2, 1))).toEqual([]);
    expect(broker.state.metadata).toBeNull();
  });
});

describe('taking roles', () => {
  test('[COORD-3] it coordinates what the map gives it under its session', () => {
    const broker = follower();
    update(broker, entry(9, 1, 3), entry(10, 2, 1));
    expect([...broker.state.coordinator.roles.values()]).toEqual([
      { subset: 9, epoch: 3, session: 's-1', phase: 'records' },
    ]);
    expect(broker.asked).toMatchObject([{ value: { path: '/groups', watch: false } }]);
  });

  test('[COORD-9] what was given to another session of it is not its own', () => {
    const broker = follower();
    update(broker, entry(9, 1, 3, 's-old'));
    expect(broker.state.coordinator.roles.size).toBe(0);
    expect(broker.asked).toEqual([]);
  });

  test('[COORD-11] what a higher epoch gives to another broker it gives up', () => {
    const broker = follower();
    update(broker, entry(9, 1, 3));
    update(broker, entry(9, 2, 4));
    expect(broker.state.coordinator.roles.size).toBe(0);
    expect(broker.facts('coordinator-lost')).toMatchObject([
      { subset: 9, broker: 'broker-1', epoch: 3, reason: 'moved' },
    ]);
  });

  test('[COORD-10] the same map again changes nothing', () => {
    const broker = follower();
    update(broker, entry(9, 1, 3));
    broker.asked = [];
    update(broker, entry(9, 1, 3));
    expect(broker.facts('coordinator-lost')).toEqual([]);
    expect(broker.asked).toEqual([]);
  });
});

describe('who asks', () => {
  test('[DISC-1] is told the coordinator, its epoch and, by another broker, generation -1', () => {
    const broker = follower();
    update(broker, entry(9, 2, 4));
    expect(find(broker, 'billing')).toEqual([
      {
        correlationId: 3,
        errorCode: 0,
        coordinatorId: { id: 2, host: 'broker-2', port: 9092 },
        coordinatorEpoch: 4,
        groupGenerationId: -1,
      },
    ]);
  });

  test.each([
    ['no map', () => follower()],
    [
      'nobody for the subset',
      () => {
        const broker = follower();
        update(broker, entry(8, 2, 1));
        return broker;
      },
    ],
  ])('[COORD-10] with %s it is told so', (_, ready) => {
    const broker = ready();
    expect(find(broker, 'billing')).toMatchObject([
      { errorCode: errorCodes.CoordinatorNotAvailable, coordinatorEpoch: -1 },
    ]);
    expect(broker.facts('request-refused')).toMatchObject([
      { to: 'c-1', group: 'billing', error: 'CoordinatorNotAvailable' },
    ]);
    const [refusal] = broker.effects.filter((effect) => effect.do === 'report');
    expect(refusal?.rules).toEqual(['COORD-10']);
  });

  test('[COORD-10] before a new map comes the old coordinator is named', () => {
    const broker = follower();
    update(broker, entry(9, 2, 4));
    broker.notice('/controller');
    expect(find(broker, 'billing')).toMatchObject([{ coordinatorEpoch: 4 }]);
  });
});
