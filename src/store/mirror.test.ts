/** Two runs side by side: how far both go, and what the one beside shows. */
import { describe, expect, it, vi } from 'vitest';
import { known } from '../lib/assert.ts';
import { experimentOf, groupOf } from '../simulation/testing.ts';
import { comparedRun } from './kit.ts';
import { mirrorOf } from './mirror.ts';
import { activeRun, currentWorld } from './playground.ts';
import type { PlaygroundStore } from './playground.ts';
import { playground } from './testing.ts';

/** c-2 frozen at 5 s; the same without; both looked at until 9 s. */
function compared() {
  const store = playground(5_000_000);
  store.getState().act({ do: 'freeze', target: 'c-2' });
  const frozen = store.getState().runId;
  store.getState().seek(9_000_000);
  store.getState().revise(0, { isOn: false });
  const free = store.getState().runId;
  store.getState().compare(frozen);
  return { store, frozen, free, mirror: mirrorOf(store, frozen) };
}

const status = (store: PlaygroundStore) =>
  currentWorld(store.getState()).processes.get('c-2')?.status;

describe('comparing', () => {
  it('puts the older run first, and sees both as far as each other', () => {
    const { store, frozen, free } = compared();
    expect(store.getState().comparing).toEqual({ a: frozen, b: free });
    store.getState().seek(12_000_000);
    const beside = known(comparedRun(store.getState()), 'run beside');
    expect([beside.id, beside.seenUs]).toEqual([frozen, 12_000_000]);
    expect(beside.handledUntilUs).toBeGreaterThanOrEqual(12_000_000);
  });

  it('goes on with the branch that an action makes, in its place', () => {
    const { store, frozen, free } = compared();
    store.getState().act({ do: 'kill', target: 'c-1' });
    const made = store.getState().runId;
    expect(store.getState().comparing).toEqual({ a: frozen, b: made });
    store.getState().undo();
    expect(store.getState().comparing).toEqual({ a: frozen, b: free });
    store.getState().turnTo(frozen);
    store.getState().act({ do: 'kill', target: 'c-1' });
    expect(store.getState().comparing).toEqual({ a: store.getState().runId, b: free });
  });

  it('ends with one of its branches', () => {
    const { store, frozen } = compared();
    store.getState().deleteBranch(frozen);
    expect(store.getState().comparing).toBeNull();
  });

  it('plays no further than both have been simulated', () => {
    const { store } = compared();
    const beside = known(comparedRun(store.getState()), 'run beside');
    store.getState().play();
    // Held back: what was asked for has not arrived.
    beside.handledUntilUs = 9_000_100;
    store.getState().tick(100);
    expect(store.getState().cursor.atUs).toBeLessThanOrEqual(9_000_100);
  });

  it('runs another experiment beside, which goes when it is left', () => {
    const { store } = compared();
    const groups = { id: 'audit' };
    const other = experimentOf({ scenario: groupOf(1, groups) });
    store.getState().compareExperiment(other);
    const { b } = known(store.getState().comparing, 'comparison');
    const mirror = mirrorOf(store, b);
    expect(mirror.getState().group).toBe('audit');
    expect(currentWorld(mirror.getState()).groups.has('audit')).toBe(true);
    expect(store.getState().group).toBe('billing');
    store.getState().leaveComparing();
    expect(store.getState().runs.has(b)).toBe(false);
  });

  it('keeps the experiment that somebody has turned to', () => {
    const { store } = compared();
    store.getState().compareExperiment(experimentOf({ scenario: groupOf(1, { id: 'audit' }) }));
    const { b } = known(store.getState().comparing, 'comparison');
    store.getState().turnTo(b);
    expect(store.getState().group).toBe('audit');
    store.getState().leaveComparing();
    expect(activeRun(store.getState())).toMatchObject({ id: b, listed: true });
  });
});

describe('the mirror', () => {
  it('shows the other run at the same moment', () => {
    const { store, mirror } = compared();
    expect([status(store), status(mirror)]).toEqual(['running', 'frozen']);
    expect(mirror.getState().cursor.atUs).toBe(store.getState().cursor.atUs);
  });

  it('is after the same event where both share their past', () => {
    const { store, mirror } = compared();
    const { trace } = activeRun(store.getState());
    // Several events have one time: only the number tells which of them has been shown.
    const seq = Array.from({ length: 400 }, (_, at) => at).find(
      (at) => trace.atUs(at) === trace.atUs(at + 1),
    );
    store.getState().seekToEvent(known(seq, 'events of one moment'));
    expect(mirror.getState().cursor).toEqual(store.getState().cursor);
  });

  it('is one object as long as nothing changes, and tells of every change', () => {
    const { store, mirror } = compared();
    expect(mirror.getState()).toBe(mirror.getState());
    const heard = vi.fn<() => void>();
    const stop = mirror.subscribe(heard);
    const before = mirror.getState();
    store.getState().seek(8_000_000);
    expect(heard).toHaveBeenCalledWith(mirror.getState(), before);
    stop();
  });

  it('is no place to act in: who acts there turns to that run first', () => {
    const { store, frozen, free, mirror } = compared();
    mirror.getState().act({ do: 'thaw', target: 'c-2' });
    expect(activeRun(store.getState()).parent?.run).toBe(frozen);
    expect(store.getState().comparing?.b).toBe(free);
    expect(status(store)).toBe('running');
  });
});
