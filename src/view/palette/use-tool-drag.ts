/**
 * Dragging a tool by mouse, pen or touch. What lies under the pointer is the stage's to say, so a
 * library that knows only boxes would have nothing to do here: lines are targets too. A press that
 * does not move picks the tool up instead; then the next target that is clicked, or chosen with
 * Enter, gets it.
 */
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import type { Tool } from '../../store/selection.ts';
import { usePlaygroundStore } from '../context.tsx';
import { applyTool, proposalAt, stageTargetAt } from '../stage/use-tool.ts';

export interface Ghost {
  readonly tool: Tool;
  readonly x: number;
  readonly y: number;
  /** What a drop here would do, or why it is not allowed. */
  readonly says: string;
  readonly allowed: boolean;
}

/** Pixels that a finger may tremble before it is a drag. */
const threshold = 6;

export function useToolDrag() {
  const store = usePlaygroundStore();
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const press = useRef<{ x: number; y: number } | null>(null);

  const cancel = () => {
    press.current = null;
    setGhost(null);
    store.getState().pickTool(null);
  };

  useEffect(() => {
    if (!ghost) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  const move = (tool: Tool, event: ReactPointerEvent) => {
    const start = press.current;
    if (!start) return;
    const { clientX: x, clientY: y } = event;
    if (!ghost && Math.hypot(x - start.x, y - start.y) < threshold) return;
    if (!ghost) store.getState().pickTool(tool);
    const target = stageTargetAt(store, x, y);
    const proposed = target && proposalAt(store.getState(), tool, target);
    const says = proposed ? (proposed.ok ? proposed.label : proposed.why) : 'drop it on the stage';
    setGhost({ tool, x, y, says, allowed: proposed?.ok ?? false });
  };

  const drop = (tool: Tool, event: ReactPointerEvent) => {
    const wasDragged = ghost !== null;
    const wasPressed = press.current !== null;
    press.current = null;
    setGhost(null);
    if (!wasPressed) return;
    const { pickTool, tool: inHand } = store.getState();
    if (!wasDragged) return pickTool(inHand === tool ? null : tool);
    pickTool(null);
    const target = stageTargetAt(store, event.clientX, event.clientY);
    if (target) applyTool(store, tool, target);
  };

  const handlers = (tool: Tool) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: ReactPointerEvent) => move(tool, event),
    onPointerUp: (event: ReactPointerEvent) => drop(tool, event),
    onPointerCancel: cancel,
  });

  return { ghost, handlers };
}
