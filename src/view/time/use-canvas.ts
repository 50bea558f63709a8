/** A canvas of the time views: sized in device pixels, drawn when what it shows has changed. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useFrame, useTheme } from '../context.tsx';
import { Hatches, readTimeInk } from './ink.ts';
import type { TimeInk } from './ink.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

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
  readonly ink: TimeInk;
  readonly hatches: Hatches;
}

/**
 * Calls `draw` in every frame in which `keyOf` says something new; both read what they need
 * themselves. The key stands for all that the picture depends on beside size and theme.
 */
export function useDrawnCanvas(
  { width, height }: Size,
  keyOf: () => string,
  draw: (pen: Pen) => void,
): RefObject<HTMLCanvasElement | null> {
  const theme = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const kit = useRef<{ ink: TimeInk; hatches: Hatches } | null>(null);
  const drawn = useRef('');
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    element.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
    // The tokens of a new theme are on the page only after this pass.
    kit.current = null;
    drawn.current = '';
  }, [width, height, theme]);
  useEffect(() => {
    const again = () => {
      drawn.current = '';
    };
    document.fonts.addEventListener('loadingdone', again);
    return () => document.fonts.removeEventListener('loadingdone', again);
  }, []);
  useFrame(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || width === 0) return;
    const key = keyOf();
    if (key === drawn.current) return;
    drawn.current = key;
    kit.current ??= { ink: readTimeInk(), hatches: new Hatches() };
    context.clearRect(0, 0, width, height);
    draw({ context, ...kit.current });
  });
  return canvas;
}
