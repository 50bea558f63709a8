/** A point of the window in the own pixels of an element, which a presenter sees enlarged. */
import type { Point } from './geometry.ts';

export function pointIn(element: HTMLElement, clientX: number, clientY: number): Point {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = element.offsetWidth / Math.max(1, width);
  return { x: (clientX - left) * scale, y: (clientY - top) * scale };
}
