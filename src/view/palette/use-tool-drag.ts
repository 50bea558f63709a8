/**
 * Dragging a tool by mouse, pen or touch. What lies under the pointer is the stage's to say, so a
 * library that knows only boxes would have nothing to do here: lines are targets too. A press that
 * does not move picks the tool up instead; then the next target that is clicked, or chosen with
 * Enter, gets it.
 */
import { useEffect, useRef } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { PlaygroundStore } from '../../store/playground.ts';
import type { Tool } from '../../store/selection.ts';
import { usePlaygroundStore } from '../context.tsx';
import { letGo, showGhost } from '../hand/hand.ts';
import { longPressMs, threshold } from '../hand/press.ts';
import { applyTool, proposalAt, stageTargetAt } from '../stage/use-tool.ts';

interface Press {
  readonly x: number;
  readonly y: number;
  /** The page is scrolled by a finger here: a drag begins sideways, or with a long press. */
  readonly scrolls: boolean;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  phase: 'pressed' | 'lifted' | 'moved';
}

function isLifted(press: Press | null): boolean {
  return press !== null && press.phase !== 'pressed';
}

/** While something is lifted Escape puts it back, and the finger moves it and not the page. */
function useGuards(
  palette: RefObject<HTMLElement | null>,
  press: RefObject<Press | null>,
  cancel: () => void,
): void {
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isLifted(press.current)) return;
      event.preventDefault();
      cancel();
    };
    const holdPage = (event: TouchEvent) => {
      // A scroll that has begun cannot be stopped, and to try is an error.
      if (isLifted(press.current) && event.cancelable) event.preventDefault();
    };
    // Before the legend and the page's keys: one press does one thing.
    document.addEventListener('keydown', onKey, { signal, capture: true });
    palette.current?.addEventListener('touchmove', holdPage, { signal, passive: false });
    return () => listeners.abort();
  });
}

/** What hangs at the pointer says what letting go there would do. */
function show(store: PlaygroundStore, tool: Tool, x: number, y: number): void {
  const target = stageTargetAt(store, x, y);
  const proposed = target && proposalAt(store.getState(), tool, target);
  showGhost({ kind: 'tool', tool }, { x, y }, proposed, 'drop it on the stage');
}

/** The handlers of a tool's button. `palette` is what the tools stand in. */
export function useToolDrag(palette: RefObject<HTMLElement | null>) {
  const store = usePlaygroundStore();
  const press = useRef<Press | null>(null);

  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
    letGo();
  };

  const cancel = () => {
    const wasLifted = isLifted(press.current);
    end();
    // A tool that was in hand before stays there while one scrolls.
    if (wasLifted) store.getState().pickTool(null);
  };

  useGuards(palette, press, cancel);

  const lift = (tool: Tool) => {
    if (press.current?.phase !== 'pressed') return;
    press.current.phase = 'lifted';
    store.getState().pickTool(tool);
    show(store, tool, press.current.x, press.current.y);
  };

  const move = (tool: Tool, { clientX: x, clientY: y }: ReactPointerEvent) => {
    const start = press.current;
    if (!start) return;
    const dx = Math.abs(x - start.x);
    const dy = Math.abs(y - start.y);
    if (start.phase !== 'moved' && Math.hypot(dx, dy) < threshold) return;
    if (start.phase === 'pressed' && start.scrolls && dx <= dy) return end();
    lift(tool);
    start.phase = 'moved';
    show(store, tool, x, y);
  };

  const drop = (tool: Tool, { clientX, clientY }: ReactPointerEvent) => {
    const start = press.current;
    if (!start) return;
    end();
    const { pickTool, tool: inHand } = store.getState();
    if (start.phase === 'pressed') return pickTool(inHand === tool ? null : tool);
    // A long press that has not moved picks it up, too.
    if (start.phase === 'lifted') return;
    pickTool(null);
    const target = stageTargetAt(store, clientX, clientY);
    if (target) applyTool(store, tool, target);
  };

  return (tool: Tool) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      // A second finger takes nothing.
      if (event.button !== 0 || press.current) return;
      const { currentTarget, pointerId, pointerType, clientX: x, clientY: y } = event;
      currentTarget.setPointerCapture(pointerId);
      const scrolls =
        pointerType !== 'mouse' && getComputedStyle(currentTarget).touchAction !== 'none';
      const timer = scrolls ? setTimeout(() => lift(tool), longPressMs) : undefined;
      press.current = { x, y, scrolls, timer, phase: 'pressed' };
    },
    onPointerMove: (event: ReactPointerEvent) => move(tool, event),
    onPointerUp: (event: ReactPointerEvent) => drop(tool, event),
    onPointerCancel: cancel,
  });
}
