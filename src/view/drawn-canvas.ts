/** A canvas that is sized in device pixels and drawn when what it shows has changed. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useFrame, useTheme } from './context.tsx';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Calls `draw` in every frame in which `keyOf` says something new; both read what they need
 * themselves. The key stands for all that the picture depends on beside size and theme. `makeKit`
 * makes what a theme needs made once: colours, patterns.
 */
export function useDrawnCanvas<Kit>(
  { width, height }: Size,
  keyOf: () => string,
  makeKit: () => Kit,
  draw: (context: CanvasRenderingContext2D, kit: Kit) => void,
): RefObject<HTMLCanvasElement | null> {
  const theme = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const kit = useRef<Kit | null>(null);
  const drawn = useRef('');
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // A presenter sees the stage enlarged.
    const zoom = 'currentCSSZoom' in element ? element.currentCSSZoom : 1;
    const ratio = window.devicePixelRatio * zoom;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    element.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
    // The tokens of a new theme are on the page only after this pass.
    kit.current = null;
    drawn.current = '';
  }, [width, height, theme]);
  useEffect(() => {
    // A face that arrives late is seen at the next drawing only.
    const again = () => {
      drawn.current = '';
    };
    document.fonts.addEventListener('loadingdone', again);
    return () => document.fonts.removeEventListener('loadingdone', again);
  }, []);
  useFrame(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || width === 0) return;
    // The size too: a frame may come between a new size and this function's renewal.
    const key = `${width} ${height} ${keyOf()}`;
    if (key === drawn.current) return;
    drawn.current = key;
    kit.current ??= makeKit();
    context.clearRect(0, 0, width, height);
    draw(context, kit.current);
  });
  return canvas;
}
