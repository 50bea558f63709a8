/** The drawing. For the pointer only: the table below it says and does the same for everybody. */
import { useEffect, useRef } from 'react';
import { arrowOf, badgeSize, drawingOf, pathOf } from './drawing.ts';
import type { Box, Edge } from './drawing.ts';
import type { Machine } from './table.ts';
import type { Transition } from './transitions.ts';
import { wayKey } from './ways.ts';
import type { WayName } from './ways.ts';

/** A machine at a moment. */
export interface MachineAt {
  readonly machine: Machine;
  /** By `wayKey`: how often it has been taken. */
  readonly counts: ReadonlyMap<string, number>;
  readonly state: string;
  /** The transition that led here. */
  readonly latest: Transition | null;
  readonly picked: WayName | null;
  readonly goTo: (way: WayName) => void;
}

/** The inside of the inspector. */
const leastWidth = 286;

export function MachineDrawing({ of, ...at }: MachineAt & { readonly of: string }) {
  const { machine, state, latest, picked } = at;
  const { width, height, boxes, edges } = drawingOf(machine, leastWidth);
  const isSame = (edge: Edge, way: WayName | null) => way !== null && wayKey(edge) === wayKey(way);
  // What is lit lies on top.
  const weightOf = (edge: Edge) =>
    Number(isSame(edge, latest)) * 2 + Number(isSame(edge, picked)) + Number(isTaken(edge, at)) / 2;
  const ordered = edges.toSorted((a, b) => weightOf(a) - weightOf(b));
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => showState(frame.current), []);
  return (
    <div ref={frame} className="machine-frame">
      <svg
        className="machine"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`State machine of ${of}, now ${state}: the table below has every way`}
      >
        {ordered.map((edge) => {
          const names = [
            isTaken(edge, at) ? 'taken' : 'never',
            isSame(edge, picked) ? 'picked' : '',
            isSame(edge, latest) ? 'latest' : '',
          ];
          return <EdgeLine key={wayKey(edge)} edge={edge} className={names.join(' ')} />;
        })}
        {boxes.map((box) => (
          <StateBox key={box.state} box={box} isNow={box.state === state} />
        ))}
        {edges.map((edge) => (
          <Badge
            key={wayKey(edge)}
            edge={edge}
            count={at.counts.get(wayKey(edge)) ?? 0}
            isPicked={isSame(edge, picked)}
            goTo={at.goTo}
          />
        ))}
      </svg>
    </div>
  );
}

/** Where the panel is too low for all of it, it begins at the state that is lit; the page stays. */
function showState(frame: HTMLElement | null): void {
  const panel = frame?.closest('.panel');
  const state = frame?.querySelector('.state.now');
  if (!panel || !state) return;
  const below = state.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
  if (below > 0) panel.scrollTop += below + 12;
}

function isTaken(edge: Edge, { counts }: MachineAt): boolean {
  return counts.has(wayKey(edge));
}

function EdgeLine({ edge: { points }, className }: { edge: Edge; className: string }) {
  return (
    <g className={`way ${className}`}>
      <path d={pathOf(points)} />
      <polygon points={arrowOf(points)} />
    </g>
  );
}

function StateBox({ box, isNow }: { box: Box; isNow: boolean }) {
  const { state, x, y, width, height } = box;
  return (
    <g className={isNow ? 'state now' : 'state'}>
      <rect x={x} y={y} width={width} height={height} rx={7} />
      <text x={x + width / 2} y={y + height / 2}>
        {state}
      </text>
    </g>
  );
}

interface BadgeProps {
  readonly edge: Edge;
  readonly count: number;
  readonly isPicked: boolean;
  readonly goTo: (way: WayName) => void;
}

const largest = 999;

function Badge({ edge, count, isPicked, goTo }: BadgeProps) {
  const { from, to, badge } = edge;
  const { width, height } = badgeSize;
  const kind = count === 0 ? 'never' : 'taken';
  return (
    // For the pointer: the keyboard has the table's buttons.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <g
      className={`badge ${kind}${isPicked ? ' picked' : ''}`}
      transform={`translate(${badge.x} ${badge.y})`}
      onClick={() => goTo({ from, to })}
    >
      <title>{`${from} to ${to}: ${count}`}</title>
      <rect className="hit" x={-width / 2 - 2} y={-12} width={width + 4} height={24} />
      {count === 0 ? (
        <circle r={3.5} />
      ) : (
        <>
          <rect
            className="face"
            x={-width / 2}
            y={-height / 2 + 1}
            width={width}
            height={height - 2}
            rx={9}
          />
          <text>{count > largest ? `${largest}+` : count}</text>
        </>
      )}
    </g>
  );
}
