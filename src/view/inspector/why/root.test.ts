import { beforeEach, describe, expect, test } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { experimentOf, groupOf } from '../../../simulation/testing.ts';
import { activeRun } from '../../../store/playground.ts';
import type { PlaygroundStore } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { whyChain } from '../../../trace/why.ts';
import { litNow, whyLight } from '../../lit.ts';
import { bindWhy, endLight, toggleLight, whyRoot } from './root.ts';

const frozen = experimentOf({
  seed: 3,
  scenario: groupOf(3),
  commands: [{ atMs: 6500, do: 'freeze', target: 'c-2' }],
});

/** A store whose run has moved a partition of c-2, which is selected. */
function moved(): { readonly store: PlaygroundStore; readonly stop: () => void } {
  const store = playground(14_000_000, frozen);
  const stop = bindWhy(store);
  const { trace } = activeRun(store.getState());
  const seqs = Array.from({ length: trace.length }, (_, seq) => seq);
  const taken = seqs.findLast((seq) => trace.kind(seq) === 'partition-acquired');
  const topic = known(trace.text(taken ?? -1, 'topic'), 'topic');
  const partition = known(trace.int(taken ?? -1, 'partition'), 'partition');
  store.getState().select({ kind: 'partition', topic, partition });
  return { store, stop };
}

const rootNow = () => known(whyRoot.getState().at, 'root').seq;

beforeEach(() => {
  whyRoot.setState({ at: null });
  whyLight.setState({ on: null });
});

describe('the chain in hand', () => {
  test('begins with what happened last to the selection, and goes back with the playhead', () => {
    const { store, stop } = moved();
    const { trace } = activeRun(store.getState());
    expect(trace.kind(rootNow())).toBe('partition-acquired');
    const latest = rootNow();
    store.getState().seek(6_000_000);
    expect(rootNow()).toBeLessThan(latest);
    store.getState().select(null);
    expect(whyRoot.getState().at).toBeNull();
    stop();
  });

  test('stays while its own steps are selected, to the person’s action; another event has its own', () => {
    const { store, stop } = moved();
    const { trace } = activeRun(store.getState());
    const latest = rootNow();
    const steps = whyChain(trace, latest);
    for (const { seq } of steps) {
      store.getState().select({ kind: 'event', seq });
      store.getState().seekToEvent(seq);
      expect(rootNow()).toBe(latest);
    }
    expect(trace.kind(store.getState().cursor.seq)).toBe('command');
    store.getState().select({ kind: 'event', seq: latest + 1 });
    expect(rootNow()).toBe(latest + 1);
    stop();
  });
});

describe('the light', () => {
  test('needs something that has happened to the selection', () => {
    const { store, stop } = moved();
    store.getState().select(null);
    toggleLight(store.getState());
    expect(whyLight.getState().on).toBeNull();
    expect(store.getState().notice?.text).toContain('Select something first');
    stop();
  });

  test('follows the selection, and ends when it is switched off or nothing is selected', () => {
    const { store, stop } = moved();
    toggleLight(store.getState());
    expect(litNow(store.getState())?.processes).toContain('c-2');
    store.getState().select({ kind: 'process', process: 'c-1' });
    expect(whyLight.getState().on?.seq).toBe(rootNow());
    toggleLight(store.getState());
    expect(whyLight.getState().on).toBeNull();
    toggleLight(store.getState());
    store.getState().select(null);
    expect(whyLight.getState().on).toBeNull();
    endLight();
    stop();
  });

  test('ends with its run', () => {
    const { store, stop } = moved();
    toggleLight(store.getState());
    store.getState().act({ do: 'freeze', target: 'c-1' });
    expect(whyLight.getState().on).toBeNull();
    expect(litNow(store.getState())).toBeNull();
    stop();
  });
});
