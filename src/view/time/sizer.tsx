/** The border between stage and time: dragged, or moved with the arrow keys, it parts the room. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { timeView, useTimeView } from './view-state.ts';

const leastPx = 180;
const stepPx = 24;

/** No more than leaves the stage the room that it needs. */
function mostPx(): number {
  return Math.max(leastPx, window.innerHeight - 400);
}

function resize(px: number): void {
  timeView.setState({ heightPx: Math.round(Math.min(mostPx(), Math.max(leastPx, px))) });
}

/** The height of the region, which the page's own layout gives it as long as nobody else does. */
function useParentHeight(child: RefObject<HTMLElement | null>, isGone: boolean): number {
  const [px, setPx] = useState(leastPx);
  useEffect(() => {
    const parent = child.current?.parentElement;
    if (!parent || isGone) return undefined;
    const observer = new ResizeObserver(() => setPx(parent.offsetHeight));
    observer.observe(parent);
    return () => observer.disconnect();
  }, [child, isGone]);
  return px;
}

export function Sizer() {
  const isTall = useTimeView((view) => view.isTall);
  const bar = useRef<HTMLDivElement>(null);
  const nowPx = useParentHeight(bar, isTall);
  const held = useRef<{ readonly fromY: number; readonly fromPx: number } | null>(null);
  if (isTall) return null;
  const heightOf = (element: Element) => element.parentElement?.offsetHeight ?? leastPx;
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key];
    if (event.key === 'Home') timeView.setState({ heightPx: null });
    else if (by === undefined) return;
    else resize(heightOf(event.currentTarget) + by);
    event.preventDefault();
  };
  const release = () => {
    held.current = null;
  };
  return (
    // A rule that can be moved: no element of HTML has the focus and the value that it needs.
    <div
      ref={bar}
      className="time-sizer"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the time views"
      aria-valuemin={leastPx}
      aria-valuemax={mostPx()}
      aria-valuenow={nowPx}
      title="Drag to part the room; double click: as it was"
      onKeyDown={press}
      onDoubleClick={() => timeView.setState({ heightPx: null })}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { fromY: event.clientY, fromPx: heightOf(event.currentTarget) };
      }}
      onPointerMove={({ clientY }) => {
        if (held.current) resize(held.current.fromPx + held.current.fromY - clientY);
      }}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
