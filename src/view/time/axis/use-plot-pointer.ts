/** Mouse and touch on the plot: the wheel zooms, a drag moves the window, a click seeks there. */
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { PlaygroundStore } from '../../../store/playground.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { panned, zoomed } from './time-window.ts';
import type { SharedWindow } from './use-time-window.ts';

interface PlotParts {
  readonly frame: RefObject<HTMLElement | null>;
  readonly plot: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly window: SharedWindow;
  /** What stands at a moment and a height of the plot, in words. */
  readonly titleAt: (atUs: number, y: number) => string;
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
    const frame = latest.current.frame.current;
    const plot = latest.current.plot.current;
    if (!frame || !plot) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    const wheel = (event: WheelEvent) => onWheel(event, plot, latest.current);
    frame.addEventListener('wheel', wheel, { passive: false, signal });
    const down = (event: PointerEvent) => onDown(event, plot, latest.current, store);
    frame.addEventListener('pointerdown', down, { signal });
    const hover = (event: PointerEvent) => {
      const x = xOn(plot, event);
      const { titleAt, window } = latest.current;
      const y = event.clientY - plot.getBoundingClientRect().top;
      frame.title = x === null ? '' : titleAt(timeAt(plot, window, x), y);
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

function timeAt(plot: HTMLElement, window: SharedWindow, x: number): number {
  const { fromUs, spanUs } = window.now();
  return fromUs + (x / Math.max(1, plot.clientWidth)) * spanUs;
}

function onWheel(event: WheelEvent, plot: HTMLElement, { window }: PlotParts): void {
  const x = xOn(plot, event);
  if (x === null) return;
  event.preventDefault();
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  const unit = event.deltaMode === 0 ? 1 : 20;
  if (isSideways) {
    const delta = (event.deltaX || event.deltaY) * unit;
    window.change((now) => panned(now, (delta / plot.clientWidth) * now.spanUs));
    return;
  }
  const factor = 1.0015 ** (event.deltaY * unit);
  const aboutUs = timeAt(plot, window, x);
  window.change((now) => zoomed(now, factor, aboutUs));
}

function onDown(
  event: PointerEvent,
  plot: HTMLElement,
  { window, scroller }: PlotParts,
  store: PlaygroundStore,
): void {
  const startX = xOn(plot, event);
  if (startX === null || event.button !== 0) return;
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
    const byX = last.clientX - moved.clientX;
    if (byX !== 0) window.change((now) => panned(now, (byX / plot.clientWidth) * now.spanUs));
    if (scroller.current) scroller.current.scrollTop += last.clientY - moved.clientY;
    last = moved;
  };
  const up = (released: PointerEvent) => {
    if (released.pointerId !== pointerId) return;
    ends.abort();
    if (dragged || released.type === 'pointercancel') return;
    const { seenUs } = activeRun(store.getState());
    store.getState().seek(Math.min(seenUs, timeAt(plot, window, startX)));
  };
  target.setPointerCapture(pointerId);
  target.addEventListener('pointermove', move, { signal });
  target.addEventListener('pointerup', up, { signal });
  target.addEventListener('pointercancel', up, { signal });
}
