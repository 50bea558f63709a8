/** Conditional multi-writes, and what the trace says of them. */
import { describe, expect, test } from 'vitest';
import { coordinatorWrite, Harness, offsetData, recordWrite, remove } from './harness.ts';
import { operationKinds, zooKeeperMultiRequest } from './messages.ts';
import type { Operation } from './messages.ts';
import { paths } from './nodes.ts';
import { check, checkAdvance, createEphemeral, set, setGuarded } from './operations.ts';

const billing = paths.group('billing');

/** A store in which subset 9 is coordinated by `a@s` under epoch 2 and billing is in generation 5. */
function store() {
  const zookeeper = new Harness({ orders: 3 });
  const client = zookeeper.connect('a/1/1');
  client.multi(coordinatorWrite(9, 2, 'a', 's'), recordWrite('billing', 5, 2));
  return { zookeeper, client };
}

const fence = (epoch: number, author: string) => check(paths.coordinator(9), epoch, author);

describe('checks', () => {
  test.each<[string, Operation, boolean]>([
    ['its own epoch', fence(2, 'a@s'), true],
    ['a lower epoch', fence(1, 'a@s'), false],
    ['a higher epoch', fence(3, 'a@s'), false],
    ['another broker', fence(2, 'b@s'), false],
    ['another session', fence(2, 'a@t'), false],
    ['the stored generation', check(billing, 5, '2'), true],
    ['another generation', check(billing, 4, '2'), false],
    ['a missing node', check(paths.group('none'), 1, '2'), false],
    ['that there is none', check(paths.group('none'), -1, ''), true],
    ['that there is none, but there is', check(billing, -1, ''), false],
    ['a higher generation', checkAdvance(billing, 6, '2'), true],
    ['the same generation under the same epoch', checkAdvance(billing, 5, '2'), true],
    ['the same generation under another epoch', checkAdvance(billing, 5, '3'), false],
    ['a lower generation', checkAdvance(billing, 4, '2'), false],
    ['the first generation', checkAdvance(paths.group('none'), 1, '2'), true],
  ])('[COORD-7] %s', (_, operation, holds) => {
    const { client } = store();
    expect(client.multi(operation).failedAt).toBe(holds ? -1 : 0);
  });

  test('[COORD-7] one that fails undoes everything, before it and after', () => {
    const { zookeeper, client } = store();
    const before = new Map(zookeeper.state.nodes);
    const { failedAt } = client.multi(
      recordWrite('billing', 6, 2),
      fence(1, 'a@s'),
      recordWrite('other', 1, 2),
    );
    expect(failedAt).toBe(1);
    expect(zookeeper.state.nodes).toEqual(before);
  });

  test('[COORD-7] they are tried against what was there, not against what the multi writes', () => {
    const { client } = store();
    expect(client.multi(recordWrite('billing', 6, 2), check(billing, 5, '2')).failedAt).toBe(-1);
  });
});

describe('ephemeral nodes', () => {
  test('[COORD-2] the first to create one has it', () => {
    const { zookeeper, client } = store();
    expect(client.multi(createEphemeral(paths.controller, 'a')).failedAt).toBe(-1);
    expect(zookeeper.reports()).toContainEqual({
      do: 'report',
      fact: {
        kind: 'metadata-written',
        path: paths.controller,
        broker: 'a',
        session: client.session,
      },
      rules: ['COORD-2'],
    });
    const other = zookeeper.connect('b/1/1');
    expect(other.multi(createEphemeral(paths.controller, 'b')).failedAt).toBe(0);
    expect(zookeeper.reports()).toMatchObject([
      {
        fact: {
          kind: 'metadata-refused',
          path: paths.controller,
          reason: `session ${client.session} holds it`,
        },
        rules: ['COORD-2'],
      },
    ]);
  });

  test('[COORD-9] a broker’s node of another session is in the way', () => {
    const { zookeeper, client } = store();
    const operation = createEphemeral(paths.controller, 'a');
    client.multi(operation);
    expect(zookeeper.connect('a/2/1').multi(operation).failedAt).toBe(0);
  });

  test('[COORD-7] the same session may create it again, and nobody is told', () => {
    const { zookeeper, client } = store();
    const operation = createEphemeral(paths.controller, 'a');
    client.multi(operation);
    expect(client.multi(operation).failedAt).toBe(-1);
    expect(zookeeper.reports()).toEqual([]);
  });
});

describe('writes', () => {
  test('[META-3] a group’s record is told with its generation, epoch and assignment', () => {
    const { zookeeper, client } = store();
    client.multi(fence(2, 'a@s'), checkAdvance(billing, 6, '2'), recordWrite('billing', 6, 2));
    expect(zookeeper.reports()).toEqual([
      {
        do: 'report',
        fact: {
          kind: 'metadata-written',
          path: billing,
          group: 'billing',
          epoch: 2,
          generation: 6,
          assignment: [],
        },
        rules: ['META-3', 'RB-6'],
      },
    ]);
  });

  test('[COORD-7] the same write again is done already: it succeeds and is not told again', () => {
    const { zookeeper, client } = store();
    const { failedAt } = client.multi(
      fence(2, 'a@s'),
      checkAdvance(billing, 5, '2'),
      recordWrite('billing', 5, 2),
    );
    expect(failedAt).toBe(-1);
    expect(zookeeper.reports()).toEqual([]);
  });

  test('[COORD-2] an election is told with epoch, broker and session', () => {
    const { zookeeper, client } = store();
    client.multi(coordinatorWrite(9, 3, 'b', 't'));
    expect(zookeeper.facts('metadata-written')).toEqual([
      {
        kind: 'metadata-written',
        path: paths.coordinator(9),
        epoch: 3,
        broker: 'b',
        session: 't',
      },
    ]);
  });

  test('[COORD-7] a refusal says which group’s write it was and what stood in its way', () => {
    const { zookeeper, client } = store();
    client.multi(fence(1, 'a@s'), checkAdvance(billing, 6, '1'), recordWrite('billing', 6, 1));
    client.multi(fence(2, 'a@s'), checkAdvance(billing, 5, '1'), recordWrite('billing', 5, 1));
    expect(zookeeper.reports()).toMatchObject([
      { fact: { path: billing, group: 'billing', generation: 5, epoch: 1 }, rules: ['COORD-7'] },
    ]);
    client.multi(fence(1, 'a@s'), checkAdvance(billing, 6, '1'), recordWrite('billing', 6, 1));
    expect(zookeeper.facts('metadata-refused')).toEqual([
      {
        kind: 'metadata-refused',
        path: paths.coordinator(9),
        group: 'billing',
        epoch: 1,
        reason: 'it is at 2 by a@s, not at 1 by a@s',
      },
    ]);
  });

  test('a deleted node is gone from its list too', () => {
    const { client } = store();
    client.multi(remove(billing));
    expect(client.get(billing).exists).toBe(false);
    expect(client.names(paths.groups)).toEqual([]);
  });
});

describe('guarded writes', () => {
  const path = paths.offset('billing', 'orders', 0);
  const topic = paths.topic('orders');

  test('[TOP-2] an offset is written while the topic has the creation number of the commit', () => {
    const { client } = store();
    const { stamp } = client.get(topic);
    client.multi(setGuarded({ path, stamp, author: 'm', data: offsetData(7) }, topic));
    expect(client.get(path)).toMatchObject({ exists: true, stamp, author: 'm' });
  });

  test('[TOP-2] else it is left out, and the rest is written', () => {
    const { client } = store();
    const stamp = client.get(topic).stamp + 1;
    const { failedAt } = client.multi(
      setGuarded({ path, stamp, author: 'm', data: offsetData(7) }, topic),
      recordWrite('billing', 6, 2),
    );
    expect(failedAt).toBe(-1);
    expect(client.get(path).exists).toBe(false);
    expect(client.get(billing).stamp).toBe(6);
  });
});

describe('writes that make no sense', () => {
  const record = recordWrite('billing', 6, 2);
  const election = coordinatorWrite(9, 3, 'a', 's');

  test.each<[string, Operation]>([
    ['a record that does not decode', { ...record, data: new Uint8Array([1, 2]) }],
    ['a record of another generation', { ...record, stamp: 7 }],
    ['a record under no epoch', { ...record, author: 'a@s' }],
    ['an election of another epoch', { ...election, stamp: 4 }],
    ['an election of another broker', { ...election, author: 'b@s' }],
    ['an offset that is none', set(paths.offset('g', 't', 0), 1, 'm', new Uint8Array(3))],
    ['a broker without an address', createEphemeral(paths.broker('a'), 'a')],
    ['a path that nobody knows', set('/nowhere', 1, 'a', new Uint8Array())],
    ['an operation that nobody knows', { ...record, kind: 7 }],
    ['an operation below all kinds', { ...record, kind: -1 }],
  ])('[WIRE-0] %s closes the connection, and nothing is written', (_, operation) => {
    const { zookeeper, client } = store();
    const before = new Map(zookeeper.state.nodes);
    const operations = [recordWrite('other', 1, 2), operation];
    expect(client.request(zooKeeperMultiRequest, { operations })).toBeNull();
    const closed = { do: 'close-connection', connection: client.connection };
    expect(zookeeper.effects).toContainEqual(closed);
    expect(zookeeper.state.nodes).toEqual(before);
  });

  test('every kind of operation has a number of its own', () => {
    const numbers = Object.values(operationKinds);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
