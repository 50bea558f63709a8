/** A clicker's steps while the simulation has not answered yet. */
import { expect, it } from 'vitest';
import { slowPlayground } from '../../store/testing.ts';
import { endSearch, toNewsAfter } from './step-news.ts';

it('the next news is found also right after an action that has not been answered', () => {
  const { store, hold, letGo } = slowPlayground(5_000_000);
  hold();
  store.getState().act({ do: 'kill', target: 'c-2' });
  const { cursor } = store.getState();
  toNewsAfter(store);
  letGo();
  expect(store.getState().cursor.atUs).toBeGreaterThan(cursor.atUs);
});

it('another place ends the search, and so does whoever leaves', () => {
  for (const end of ['seek', 'step', 'leave']) {
    const { store, hold, letGo } = slowPlayground(5_000_000);
    hold();
    toNewsAfter(store);
    if (end === 'seek') store.getState().seek(1_000_000);
    if (end === 'step') store.getState().step(-1);
    if (end === 'leave') endSearch();
    const { cursor } = store.getState();
    letGo();
    expect(store.getState().cursor).toEqual(cursor);
  }
});
