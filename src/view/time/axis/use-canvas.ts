/** The canvases of the time views: as large as their element, drawn with a pen of the theme. */
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useDrawnCanvas } from '../../drawn-canvas.ts';
import type { Size } from '../../drawn-canvas.ts';
import { readInks } from '../../ink.ts';
import type { Inks } from '../../ink.ts';
import { Hatches } from './ink.ts';

/** The inner size of an element, kept up to date. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = observed;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly ink: Inks;
  readonly hatches: Hatches;
}

/** Calls `draw` with a pen in every frame in which `keyOf` says something new. */
export function usePen(size: Size, keyOf: () => string, draw: (pen: Pen) => void) {
  const makeKit = () => ({ ink: readInks(), hatches: new Hatches() });
  return useDrawnCanvas(size, keyOf, makeKit, (context, kit) => draw({ context, ...kit }));
}
