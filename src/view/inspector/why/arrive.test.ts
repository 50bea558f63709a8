import { expect, test } from 'vitest';
import { activeRun } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { goTo } from './arrive.ts';

const simulatedUs = (store: ReturnType<typeof playground>) =>
  activeRun(store.getState()).handledUntilUs;

test('a moment that has been simulated is gone to at once', () => {
  const store = playground(5_000_000);
  const atUs = simulatedUs(store) - 1000;
  store.getState().play();
  goTo(store, atUs);
  expect(store.getState()).toMatchObject({ playing: false, cursor: { atUs } });
});

test('another is played to, and time stands there', () => {
  const store = playground(5_000_000);
  const atUs = simulatedUs(store) + 1_500_000;
  goTo(store, atUs);
  expect(store.getState().cursor.atUs).toBeLessThan(atUs);
  for (let frame = 0; frame < 600 && store.getState().playing; frame++) store.getState().tick(100);
  expect(store.getState()).toMatchObject({ playing: false, cursor: { atUs } });
});

test('who pauses on the way stays there, and plays on beyond it later', () => {
  const store = playground(5_000_000);
  const atUs = simulatedUs(store) + 1_500_000;
  goTo(store, atUs);
  store.getState().tick(100);
  store.getState().pause();
  expect(store.getState().cursor.atUs).toBeLessThan(atUs);
  store.getState().play();
  for (let frame = 0; frame < 600 && store.getState().cursor.atUs <= atUs; frame++) {
    store.getState().tick(100);
  }
  expect(store.getState().playing).toBe(true);
  expect(store.getState().cursor.atUs).toBeGreaterThan(atUs);
});
