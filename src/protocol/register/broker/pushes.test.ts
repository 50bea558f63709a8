/** The controller brings the map to the others. */
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import { subsetCount } from '../../subset.ts';
import { updateConsumerMetadataRequest, updateConsumerMetadataResponse } from '../messages.ts';
import { Harness, live, spreadOver } from './harness.ts';

const stored = spreadOver(1, 2);

/** A controller that is opening its connection to broker-2. */
function controller(): Harness {
  return new Harness().controller([live(1), live(2)], stored);
}

/** The same, with the map sent. */
function sending(): Harness {
  const broker = controller();
  broker.open(broker.push('broker-2'), 'broker-2');
  return broker;
}

function respond(broker: Harness, correlationId = 1, errorCode: number = errorCodes.None): void {
  const bytes = encodeFrame(updateConsumerMetadataResponse, { correlationId, errorCode }, 1);
  broker.bytes(broker.push('broker-2'), bytes);
}

/** What has been closed, what was opened at once, and what is opened how long after that. */
function repeated(broker: Harness) {
  const closed = broker.effects.flatMap((effect) =>
    effect.do === 'close-connection' ? [effect.connection] : [],
  );
  const opened = broker.opened();
  const { nowUs } = broker;
  broker.fire('update-metadata', 'broker-2');
  return { closed, opened, afterUs: broker.nowUs - nowUs, openedThen: broker.opened() };
}

/** Nothing at once, and after 200 ms once more. */
const later = { opened: [], afterUs: 200_000, openedThen: ['broker-2'] };

const entries = Array.from({ length: subsetCount }, (_, subset) => {
  const id = (subset % 2) + 1;
  const coordinator = { id, host: `broker-${id}`, port: 9092 };
  return { subset, coordinator, coordinatorEpoch: 1, session: `s-${id}` };
});

describe('to whom', () => {
  test('[COORD-10] the new controller sends the whole map to every other live broker', () => {
    const broker = controller();
    expect(broker.opened()).toEqual(['broker-2']);
    broker.open(broker.push('broker-2'), 'broker-2');
    expect(broker.sent()).toMatchObject([
      {
        name: 'UpdateConsumerMetadataRequest',
        connection: broker.push('broker-2'),
        value: { controllerId: 1, coordinators: entries },
        effect: { rules: ['COORD-10'] },
      },
    ]);
  });

  test('[COORD-10] not before it has read what is stored, though it had a map', () => {
    const broker = new Harness().follower();
    broker.open('broker-2/1/1', 'broker-2');
    const value = { correlationId: 1, controllerId: 2, coordinators: entries.slice(1) };
    broker.receive('broker-2/1/1', updateConsumerMetadataRequest, value);
    // Its own share of the map made it ask for the groups.
    broker.answer();
    broker.notice('/controller');
    broker.answer();
    broker.answer({ nodes: [live(1), live(2)] });
    expect(broker.opened()).toEqual([]);
    broker.answer({ nodes: stored });
    expect(broker.opened()).toEqual(['broker-2']);
  });

  test('[COORD-10] a broker that appears gets it too, and one that has it is left alone', () => {
    const broker = sending();
    respond(broker);
    broker.notice('/brokers');
    // Its own share of the map made it ask for the groups.
    while (broker.asked.length > 1) broker.answer();
    broker.answer({ nodes: [live(1), live(2), live(3)] });
    expect(broker.opened()).toEqual(['broker-3']);
    expect(broker.sent().map(({ name }) => name)).toEqual(['ZooKeeperMultiRequest']);
  });

  test('[COORD-10] one that has come back under another session gets it again', () => {
    const broker = sending();
    respond(broker);
    const old = broker.push('broker-2');
    broker.notice('/brokers');
    while (broker.asked.length > 1) broker.answer();
    broker.answer({ nodes: [live(1), live(2, 's-other')] });
    expect(broker.effects).toContainEqual({ do: 'close-connection', connection: old });
    expect(broker.opened()).toEqual(['broker-2']);
  });

  test('[COORD-10] one that is gone is not tried again', () => {
    const broker = sending();
    const { asked } = broker;
    broker.notice('/brokers');
    while (asked.length > 1) broker.answer();
    broker.answer({ nodes: [live(1)] });
    expect(broker.due('update-metadata', 'broker-2')).toBeUndefined();
    expect(broker.state.controller.pushes.size).toBe(0);
  });
});

describe('until answered', () => {
  test('[COORD-10] an answer is all that it wants', () => {
    const broker = sending();
    expect(broker.due('update-metadata', 'broker-2')).toBe(1_000_000);
    respond(broker);
    expect(broker.effects).toEqual([
      { do: 'cancel-timer', timer: 'update-metadata', subject: 'broker-2' },
    ]);
    expect(broker.due('update-metadata', 'broker-2')).toBeUndefined();
  });

  test('[COORD-10] no answer within Q: closed, and sent again after 200 ms', () => {
    const broker = sending();
    const connection = broker.push('broker-2');
    broker.fire('update-metadata', 'broker-2');
    expect(broker.nowUs).toBe(1_000_000);
    expect(repeated(broker)).toEqual({ closed: [connection], ...later });
  });

  test('[DISC-2] opening may take Q as well', () => {
    const broker = controller();
    const connection = broker.push('broker-2');
    expect(broker.due('update-metadata', 'broker-2')).toBe(1_000_000);
    broker.fire('update-metadata', 'broker-2');
    expect(repeated(broker)).toEqual({ closed: [connection], ...later });
  });

  test.each(['closed', 'reset', 'refused', 'timeout'] as const)(
    '[COORD-10] a connection that is %s before the answer: sent again after 200 ms',
    (reason) => {
      const broker = sending();
      broker.nowUs = 5000;
      broker.close(broker.push('broker-2'), reason);
      expect(repeated(broker)).toEqual({ closed: [], ...later });
    },
  );

  test.each([
    ['an error', 1, errorCodes.MalformedMessage],
    ['the answer to something else', 7, errorCodes.None],
  ])('[COORD-10] %s is no answer', (_, correlationId, errorCode) => {
    const broker = sending();
    const connection = broker.push('broker-2');
    respond(broker, correlationId, errorCode);
    expect(repeated(broker)).toEqual({ closed: [connection], ...later });
  });

  test('[WIRE-0] nor are bytes that do not decode', () => {
    const broker = sending();
    const connection = broker.push('broker-2');
    broker.bytes(connection, new Uint8Array(3));
    expect(repeated(broker)).toEqual({ closed: [connection], ...later });
  });

  test('[COORD-10] a connection that closes after the answer is missed by nobody', () => {
    const broker = sending();
    respond(broker);
    broker.close(broker.push('broker-2'));
    expect(broker.effects).toEqual([]);
  });
});

describe('changes', () => {
  /** Another broker has written an election meanwhile, which this controller reads. */
  function change(broker: Harness): void {
    broker.state.controller.placing = true;
    broker.asked = [];
    broker.state.zookeeper.unanswered = [];
    broker.notice('/brokers');
    broker.answer({ nodes: [live(1), live(2)] });
  }

  test('[COORD-10] what is sent again is the map as it is then', () => {
    const broker = sending();
    broker.state.metadata?.delete(1);
    broker.fire('update-metadata', 'broker-2');
    broker.fire('update-metadata', 'broker-2');
    broker.open(broker.push('broker-2'), 'broker-2');
    expect(broker.sent()[0]?.value['coordinators']).toEqual(
      entries.filter(({ subset }) => subset !== 1),
    );
  });

  test('[COORD-10] a change while one is under way goes after its answer', () => {
    const broker = sending();
    (broker.state.controller.pushes.get('broker-2') ?? { stale: false }).stale = true;
    change(broker);
    expect(broker.sent()).toEqual([]);
    respond(broker);
    expect(broker.sent()).toMatchObject([
      { name: 'UpdateConsumerMetadataRequest', value: { correlationId: 2 } },
    ]);
  });

  test('[COORD-10] a change after the answer goes at once, over a new connection if need be', () => {
    const broker = sending();
    respond(broker);
    const push = broker.state.controller.pushes.get('broker-2');
    if (push) push.stale = true;
    change(broker);
    expect(broker.sent()).toMatchObject([{ name: 'UpdateConsumerMetadataRequest' }]);
    respond(broker, 2);
    broker.close(broker.push('broker-2'));
    if (push) push.stale = true;
    change(broker);
    expect(broker.opened()).toEqual(['broker-2']);
  });
});
