/** Zoom and follow for the mouse's wheel and drag, by button. */
import { Maximize2, Minus, MoveRight, Plus } from 'lucide-react';
import type { Playground } from '../../../store/playground.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { changeWindow, useWindowMode } from './time-axis.ts';
import { firstWindow, zoomed } from './time-window.ts';
import type { TimeWindow } from './time-window.ts';

export function WindowButtons() {
  const store = usePlaygroundStore();
  const mode = useWindowMode();
  const change = (how: (now: TimeWindow) => TimeWindow) => changeWindow(store.getState(), how);
  return (
    <fieldset className="window-buttons" aria-label="Stretch of time shown">
      <span className="hint">scroll: zoom · drag: move</span>
      <button
        type="button"
        className="plain icon"
        aria-label="Zoom out"
        onClick={() => zoomWindow(store.getState(), 1.6)}
      >
        <Minus size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="plain icon"
        aria-label="Zoom in"
        onClick={() => zoomWindow(store.getState(), 1 / 1.6)}
      >
        <Plus size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="plain"
        aria-pressed={mode === 'whole'}
        title="Show the whole run"
        onClick={() => change((now) => ({ ...now, mode: 'whole' }))}
      >
        <Maximize2 size={13} aria-hidden /> fit
      </button>
      <button
        type="button"
        className="plain"
        aria-pressed={mode === 'follow'}
        title="Keep the playhead in view while it moves"
        onClick={() => change(following)}
      >
        <MoveRight size={13} aria-hidden /> follow
      </button>
    </fieldset>
  );
}

/** Zooms about the playhead where that is in view, else about the middle. */
export function zoomWindow(state: Playground, factor: number): void {
  changeWindow(state, (now) => {
    const { fromUs, spanUs } = now;
    const { atUs } = state.cursor;
    const isInView = atUs >= fromUs && atUs <= fromUs + spanUs;
    return zoomed(now, factor, isInView ? atUs : fromUs + spanUs / 2);
  });
}

export function following(now: TimeWindow): TimeWindow {
  const spanUs = now.mode === 'whole' ? Math.min(now.spanUs, firstWindow.spanUs) : now.spanUs;
  return { ...now, mode: 'follow', spanUs };
}
