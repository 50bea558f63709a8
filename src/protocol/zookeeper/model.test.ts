/** The store against a dumb one: a list of nodes that is searched from end to end. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokerData, coordinatorWrite, Harness, recordWrite, remove } from './harness.ts';
import type { Client } from './harness.ts';
import { operationKinds, zooKeeperCloseRequest } from './messages.ts';
import type { Operation } from './messages.ts';
import { paths } from './nodes.ts';
import { check, checkAdvance, createEphemeral, set } from './operations.ts';

interface Entry {
  readonly path: string;
  readonly stamp: number;
  readonly author: string;
  readonly owner: string;
}

/** What a multi leaves of `nodes`; null where one of its conditions does not hold. */
function expected(nodes: readonly Entry[], session: string, operations: readonly Operation[]) {
  const at = (path: string) => nodes.find((node) => node.path === path);
  const holds = operations.every(({ kind, path, stamp, author }) => {
    const node = at(path);
    const isSame = node?.stamp === stamp && node.author === author;
    if (kind === operationKinds.check) return stamp === -1 ? !node : isSame;
    if (kind === operationKinds.checkAdvance) return !node || node.stamp < stamp || isSame;
    if (kind === operationKinds.createEphemeral) return !node || node.owner === session;
    return true;
  });
  if (!holds) return null;
  let left = [...nodes];
  for (const { kind, path, stamp, author } of operations) {
    if (kind === operationKinds.check || kind === operationKinds.checkAdvance) continue;
    const before = left.find((node) => node.path === path);
    left = left.filter((node) => node.path !== path);
    if (kind === operationKinds.delete) continue;
    const isEphemeral = kind === operationKinds.createEphemeral;
    left.push({ path, stamp, author, owner: isEphemeral ? session : (before?.owner ?? '') });
  }
  return left;
}

const stamp = fc.integer({ min: 1, max: 3 });
const name = fc.constantFrom('a', 'b');
const group = name.map(paths.group);
const operation = fc.oneof(
  fc.tuple(name, stamp, stamp).map(([...words]) => recordWrite(...words)),
  fc.tuple(stamp, stamp, name).map(([subset, epoch, who]) => {
    return coordinatorWrite(subset, epoch, who, 's');
  }),
  fc.tuple(group, fc.constantFrom(-1, 1, 2, 3), stamp).map(([path, at, epoch]) => {
    return check(path, at, at < 0 ? '' : String(epoch));
  }),
  fc.tuple(group, stamp, stamp).map(([path, at, epoch]) => checkAdvance(path, at, String(epoch))),
  name.map((who) => createEphemeral(paths.broker(who), who, brokerData)),
  fc.tuple(name, stamp).map(([who, at]) => set(paths.broker(who), at, who, brokerData)),
  fc.constant(createEphemeral(paths.controller, 'x')),
  group.map(remove),
);
const turn = fc.record({
  who: fc.nat(2),
  operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
  endsAfter: fc.nat(9).map((die) => die === 0),
});

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1);

function stored({ state }: Harness): Entry[] {
  return [...state.nodes]
    .map(([path, { stamp: at, author, owner }]) => ({ path, stamp: at, author, owner }))
    .toSorted(byPath);
}

describe('the store', () => {
  test('[COORD-7] is what a list searched from end to end would be', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 30 }), (turns) => {
        const zookeeper = new Harness();
        const clients: Client[] = [0, 1, 2].map((n) => zookeeper.connect(`${n}/1/1`));
        let model: Entry[] = [];
        for (const { who, operations, endsAfter } of turns) {
          const client = clients[who] as Client;
          const next = expected(model, client.session, operations);
          expect(client.multi(...operations).failedAt >= 0).toBe(next === null);
          model = next ?? model;
          if (endsAfter) {
            client.request(zooKeeperCloseRequest, {});
            model = model.filter(({ owner }) => owner !== client.session);
            clients[who] = zookeeper.connect(client.connection);
          }
          expect(stored(zookeeper)).toEqual(model.toSorted(byPath));
        }
        const reader = zookeeper.connect('reader/1/1');
        for (const parent of [paths.groups, paths.brokers, paths.coordinators]) {
          const below = model.filter(({ path }) => path.startsWith(`${parent}/`));
          const names = below.map(({ path }) => path.slice(parent.length + 1));
          expect(reader.names(parent)).toEqual(names.toSorted());
        }
      }),
    );
  });
});
