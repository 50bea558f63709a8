/**
 * The one time axis: the window that all views share, settled whenever it is read. Outside the
 * playground, since nothing of it belongs to a run.
 */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { firstWindow, panned, settle } from './time-window.ts';
import type { TimeWindow, WindowMode } from './time-window.ts';

interface TimeAxis {
  readonly window: TimeWindow;
  /** The playhead is in somebody's hand: the window stands still under it. */
  readonly held: boolean;
  /** The cursor for which it was settled last. */
  readonly settledUs: number;
}

export const timeAxis = createStore<TimeAxis>(() => ({
  window: firstWindow,
  held: false,
  settledUs: -1,
}));

/** The window as it is for the present cursor. For frames and handlers, not for rendering. */
export function windowNow(state: Playground): TimeWindow {
  const { window, held, settledUs } = timeAxis.getState();
  const { cursor, playing } = state;
  if (held) return window;
  const moved = cursor.atUs !== settledUs;
  const { seenUs } = activeRun(state);
  const settled = settle(window, { cursorUs: cursor.atUs, seenUs, playing, moved });
  if (moved || settled !== window) {
    timeAxis.setState({ window: settled, settledUs: cursor.atUs });
  }
  return settled;
}

export function changeWindow(state: Playground, how: (window: TimeWindow) => TimeWindow): void {
  timeAxis.setState({ window: how(windowNow(state)) });
}

/** Moves the window, if need be, so that a moment is in it. */
export function bringIntoView(state: Playground, atUs: number): void {
  const { fromUs, spanUs } = windowNow(state);
  if (atUs >= fromUs && atUs <= fromUs + spanUs) return;
  changeWindow(state, (now) => panned(now, atUs - spanUs / 2 - fromUs));
}

/** Takes the playhead in hand, or lets it go. */
export function holdWindow(held: boolean): void {
  timeAxis.setState({ held });
}

export function useWindowMode(): WindowMode {
  return useStore(timeAxis, ({ window }) => window.mode);
}
