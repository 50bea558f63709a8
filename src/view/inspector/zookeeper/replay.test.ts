/** The store's replay is the store: it answers what it answered, and holds what the world says. */
import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import type { Effect } from '../../../protocol/step.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { activeRun, currentWorld } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { storeTree } from './nodes.ts';
import type { StoreNode } from './nodes.ts';
import { ZooKeeperReplay } from './replay.ts';

function openedAt(id: string, atUs: number) {
  const { experiment } = known(
    builtins.find((builtin) => builtin.id === id),
    id,
  );
  const store = playground(atUs, experiment);
  const { trace } = activeRun(store.getState());
  const replay = new ZooKeeperReplay(trace, 'zookeeper', experiment.scenario);
  return { store, trace, replay };
}

function nodeAt(nodes: readonly StoreNode[], path: string): StoreNode | null {
  for (const node of nodes) {
    if (node.path === path) return node;
    const below = path.startsWith(`${node.path}/`) ? nodeAt(node.children, path) : null;
    if (below) return below;
  }
  return null;
}

describe.each(['first-minute', 'coordinator-killed', 'topic-grows', 'coordinator-restarts'])(
  'in %s',
  (id) => {
    const { store, trace, replay } = openedAt(id, 20_000_000);

    it('sends the very bytes that the trace has', () => {
      const sent: Uint8Array[] = [];
      const note = (effects: readonly Effect[]) => {
        for (const effect of effects) if (effect.do === 'send') sent.push(effect.bytes);
      };
      replay.stateAt(trace.length - 1, note);
      const recorded: Uint8Array[] = [];
      for (let seq = 0; seq < trace.length; seq++) {
        const isItsOwn = trace.kind(seq) === 'message-sent' && trace.process(seq) === 'zookeeper';
        if (isItsOwn) recorded.push(known(trace.bytes(seq, 'bytes'), 'bytes'));
      }
      expect(sent.length).toBe(recorded.length);
      for (const [index, bytes] of sent.entries()) expect(bytes).toEqual(recorded[index]);
    });

    it('[META-3] holds the record of the group as the world knows it', () => {
      const { seq } = store.getState().cursor;
      const group = known(currentWorld(store.getState()).groups.get('billing'), 'group');
      const record = known(nodeAt(storeTree(replay.stateAt(seq)), '/groups/billing'), 'record');
      expect(record.version).toMatch(`generation ${group.generation}, epoch `);
    });
  },
);

describe('going back', () => {
  const { trace, replay } = openedAt('coordinator-killed', 20_000_000);
  const brokersAt = (seq: number) =>
    known(nodeAt(storeTree(replay.stateAt(seq)), '/brokers'), '/brokers').children.map(
      ({ name, owner }) => `${name} ${owner}`,
    );

  it('[COORD-4] gives what was there before: the killed broker lives again', () => {
    const expired = Array.from({ length: trace.length }, (_, seq) => seq).find(
      (seq) => trace.kind(seq) === 'zookeeper-session-expired',
    );
    const seq = known(expired, 'expiry');
    const before = brokersAt(seq - 2);
    const after = brokersAt(trace.length - 1);
    expect(before.length).toBe(after.length + 1);
    expect(brokersAt(seq - 2)).toEqual(before);
    expect(brokersAt(trace.length - 1)).toEqual(after);
  });

  it('says which session an ephemeral node lives with, and what is in it', () => {
    const node = known(nodeAt(storeTree(replay.stateAt(1000)), '/brokers/broker-2'), 'node');
    expect(node.owner).toMatch(/^broker-2-\d+$/);
    expect(node.value).toContain('Host broker-2');
  });
});
