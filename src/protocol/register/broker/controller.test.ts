/** The controller gives out coordinators, and others for those that are gone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFields } from '../../../wire/codec.ts';
import { subsetCount } from '../../subset.ts';
import { operationKinds } from '../../zookeeper/messages.ts';
import type { Operation } from '../../zookeeper/messages.ts';
import { coordinatorNode } from '../../zookeeper/nodes.ts';
import type { ListedNode } from './controller.ts';
import { Harness, live, spreadOver } from './harness.ts';

const three = [live(1), live(2), live(3)];

/** The elections that the broker has just sent to ZooKeeper. */
function elections(broker: Harness) {
  const operations = broker
    .sent()
    .flatMap(({ value }) => (value['operations'] ?? []) as Operation[]);
  return operations.flatMap(({ kind, path, stamp, author, data }) => {
    const node = kind === operationKinds.set ? decodeFields(coordinatorNode, data) : null;
    return node ? [{ path, stamp, author, node }] : [];
  });
}

describe('when', () => {
  test('[COORD-2] at once, when all brokers of the scenario are there', () => {
    expect(elections(new Harness().controller(three))).toHaveLength(subsetCount);
  });

  test('[COORD-2] not while one is missing; its registration is watched', () => {
    const broker = new Harness().controller([live(1), live(2)]);
    expect(broker.sent()).toEqual([]);
    broker.notice('/brokers');
    expect(broker.sent()).toMatchObject([
      { name: 'ZooKeeperChildrenRequest', value: { path: '/brokers', watch: true } },
    ]);
    broker.answer({ nodes: three });
    expect(elections(broker)).toHaveLength(subsetCount);
  });

  test('[COORD-2] Z after the election at the latest, among those that are there', () => {
    const broker = new Harness().controller([live(1), live(2)]);
    expect(broker.due('placement')).toBe(2_000_000);
    broker.fire('session-ping');
    broker.answer();
    broker.fire('placement');
    const brokers = new Set(elections(broker).map(({ node }) => node.broker));
    expect([...brokers]).toEqual(['broker-1', 'broker-2']);
  });

  test('[COORD-2] if it is late before the answers come, then when they do', () => {
    const broker = new Harness().connected();
    broker.answer();
    broker.answer();
    broker.nowUs = 1_800_000;
    broker.close(broker.zookeeper);
    broker.fire('reconnect', 'zookeeper');
    broker.open(broker.zookeeper, 'zookeeper');
    broker.answer();
    broker.fire('placement');
    expect(broker.facts('controller-lost')).toEqual([]);
    broker.answer({ nodes: [live(1)] });
    expect(elections(broker)).toEqual([]);
    broker.answer({ nodes: [] });
    expect(elections(broker)).toHaveLength(subsetCount);
  });

  test('[COORD-2] not a second time while the first is under way', () => {
    const broker = new Harness().controller([live(1)]);
    broker.notice('/brokers');
    broker.notice('/brokers');
    broker.answer({ nodes: three });
    expect(elections(broker)).toHaveLength(subsetCount);
    broker.answer({ nodes: [...three, live(4)] });
    expect(elections(broker)).toEqual([]);
  });

  test('[COORD-2] a later controller leaves what is stored as long as those named live', () => {
    const broker = new Harness().controller(three, spreadOver(1, 2, 3));
    expect(elections(broker)).toEqual([]);
    expect(broker.due('placement')).toBeUndefined();
    expect(broker.state.metadata?.get(1)).toMatchObject({ coordinator: { id: 2 }, epoch: 1 });
  });

  test('[COORD-2] it waits for nobody once something is stored', () => {
    const broker = new Harness().controller([live(1)], spreadOver(1, 2, 3));
    expect(elections(broker)).toHaveLength(33);
  });
});

/** A controller of three that has given everything out and sees other brokers now. */
function seeing(...nodes: ListedNode[]): Harness {
  const broker = new Harness().controller(three, spreadOver(1, 2, 3));
  broker.asked = [];
  broker.state.zookeeper.unanswered = [];
  broker.notice('/brokers');
  broker.answer({ nodes });
  return broker;
}

describe('anew', () => {
  test('[COORD-4] what a vanished broker coordinated goes to the others, one epoch higher', () => {
    const all = elections(seeing(live(1), live(3)));
    expect(all.map(({ node }) => node.epoch)).toEqual(Array(17).fill(2));
    expect(all.map(({ path }) => path)).toEqual(
      Array.from({ length: 17 }, (_, n) => `/coordinators/${3 * n + 1}`),
    );
    expect(new Set(all.map(({ node }) => node.broker))).toEqual(new Set(['broker-1', 'broker-3']));
  });

  test('[COORD-9] a node under another session is another broker, which may get it back', () => {
    const all = elections(seeing(live(1), live(2, 's-other'), live(3)));
    expect(all).toHaveLength(17);
    expect(all[0]?.node).toEqual({ id: 2, broker: 'broker-2', session: 's-other', epoch: 2 });
    expect(seeing(live(1, 's-other'), live(2), live(3)).facts('coordinator-lost')).toEqual([]);
  });

  test('[COORD-2] a broker that appears gets as few as make the numbers differ by at most 1', () => {
    const all = elections(seeing(live(1), live(2), live(3), live(4)));
    expect(all.map(({ node }) => node.broker)).toEqual(Array(12).fill('broker-4'));
    expect(all.every(({ node }) => node.epoch === 2)).toBe(true);
  });

  test('[COORD-2] what happens meanwhile counts when ZooKeeper has taken the first', () => {
    const broker = seeing(live(1), live(3));
    broker.notice('/brokers');
    broker.answer();
    expect(broker.facts('coordinator-elected')).toMatchObject(
      Array(17).fill({ reason: 'its coordinator is gone', epoch: 2 }),
    );
    broker.answer({ nodes: three });
    expect(elections(broker).map(({ node }) => node.broker)).toEqual(Array(16).fill('broker-2'));
  });
});

describe('what', () => {
  test('[COORD-2] every subset with epoch 1, its broker and that broker’s session', () => {
    const all = elections(new Harness().controller(three));
    expect(all.map(({ path }) => path)).toEqual(
      Array.from({ length: subsetCount }, (_, subset) => `/coordinators/${subset}`),
    );
    expect(all[4]).toEqual({
      path: '/coordinators/4',
      stamp: 1,
      author: 'broker-2@s-2',
      node: { id: 2, broker: 'broker-2', session: 's-2', epoch: 1 },
    });
  });

  test('[COORD-2] spread evenly over any brokers, in order of their numbers', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(ids, (brokers) => {
        const nodes = brokers.map((id) => live(id));
        // None of them is one that the scenario has to wait for.
        const all = elections(new Harness({ expectedBrokers: 0 }).controller(nodes));
        const counts = new Map(brokers.map((id) => [id, 0]));
        for (const { node } of all) counts.set(node.id, (counts.get(node.id) ?? 0) + 1);
        expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
        expect(all[0]?.node.id).toBe(Math.min(...brokers));
      }),
    );
  });

  test('[COORD-2] each write is conditional on what was read, and may be sent again', () => {
    const broker = new Harness().controller(three);
    const operations = broker.sent()[0]?.value['operations'] as Operation[];
    const { checkAdvance, set } = operationKinds;
    for (let subset = 0; subset < subsetCount; subset++) {
      const pair = operations.slice(2 * subset, 2 * subset + 2);
      const path = `/coordinators/${subset}`;
      const both = { path, stamp: 1, author: pair[1]?.author };
      expect(pair).toMatchObject([
        { kind: checkAdvance, ...both },
        { kind: set, ...both },
      ]);
    }
  });
});

describe('then', () => {
  test('[COORD-2] it says whom it has elected, when ZooKeeper has taken it and not before', () => {
    const broker = new Harness().controller(three);
    expect(broker.facts('coordinator-elected')).toEqual([]);
    broker.answer();
    const facts = broker.facts('coordinator-elected');
    expect(facts).toHaveLength(subsetCount);
    expect(facts[4]).toMatchObject({ subset: 4, broker: 'broker-2', epoch: 1 });
  });

  test('[COORD-3] it takes its own share', () => {
    const broker = new Harness().controller(three);
    broker.answer();
    const roles = [...broker.state.coordinator.roles.values()];
    expect(roles).toHaveLength(17);
    expect(roles[1]).toMatchObject({ subset: 3, epoch: 1, session: 's-1' });
  });

  test('[COORD-2] where somebody else was first, what is stored counts', () => {
    const broker = new Harness().controller(three);
    broker.answer({ failedAt: 0 });
    expect(broker.facts('coordinator-elected')).toEqual([]);
    expect(broker.sent()).toMatchObject([{ value: { path: '/coordinators' } }]);
    broker.answer({ nodes: spreadOver(2, 3, 1) });
    expect(broker.state.metadata?.get(0)?.coordinator.host).toBe('broker-2');
    expect(elections(broker)).toEqual([]);
  });

  test('[COORD-2] and if that is gone again, it is its turn', () => {
    const broker = new Harness().controller(three);
    broker.answer({ failedAt: 0 });
    broker.answer({ nodes: [] });
    expect(elections(broker)).toHaveLength(subsetCount);
  });

  test('[COORD-8] an answer that finds it no controller any more is not acted on', () => {
    const broker = new Harness().controller(three);
    broker.state.controller.active = false;
    broker.answer();
    expect(broker.facts('coordinator-elected')).toEqual([]);
    expect(broker.state.metadata).toBeNull();
  });
});
