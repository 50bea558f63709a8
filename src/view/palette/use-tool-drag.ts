/**
 * Dragging a tool by mouse, pen or touch. What lies under the pointer is the stage's to say, so a
 * library that knows only boxes would have nothing to do here: lines are targets too. A press that
 * does not move picks the tool up instead; then the next target that is clicked, or chosen with
 * Enter, gets it.
 */
import { useEffect, useRef } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import type { Tool } from '../../store/selection.ts';
import { usePlaygroundStore } from '../context.tsx';
import { hand, letGo } from '../hand/hand.ts';
import { applyTool, proposalAt, stageTargetAt } from '../stage/use-tool.ts';

/** Pixels that a finger may tremble before it is a drag. */
const threshold = 6;

/** The handlers of a tool's button. */
export function useToolDrag() {
  const store = usePlaygroundStore();
  const press = useRef<{ x: number; y: number; dragged: boolean } | null>(null);

  const cancel = () => {
    press.current = null;
    letGo();
    store.getState().pickTool(null);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !press.current?.dragged) return;
      event.preventDefault();
      cancel();
    };
    // Before the legend and the page's keys: one press does one thing.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  });

  const move = (tool: Tool, { clientX: x, clientY: y }: ReactPointerEvent) => {
    const start = press.current;
    if (!start) return;
    if (!start.dragged && Math.hypot(x - start.x, y - start.y) < threshold) return;
    if (!start.dragged) store.getState().pickTool(tool);
    start.dragged = true;
    const target = stageTargetAt(store, x, y);
    const proposed = target && proposalAt(store.getState(), tool, target);
    const says = proposed ? (proposed.ok ? proposed.label : proposed.why) : 'drop it on the stage';
    const held = { kind: 'tool', tool } as const;
    hand.setState({ ghost: { held, x, y, says, allowed: proposed?.ok ?? false } });
  };

  const drop = (tool: Tool, event: ReactPointerEvent) => {
    const start = press.current;
    press.current = null;
    letGo();
    if (!start) return;
    const { pickTool, tool: inHand } = store.getState();
    if (!start.dragged) return pickTool(inHand === tool ? null : tool);
    pickTool(null);
    const target = stageTargetAt(store, event.clientX, event.clientY);
    if (target) applyTool(store, tool, target);
  };

  return (tool: Tool) => ({
    onPointerDown: (event: ReactPointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x: event.clientX, y: event.clientY, dragged: false };
    },
    onPointerMove: (event: ReactPointerEvent) => move(tool, event),
    onPointerUp: (event: ReactPointerEvent) => drop(tool, event),
    onPointerCancel: cancel,
  });
}
