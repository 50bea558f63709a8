/** Where playback stops: exactly on the event, at every speed, in branches, and far ahead. */
import { describe, expect, it } from 'vitest';
import { builtins } from '../simulation/builtins.ts';
import type { Breakpoint } from '../trace/queries/breakpoint.ts';
import { watchOf } from './invariants-watched.ts';
import { speeds } from './playback.ts';
import type { Speed } from './playback.ts';
import { activeRun } from './playground.ts';
import type { PlaygroundStore } from './playground.ts';
import { playground, slowPlayground } from './testing.ts';
import { timeIndexOf } from './time-index.ts';

const dead: Breakpoint = { id: 'member-dead' };
const freeze = { do: 'freeze', target: 'c-2' } as const;

/** Plays until it stops by itself, or for so many frames. */
function playUntilStopped(store: PlaygroundStore, frames = 20_000): void {
  store.getState().play();
  for (let frame = 0; frame < frames && store.getState().playing; frame++)
    store.getState().tick(16);
}

function kindAtCursor(store: PlaygroundStore) {
  const { cursor } = store.getState();
  const { trace } = activeRun(store.getState());
  return [trace.kind(cursor.seq), trace.atUs(cursor.seq) === cursor.atUs];
}

/** A group whose c-2 is frozen, with a breakpoint. */
function frozen(...breakpoints: Breakpoint[]): PlaygroundStore {
  const store = playground();
  store.getState().setBreakpoints(breakpoints);
  store.getState().act(freeze);
  return store;
}

describe('a breakpoint', () => {
  it.each<[Speed]>([
    ['adaptive'],
    ...speeds.filter((speed) => speed >= 1).map((speed) => [speed] as [Speed]),
  ])('stops playback exactly on its event at speed %s, and says which and why', (speed) => {
    const store = frozen(dead);
    store.getState().setSpeed(speed);
    playUntilStopped(store);
    expect(kindAtCursor(store)).toEqual(['member-removed', true]);
    const { playing, notice, cursor } = store.getState();
    expect(playing).toBe(false);
    expect(notice?.text).toMatch(/^Stopped: .*c-2.*Breakpoint: A member is declared dead\.$/);
    expect(activeRun(store.getState()).seenUs).toBe(cursor.atUs);
  });

  it('is passed when play is pressed on it, and met again after going back', () => {
    const store = frozen(dead);
    store.getState().setSpeed(100);
    playUntilStopped(store);
    const { seq } = store.getState().cursor;
    playUntilStopped(store, 20);
    expect(store.getState().cursor.seq).toBeGreaterThan(seq);
    expect(store.getState().playing).toBe(true);
    store.getState().seek(5_000_000);
    playUntilStopped(store);
    expect(store.getState().cursor.seq).toBe(seq);
  });

  it('stops at each of several events of one moment', () => {
    const store = playground(0);
    store.getState().setBreakpoints([{ id: 'process', process: 'c-1' }]);
    store.getState().setSpeed(100);
    const { trace } = activeRun(store.getState());
    const from = store.getState().cursor.seq;
    const stops: number[] = [];
    for (let time = 0; time < 8; time++) {
      playUntilStopped(store);
      stops.push(store.getState().cursor.seq);
    }
    const expected = timeIndexOf(trace).breakpoints.all(
      store.getState().breakpoints,
      from,
      Infinity,
    );
    expect(stops).toEqual(expected.slice(0, 8));
    expect(new Set(stops.map((seq) => trace.atUs(seq))).size).toBeLessThan(8);
  });

  it('stops at what an action itself brings about, while it plays', () => {
    const { store, hold, letGo } = slowPlayground();
    store.getState().setBreakpoints([{ id: 'coordinator-lost' }]);
    store.getState().play();
    hold();
    store.getState().act({ do: 'kill', target: '@billing' });
    expect(store.getState().playing).toBe(true);
    letGo();
    expect(kindAtCursor(store)).toEqual(['process-crashed', true]);
    expect(store.getState().playing).toBe(false);
  });

  it('is not met by seeking over it, nor by what a seek has left behind', () => {
    const store = frozen(dead);
    store.getState().play();
    store.getState().seek(20_000_000);
    store.getState().tick(16);
    expect(store.getState().playing).toBe(true);
  });

  it('for invariants stops where the watch finds one broken, however far that has read', () => {
    const store = playground();
    store.getState().setBreakpoints([{ id: 'invariant' }]);
    const run = activeRun(store.getState());
    const seq = store.getState().cursor.seq + 40;
    const watch = watchOf(run);
    const violation = { rule: 'OWN-1', seq, atUs: run.trace.atUs(seq), text: '' } as const;
    watch.update = () => violation as never;
    watch.statuses = () => [{ id: 'OWN-1', sentence: '', violation: violation as never }];
    playUntilStopped(store);
    expect(store.getState().cursor.seq).toBe(seq);
  });
});

describe('going on to the next', () => {
  it('breakpoint simulates as far as it takes', () => {
    const store = frozen(dead);
    const arrived = activeRun(store.getState()).trace.length;
    store.getState().runToBreakpoint();
    expect(kindAtCursor(store)).toEqual(['member-removed', true]);
    expect(store.getState().cursor.seq).toBeGreaterThan(arrived);
    expect(store.getState().notice?.text).toMatch(/^Stopped: /);
    expect(store.getState().quest).toBeNull();
  });

  it('breakpoint says so where none is met, and stays where it is', () => {
    const store = playground();
    store.getState().setBreakpoints([dead]);
    const { cursor } = store.getState();
    store.getState().runToBreakpoint();
    expect(store.getState().cursor).toBe(cursor);
    expect(store.getState().notice?.text).toBe('No breakpoint is met in the next 60 s.');
    store.getState().setBreakpoints([]);
    store.getState().runToBreakpoint();
    expect(store.getState().notice?.text).toMatch(/^No breakpoint is set/);
  });

  it('is given up by whoever has gone elsewhere meanwhile', () => {
    const { store, hold, letGo } = slowPlayground();
    store.getState().act(freeze);
    store.getState().setBreakpoints([dead]);
    hold();
    store.getState().runToBreakpoint();
    expect(store.getState().quest).not.toBeNull();
    store.getState().seek(3_000_000);
    letGo();
    expect(store.getState().quest).toBeNull();
    expect(store.getState().cursor.atUs).toBe(3_000_000);
  });

  it('message, or event of a process, steps there and back', () => {
    const store = playground();
    const { trace } = activeRun(store.getState());
    store.getState().stepTo({ by: 'what', process: 'c-2' }, 1);
    const { seq } = store.getState().cursor;
    expect(trace.process(seq)).toBe('c-2');
    store.getState().stepTo({ by: 'message' }, 1);
    expect(trace.kind(store.getState().cursor.seq)).toMatch(/^message-/);
    store.getState().stepTo({ by: 'what', process: 'c-2' }, -1);
    expect(trace.process(store.getState().cursor.seq)).toBe('c-2');
    store.getState().toStart();
    store.getState().stepTo({ by: 'message' }, -1);
    expect(store.getState().notice?.text).toBe('There is no such event before this one.');
  });

  it('of what never comes again says so', () => {
    const store = playground();
    store.getState().stepTo({ by: 'what', kinds: ['consumer-failed'] }, 1);
    expect(store.getState().notice?.text).toBe('There is no such event in the next 60 s.');
  });
});

it('a built-in that shows a death stops there from its start', () => {
  const zombie = builtins.find(({ id }) => id === 'zombie')!;
  const store = playground(0, zombie.experiment);
  store.getState().setBreakpoints([{ id: 'two-believe' }]);
  store.getState().setSpeed('adaptive');
  playUntilStopped(store);
  expect(kindAtCursor(store)).toEqual(['partition-acquired', true]);
});
