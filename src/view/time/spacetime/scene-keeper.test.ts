/** A scene is kept only for the rows that it was made for. */
import { expect, test } from 'vitest';
import { activeRun } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { timeIndexOf } from '../index-of.ts';
import { SceneKeeper } from './scene-keeper.ts';

test('as many other rows at the same moment have a scene of their own', () => {
  const state = playground().getState();
  const { trace, seenUs } = activeRun(state);
  const shown = timeIndexOf(trace).lanes.lanes;
  const window = { mode: 'free', fromUs: 0, spanUs: 4_000_000 } as const;
  const size = { width: 1000, height: 400 };
  const plot = { ...size, scrollTop: 0, window, cursorUs: seenUs, seenUs };
  const keeper = new SceneKeeper();
  const scene = keeper.sceneFor(plot, state, { shown, rowHeight: 40 });
  expect(keeper.sceneFor(plot, state, { shown, rowHeight: 40 })).toBe(scene);
  const turned = shown.toReversed();
  const other = keeper.sceneFor(plot, state, { shown: turned, rowHeight: 40 });
  expect(other.rows.map(({ lane }) => lane)).toEqual(turned);
});
