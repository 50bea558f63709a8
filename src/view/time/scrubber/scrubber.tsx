/** Under the pictures: how busy it was, what the user did, and the thumb that seeks. */
import { useMemo, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { namedIn } from '../../../trace/describe-command.ts';
import type { UserAction } from '../../../trace/queries/actions.ts';
import { useStore } from 'zustand';
import { litNow, momentsLit } from '../../lit.ts';
import { useDimmed } from '../../use-dimmed.ts';
import { useFrame, usePlayground, usePlaygroundStore } from '../../context.tsx';
import { useAtRest } from '../../speech/use-at-rest.ts';
import { drawScrubber } from './draw-scrubber.ts';
import { timeIndexOf } from '../index-of.ts';
import { markTitle, placeMarks } from './marks.ts';
import type { Mark } from './marks.ts';
import { usePen, useSize } from '../axis/use-canvas.ts';
import { bringIntoView, holdWindow, timeAxis, windowNow } from '../axis/time-axis.ts';
import { axisKey, plotOf } from '../axis/plot-now.ts';
import { timeAtX, xOf } from '../axis/plot.ts';
import type { Plot } from '../axis/plot.ts';

function actionsSeen(state: Playground): readonly UserAction[] {
  const { trace, seenUs } = activeRun(state);
  const { actions } = timeIndexOf(trace);
  return actions.filter(({ atUs }) => atUs <= seenUs);
}

const hitPx = 4;

/** Where breakpoints were met: of those too near to be told apart, the first. */
function hitsInView(state: Playground, plot: Plot): number[] {
  const { breakpoints } = state;
  if (breakpoints.length === 0) return [];
  const { trace, seenUs } = activeRun(state);
  const index = timeIndexOf(trace);
  const { fromUs, spanUs } = plot.window;
  const last = trace.lastAtOrBefore(Math.min(seenUs, fromUs + spanUs));
  const hits: number[] = [];
  let after = trace.lastAtOrBefore(fromUs - 1);
  for (;;) {
    const hit = index.breakpoints.first(breakpoints, after, last);
    if (!hit) return hits;
    const x = xOf(plot, trace.atUs(hit.seq));
    hits.push(x);
    after = Math.max(hit.seq, trace.lastAtOrBefore(timeAtX(plot, x + hitPx)));
  }
}

function selectedAtUs(state: Playground): number | null {
  const { selection } = state;
  const { trace } = activeRun(state);
  const isThere = selection?.kind === 'event' && selection.seq < trace.length;
  return isThere ? trace.atUs(selection.seq) : null;
}

/** How far a key goes, in microseconds. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -100_000,
  ArrowDown: -100_000,
  ArrowRight: 100_000,
  ArrowUp: 100_000,
  PageDown: -1_000_000,
  PageUp: 1_000_000,
  Home: -Infinity,
  End: Infinity,
};

export function Scrubber() {
  const store = usePlaygroundStore();
  const track = useRef<HTMLDivElement>(null);
  const size = useSize(track);
  const canvas = usePen(
    size,
    () => `${axisKey(store.getState())}|${JSON.stringify(store.getState().breakpoints)}`,
    (pen) => {
      const state = store.getState();
      const { trace } = activeRun(state);
      const { activity } = timeIndexOf(trace);
      const lit = litNow(state);
      const chain = lit && momentsLit(trace, lit);
      const selectedUs = selectedAtUs(state);
      const plot = plotOf(state, size, 0);
      const hits = hitsInView(state, plot);
      const actions = actionsSeen(state);
      drawScrubber(pen, { ...plot, activity, actions, hits, selectedUs, chain });
    },
  );
  const scrub = useScrubbing();
  return (
    <div className="scrubber">
      <ScrubberSlider track={track} scrub={scrub}>
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} aria-hidden />
      </ScrubberSlider>
      <ActionMarks width={size.width} />
    </div>
  );
}

/** Where the cursor is, and how far has been seen, in tenths of a second. */
function placeInTenths(state: Playground): string {
  const { seenUs } = activeRun(state);
  return [state.cursor.atUs, seenUs].map((us) => Math.floor(us / 100_000)).join(' ');
}

interface SliderProps {
  readonly track: React.RefObject<HTMLDivElement | null>;
  readonly scrub: ReturnType<typeof useScrubbing>;
  readonly children: React.ReactNode;
}

function ScrubberSlider({ track, scrub, children }: SliderProps) {
  const store = usePlaygroundStore();
  const [place, look] = useAtRest(placeInTenths);
  const [tenths = 0, seenTenths = 0] = place.split(' ').map(Number);
  const press = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    // With Shift the arrows step through the generations, as everywhere.
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    const { cursor, seek } = store.getState();
    seek(Math.min(activeRun(store.getState()).seenUs, Math.max(0, cursor.atUs + step)));
    look();
  };
  return (
    // An input of type range would put its thumb and its track elsewhere than the canvas does.
    <div
      ref={track}
      className="track"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={seenTenths / 10}
      aria-valuenow={tenths / 10}
      aria-valuetext={`${(tenths / 10).toFixed(1)} of ${(seenTenths / 10).toFixed(1)} seconds`}
      onFocus={look}
      onKeyDown={press}
      {...scrub}
    >
      {children}
    </div>
  );
}

/** Dragging seeks within what is in view; what plays pauses meanwhile and goes on afterwards. */
function useScrubbing() {
  const store = usePlaygroundStore();
  const held = useRef<{ wasPlaying: boolean } | null>(null);
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const state = store.getState();
    const part = (event.clientX - left) / Math.max(1, width);
    const { fromUs, spanUs } = windowNow(state);
    const atUs = fromUs + Math.min(1, Math.max(0, part)) * spanUs;
    state.seek(Math.min(activeRun(state).seenUs, Math.max(0, atUs)));
  };
  const release = () => {
    if (held.current?.wasPlaying) store.getState().play();
    held.current = null;
    holdWindow(false);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { wasPlaying: store.getState().playing };
      store.getState().pause();
      windowNow(store.getState());
      holdWindow(true);
      seek(event);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (held.current) seek(event);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/**
 * The user's actions, each a button that goes there. They are placed along the whole run, so that
 * they stay as they are while the window moves over them.
 */
function ActionMarks({ width }: { width: number }) {
  const store = usePlaygroundStore();
  const list = useRef<HTMLUListElement>(null);
  const runId = usePlayground((state) => state.runId);
  const count = usePlayground((state) => actionsSeen(state).length);
  const spanUs = useStore(timeAxis, ({ window }) => window.spanUs);
  const marks = useMemo(() => {
    const { trace } = activeRun(store.getState());
    const actions = timeIndexOf(trace).actions.slice(0, count);
    const xOf = (atUs: number) => (atUs / spanUs) * width;
    const row = { width: Infinity, xOf, textWidth: roughWidth };
    return runId > 0 && width > 0 ? placeMarks(actions, row) : [];
  }, [store, runId, count, width, spanUs]);
  useFrame(() => {
    const { fromUs } = windowNow(store.getState());
    const transform = `translateX(${-(fromUs / spanUs) * width}px)`;
    if (list.current && list.current.style.transform !== transform) {
      list.current.style.transform = transform;
    }
  });
  const lit = usePlayground(({ selection }) => {
    if (selection?.kind === 'event') return String(selection.seq);
    return selection?.kind === 'process' ? selection.process : null;
  });
  return (
    <div className="action-marks">
      <ul ref={list} aria-label="Your actions">
        {marks.map((mark) => (
          <li key={mark.actions[0]?.seq} style={{ left: mark.left, width: mark.width }}>
            <MarkButton mark={mark} isLit={lit !== null && isOf(mark, lit)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MarkButton({ mark, isLit }: { readonly mark: Mark; readonly isLit: boolean }) {
  const store = usePlaygroundStore();
  const { actions, label } = mark;
  const dimmed = useDimmed(({ events }) => actions.some(({ seq }) => events.has(seq)));
  return (
    <button
      type="button"
      title={markTitle(mark)}
      className={`${isLit ? 'lit' : ''}${dimmed ? ' dimmed' : ''}`}
      onFocus={() => bringIntoView(store.getState(), actions[0]?.atUs ?? 0)}
      onClick={() => store.getState().seekToEvent(actions[0]?.seq ?? -1)}
    >
      {label}
    </button>
  );
}

/** Whether one of its actions is the event of that number, or was done to the process of that name. */
function isOf({ actions }: Mark, lit: string): boolean {
  return actions.some(({ seq, command, targets }) => {
    return String(seq) === lit || targets.includes(lit) || namedIn(command).includes(lit);
  });
}

/** Of 12 px text; a little more than it takes. */
function roughWidth(text: string): number {
  return text.length * 6.6;
}
