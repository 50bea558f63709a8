/** What if: actions switched off and on, or moved, on a store whose simulation answers at once. */
import { describe, expect, it } from 'vitest';
import { known } from '../lib/assert.ts';
import { experimentOf, groupOf } from '../simulation/testing.ts';
import { traceHash } from '../trace/codec.ts';
import { activeRun, currentWorld } from './playground.ts';
import type { PlaygroundStore } from './playground.ts';
import { playground } from './testing.ts';

const freeze = { do: 'freeze', target: 'c-2' } as const;

/** Frozen at 5 s, looked at until 9 s. */
function frozen(): PlaygroundStore {
  const store = playground(5_000_000);
  store.getState().act(freeze);
  store.getState().seek(9_000_000);
  return store;
}

const run = (store: PlaygroundStore) => activeRun(store.getState());
const plan = (store: PlaygroundStore) =>
  run(store).plan.map(({ command, isOn }) => `${command.atMs} ${command.do} ${isOn}`);
const listed = (store: PlaygroundStore) =>
  [...store.getState().runs.values()].filter((one) => one.listed).map(({ name }) => name);
const status = (store: PlaygroundStore) =>
  currentWorld(store.getState()).processes.get('c-2')?.status;

/** Of everything up to 9 s. */
function hashOf(store: PlaygroundStore): string {
  const { trace } = run(store);
  return traceHash(trace.fork(trace.lastAtOrBefore(9_000_000)));
}

describe('an action that is switched off', () => {
  it('does not happen, in a branch that parts just before it; the cursor stays', () => {
    const store = frozen();
    const { trace, id } = run(store);
    expect(store.getState().revise(0, { isOn: false })).toBe(true);
    expect(status(store)).toBe('running');
    expect(store.getState().cursor.atUs).toBe(9_000_000);
    expect(run(store).experiment.commands).toEqual([]);
    expect(plan(store)).toEqual(['5000.001 freeze false']);
    const parent = known(run(store).parent, 'parent');
    expect(parent).toMatchObject({ run: id, atUs: 5_000_000 });
    expect(trace.kind(parent.seq + 1)).toBe('command');
    expect(listed(store)).toEqual(['freeze c-2, 5.00 s', 'freeze c-2 off']);
  });

  it('between two microseconds too', () => {
    const store = frozen();
    store.getState().seek(9_000_000.15);
    expect(store.getState().revise(0, { isOn: false })).toBe(true);
    expect(run(store).experiment.untilMs).toBe(29_000.001);
  });

  it('and on again gives the same events as before', () => {
    const store = frozen();
    const before = hashOf(store);
    store.getState().revise(0, { isOn: false });
    expect(hashOf(store)).not.toBe(before);
    store.getState().revise(0, { isOn: true });
    expect(status(store)).toBe('frozen');
    expect(hashOf(store)).toBe(before);
  });

  it('is a deed: undone, done again', () => {
    const store = frozen();
    const { runId, cursor } = store.getState();
    store.getState().revise(0, { isOn: false });
    expect(store.getState().lastDeed?.label).toBe('freeze c-2 off');
    const off = hashOf(store);
    store.getState().undo();
    expect([store.getState().runId, store.getState().cursor]).toEqual([runId, cursor]);
    expect(listed(store)).toEqual(['freeze c-2, 5.00 s']);
    expect(status(store)).toBe('frozen');
    store.getState().redo();
    expect([status(store), hashOf(store)]).toEqual(['running', off]);
    expect(listed(store)).toEqual(['freeze c-2, 5.00 s', 'freeze c-2 off']);
  });

  it('stays in the list when something else is done, in the past too', () => {
    const store = frozen();
    store.getState().revise(0, { isOn: false });
    store.getState().seek(4_000_000);
    store.getState().act({ do: 'kill', target: 'c-1' });
    expect(plan(store)).toEqual(['4000.001 kill true', '5000.001 freeze false']);
  });

  it('at the very beginning shares nothing', () => {
    const commands = [{ atMs: 0, do: 'cut-link', target: ['c-1', 'broker-1'] }];
    const experiment = experimentOf({ scenario: groupOf(2), commands });
    const store = playground(2_000_000, experiment);
    store.getState().revise(0, { isOn: false });
    expect(run(store).parent?.seq).toBe(-1);
    expect(currentWorld(store.getState()).processes.size).toBeGreaterThan(2);
    const plain = playground(2_000_000, experimentOf({ scenario: groupOf(2) }));
    expect(traceHash(run(store).trace)).toBe(traceHash(run(plain).trace));
  });
});

describe('an action that is moved', () => {
  it('happens then, and the branch parts at the earlier of both times', () => {
    const store = frozen();
    store.getState().revise(0, { atMs: 4000 });
    expect(run(store).parent?.atUs).toBe(3_999_999);
    expect(store.getState().lastDeed?.label).toBe('freeze c-2 at 4.00 s instead of 5.00 s');
    store.getState().undo();
    store.getState().revise(0, { atMs: 6000 });
    expect(run(store).parent?.atUs).toBe(5_000_000);
    store.getState().seek(5_500_000);
    expect(status(store)).toBe('running');
    store.getState().seek(6_000_000);
    expect(status(store)).toBe('frozen');
  });

  it('and moved on is one move, from where it was at first', () => {
    const store = frozen();
    store.getState().revise(0, { atMs: 5100 });
    store.getState().revise(0, { atMs: 5200 });
    expect(store.getState().lastDeed?.label).toBe('freeze c-2 at 5.20 s instead of 5.00 s');
    expect(listed(store)).toEqual(['freeze c-2, 5.00 s', 'freeze c-2 at 5.20 s instead of 5.00 s']);
    expect([...store.getState().runs.values()]).toHaveLength(3);
    store.getState().revise(0, { atMs: 5000.001 });
    expect(plan(store)).toEqual(['5000.001 freeze true']);
    expect(listed(store)).toEqual(['freeze c-2, 5.00 s']);
  });

  it('but a branch that has been named is kept', () => {
    const store = frozen();
    store.getState().revise(0, { atMs: 5100 });
    store.getState().renameBranch(store.getState().runId, 'later');
    store.getState().revise(0, { atMs: 5200 });
    expect(listed(store)).toEqual([
      'freeze c-2, 5.00 s',
      'later',
      'freeze c-2 at 5.20 s instead of 5.10 s',
    ]);
  });

  it('past another one changes places with it', () => {
    const store = frozen();
    store.getState().act({ do: 'thaw', target: 'c-2' });
    store.getState().seek(10_000_000);
    expect(plan(store)).toEqual(['5000.001 freeze true', '9000.001 thaw true']);
    store.getState().revise(1, { atMs: 3000 });
    expect(plan(store)).toEqual(['3000 thaw true', '5000.001 freeze true']);
    expect(status(store)).toBe('frozen');
  });

  it('while it is off makes no branch', () => {
    const store = frozen();
    store.getState().revise(0, { isOn: false });
    const { runId } = store.getState();
    store.getState().revise(0, { atMs: 7000 });
    expect(store.getState().runId).toBe(runId);
    expect(plan(store)).toEqual(['7000 freeze false']);
    store.getState().revise(0, { isOn: true });
    expect(run(store).parent?.atUs).toBe(6_999_999);
  });
});

describe('what no experiment may have', () => {
  it('is refused in one line, and nothing is another', () => {
    const store = frozen();
    const { runId, undoStack } = store.getState();
    expect(store.getState().revise(0, { atMs: -5 })).toBe(false);
    expect(store.getState().notice?.text).toMatch(/^Not done: .*atMs/);
    expect([store.getState().runId, store.getState().undoStack]).toEqual([runId, undoStack]);
    expect(plan(store)).toEqual(['5000.001 freeze true']);
  });

  it('as an action on somebody whose start is switched off', () => {
    const store = playground(5_000_000);
    store
      .getState()
      .act({ do: 'start-consumer', group: 'billing', name: 'c-9', topics: ['orders'] });
    store.getState().seek(6_000_000);
    store.getState().act({ do: 'freeze', target: 'c-9' });
    store.getState().seek(7_000_000);
    expect(store.getState().revise(0, { isOn: false })).toBe(false);
    expect(store.getState().notice?.text).toContain('c-9');
  });
});

describe('the tree of branches', () => {
  it('has no gap where a run between two branches is given up', () => {
    const store = frozen();
    const first = run(store).id;
    store.getState().revise(0, { isOn: false });
    const middle = run(store).id;
    store.getState().seek(7_000_000);
    store.getState().act({ do: 'kill', target: 'c-1' });
    for (let n = 0; n < 2; n++) store.getState().undo();
    store.getState().act({ do: 'kill', target: 'c-3' });
    expect(store.getState().runs.has(middle)).toBe(false);
    expect(run(store).parent?.run).toBe(first);
  });
});
