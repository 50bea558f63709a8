/**
 * Mouse and touch on a plot: the wheel zooms, a drag moves the window, a click moves the playhead
 * there and selects what stands there.
 */
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../../store/playground.ts';
import type { Selection } from '../../../store/selection.ts';
import type { Size } from '../../drawn-canvas.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { plotOf } from './plot-now.ts';
import type { PlotPoint } from './plot-now.ts';
import { timeAtX } from './plot.ts';
import { changeWindow } from './time-axis.ts';
import { panned, zoomed } from './time-window.ts';

export interface PlotParts {
  /** What stands there, in words; it is shown as a tooltip. */
  readonly titleAt: (point: PlotPoint, state: Playground) => string;
  /** What a click there selects beside moving the playhead; null: nothing. */
  readonly pickAt?: (point: PlotPoint, state: Playground) => Selection | null;
  readonly refs: {
    readonly frame: RefObject<HTMLElement | null>;
    readonly plot: RefObject<HTMLElement | null>;
    /** Null: its rows do not scroll. */
    readonly scroller: RefObject<HTMLElement | null> | null;
    readonly size: Size;
  };
}

/** Below this many pixels a press is a click. */
const clickPx = 4;

export function usePlotPointer(parts: PlotParts): void {
  const store = usePlaygroundStore();
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  useEffect(() => {
    const frame = latest.current.refs.frame.current;
    const plot = latest.current.refs.plot.current;
    if (!frame || !plot) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    const wheel = (event: WheelEvent) => onWheel(event, plot, store);
    frame.addEventListener('wheel', wheel, { passive: false, signal });
    const down = (event: PointerEvent) => onDown(event, plot, latest.current, store);
    frame.addEventListener('pointerdown', down, { signal });
    const hover = (event: PointerEvent) => {
      const point = pointOf(plot, event, latest.current, store);
      frame.title = point ? latest.current.titleAt(point, store.getState()) : '';
    };
    frame.addEventListener('pointermove', hover, { signal });
    return () => ends.abort();
  }, [store]);
}

/** Where on the plot a pointer is, in pixels from its left; null beside it. */
function xOn(plot: HTMLElement, { clientX }: MouseEvent): number | null {
  const { left, right } = plot.getBoundingClientRect();
  return clientX < left || clientX > right ? null : clientX - left;
}

function pointOf(
  element: HTMLElement,
  event: MouseEvent,
  { refs }: PlotParts,
  store: PlaygroundStore,
): PlotPoint | null {
  const x = xOn(element, event);
  if (x === null) return null;
  const scrollTop = refs.scroller?.current?.scrollTop ?? 0;
  const plot = plotOf(store.getState(), refs.size, scrollTop);
  const y = event.clientY - element.getBoundingClientRect().top + scrollTop;
  return { atUs: timeAtX(plot, x), y, plot };
}

function onWheel(event: WheelEvent, element: HTMLElement, store: PlaygroundStore): void {
  const x = xOn(element, event);
  if (x === null) return;
  event.preventDefault();
  const width = Math.max(1, element.clientWidth);
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  const unit = event.deltaMode === 0 ? 1 : 20;
  changeWindow(store.getState(), (now) => {
    if (!isSideways) {
      return zoomed(now, 1.0015 ** (event.deltaY * unit), now.fromUs + (x / width) * now.spanUs);
    }
    return panned(now, (((event.deltaX || event.deltaY) * unit) / width) * now.spanUs);
  });
}

function onDown(
  event: PointerEvent,
  element: HTMLElement,
  parts: PlotParts,
  store: PlaygroundStore,
): void {
  const point = pointOf(element, event, parts, store);
  if (!point || event.button !== 0) return;
  const target = event.currentTarget as HTMLElement;
  const { clientX, clientY, pointerId } = event;
  const ends = new AbortController();
  const { signal } = ends;
  let dragged = false;
  let last = { clientX, clientY };
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return;
    const far = Math.hypot(moved.clientX - clientX, moved.clientY - clientY);
    dragged ||= far > clickPx;
    if (!dragged) return;
    const part = (last.clientX - moved.clientX) / Math.max(1, element.clientWidth);
    if (part !== 0) changeWindow(store.getState(), (now) => panned(now, part * now.spanUs));
    const scroller = parts.refs.scroller?.current;
    if (scroller) scroller.scrollTop += last.clientY - moved.clientY;
    last = moved;
  };
  const up = (released: PointerEvent) => {
    if (released.pointerId !== pointerId) return;
    ends.abort();
    if (!dragged && released.type === 'pointerup') goTo(point, parts, store);
  };
  target.setPointerCapture(pointerId);
  target.addEventListener('pointermove', move, { signal });
  target.addEventListener('pointerup', up, { signal });
  target.addEventListener('pointercancel', up, { signal });
}

function goTo(point: PlotPoint, { pickAt }: PlotParts, store: PlaygroundStore): void {
  const state = store.getState();
  const picked = pickAt?.(point, state);
  state.seek(Math.min(activeRun(state).seenUs, Math.max(0, point.atUs)));
  if (picked) state.select(picked);
}
