/**
 * The whole run on one line, with the stretch that the views show as a thumb: drag it, or press
 * beside it to go there. For keys it is a scroll bar.
 */
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useStore } from 'zustand';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { firstEndingAfter } from '../../../trace/queries/time-index.ts';
import { litNow, momentsLit } from '../../lit.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { axisKey, plotOf } from '../axis/plot-now.ts';
import { bandAlpha, bandInks, xOf } from '../axis/plot.ts';
import type { Plot } from '../axis/plot.ts';
import { roundEndUs } from '../axis/ticks.ts';
import { bringIntoView, changeWindow, timeAxis, windowNow } from '../axis/time-axis.ts';
import { panned } from '../axis/time-window.ts';
import { usePen, useSize } from '../axis/use-canvas.ts';
import type { Pen } from '../axis/use-canvas.ts';
import type { Size } from '../../drawn-canvas.ts';
import { timeIndexOf } from '../index-of.ts';
import { drawChain } from './draw-scrubber.ts';

/** The plot of the whole run, of which the views show a part. */
function wholePlot(state: Playground, size: Size): Plot {
  const plot = plotOf(state, size, 0);
  const { fromUs, spanUs } = plot.window;
  const endUs = Math.max(roundEndUs(plot.seenUs), fromUs + spanUs);
  return { ...plot, window: { mode: 'whole', fromUs: 0, spanUs: endUs } };
}

export function Overview() {
  const store = usePlaygroundStore();
  const track = useRef<HTMLDivElement>(null);
  const size = useSize(track);
  const canvas = usePen(
    size,
    () => axisKey(store.getState()),
    (pen) => draw(pen, wholePlot(store.getState(), size), store.getState()),
  );
  // In tenths of a second: it is told, not drawn.
  const fromTenths = useStore(timeAxis, ({ window }) => Math.round(window.fromUs / 100_000));
  const spanTenths = useStore(timeAxis, ({ window }) => Math.round(window.spanUs / 100_000));
  const drag = useThumb(size);
  const press = (event: KeyboardEvent) => {
    const state = store.getState();
    const { fromUs, spanUs } = windowNow(state);
    const endUs = wholePlot(state, size).window.spanUs;
    const byUs: Readonly<Record<string, number>> = {
      ArrowLeft: -spanUs / 10,
      ArrowRight: spanUs / 10,
      PageUp: -spanUs,
      PageDown: spanUs,
      Home: -fromUs,
      End: endUs - spanUs - fromUs,
    };
    const step = byUs[event.key];
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    const most = Math.max(0, endUs - spanUs) - fromUs;
    changeWindow(state, (now) => panned(now, Math.min(step, most)));
  };
  return (
    <div className="overview">
      <div
        ref={track}
        className="overview-track"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="scrollbar"
        tabIndex={0}
        aria-label="Stretch in view"
        aria-controls="time-pictures"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuenow={fromTenths / 10}
        aria-valuetext={`${fromTenths / 10} to ${(fromTenths + spanTenths) / 10} seconds`}
        title="The whole run; the lit part is in view"
        onKeyDown={press}
        {...drag}
      >
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} aria-hidden />
      </div>
    </div>
  );
}

function useThumb(size: Size) {
  const store = usePlaygroundStore();
  const lastX = useRef<number | null>(null);
  const timeOf = (px: number) => {
    const { window } = wholePlot(store.getState(), size);
    return (px / Math.max(1, size.width)) * window.spanUs;
  };
  const release = () => {
    lastX.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      const state = store.getState();
      const atUs = timeOf(event.clientX - event.currentTarget.getBoundingClientRect().left);
      const { fromUs, spanUs } = windowNow(state);
      if (atUs < fromUs || atUs > fromUs + spanUs) {
        state.seek(Math.min(activeRun(state).seenUs, Math.max(0, atUs)));
        bringIntoView(store.getState(), atUs);
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      lastX.current = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (lastX.current === null || event.clientX === lastX.current) return;
      const byUs = timeOf(event.clientX - lastX.current);
      lastX.current = event.clientX;
      changeWindow(store.getState(), (now) => panned(now, byUs));
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

function draw(pen: Pen, plot: Plot, state: Playground): void {
  const { context, ink } = pen;
  const { width, height, seenUs, cursorUs } = plot;
  const { fromUs, spanUs } = windowNow(state);
  const { trace } = activeRun(state);
  context.fillStyle = ink.card;
  context.fillRect(0, 0, width, height);
  const bands = timeIndexOf(trace).bands.bandsOf(state.group);
  const lit = litNow(state);
  const chain = lit && momentsLit(trace, lit);
  for (let index = firstEndingAfter(bands, 0); index < bands.length; index++) {
    const band = bands[index];
    if (!band || band.fromUs > seenUs) break;
    const x = xOf(plot, band.fromUs);
    const end = xOf(plot, Math.min(band.toUs, seenUs));
    context.fillStyle = ink[bandInks[band.kind]];
    context.globalAlpha = bandAlpha(band, chain);
    context.fillRect(x, 3, Math.max(1, end - x), height - 6);
  }
  context.globalAlpha = 1;
  drawChain(pen, plot, chain);
  const left = xOf(plot, fromUs);
  const right = Math.min(width, xOf(plot, fromUs + spanUs));
  context.fillStyle = ink.panel;
  context.globalAlpha = 0.65;
  context.fillRect(0, 0, left, height);
  context.fillRect(right, 0, width - right, height);
  context.globalAlpha = 1;
  // Where everything is in view there is nothing to drag.
  context.strokeStyle = right - left < width - 1 ? ink.accent : ink.line;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(left + 0.75, 0.75, Math.max(4, right - left - 1.5), height - 1.5, 3);
  context.stroke();
  context.fillStyle = ink.text;
  context.fillRect(xOf(plot, cursorUs) - 0.75, 0, 1.5, height);
}
