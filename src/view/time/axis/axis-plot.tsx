/**
 * A picture along the shared axis of time: names of its rows at the left, which scroll with it, and
 * a canvas that is drawn anew whenever window, playhead, run, selection or its own key change.
 */
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Playground } from '../../../store/playground.ts';
import type { Size } from '../../drawn-canvas.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { axisKey, numberOf, plotOf } from './plot-now.ts';
import type { ScrolledPlot } from './plot-now.ts';
import { drawGrid, drawPlayhead } from './plot.ts';
import { usePen, useSize } from './use-canvas.ts';
import type { Pen } from './use-canvas.ts';
import type { PlotParts } from './use-plot-pointer.ts';
import { usePlotPointer } from './use-plot-pointer.ts';

export interface PlotRefs {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly size: Size;
}

/** The elements of a plot, made by its view, which may need their size. */
export function usePlotRefs(): PlotRefs {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  return { frame, plot, scroller, size: useSize(plot) };
}

export interface AxisPlotProps extends PlotParts {
  readonly refs: PlotRefs;
  readonly className: string;
  /** The names of the rows; as high as all of them together. */
  readonly labels: ReactNode;
  /** What its rows are of: by their number it gets room, and another list is another picture. */
  readonly rows: readonly object[];
  /** What the picture depends on beside window, playhead, run, its length, selection, scroll and rows. */
  readonly keyOf: (state: Playground) => string;
  /** Draws between grid and playhead. */
  readonly draw: (pen: Pen, plot: ScrolledPlot, state: Playground) => void;
}

/** Rows for which a picture gets room beside others. */
const leastWeight = 3;
const mostWeight = 12;

export function AxisPlot(props: AxisPlotProps) {
  const { refs, className, labels, rows, keyOf, draw } = props;
  const { frame, plot, scroller, size } = refs;
  const store = usePlaygroundStore();
  const scrolled = () => scroller.current?.scrollTop ?? 0;
  const canvas = usePen(
    size,
    () => `${axisKey(store.getState())}|${scrolled()}|${numberOf(rows)}|${keyOf(store.getState())}`,
    (pen) => {
      const state = store.getState();
      const now = plotOf(state, size, scrolled());
      drawGrid(pen, now);
      draw(pen, now, state);
      drawPlayhead(pen, now);
    },
  );
  usePlotPointer(props);
  return (
    <div
      className={`axis-plot ${className}`}
      ref={frame}
      style={{ flexGrow: Math.min(mostWeight, Math.max(leastWeight, rows.length)) }}
    >
      <div className="plot" ref={plot}>
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} aria-hidden />
      </div>
      <div className="rows" ref={scroller}>
        {labels}
      </div>
    </div>
  );
}
