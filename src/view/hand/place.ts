/** Where something that opens over the page has room, beside what it belongs to. */

const gap = 6;
const edge = 12;

interface Span {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Puts a popover above or below its button, whichever has more room, and no larger than that room. */
export function placeBeside(popover: HTMLElement, { top, right, bottom }: Span): void {
  const above = top - gap - edge;
  const below = innerHeight - bottom - gap - edge;
  const { style } = popover;
  style.inset = 'auto';
  const { clientWidth } = document.documentElement;
  // It is not shown yet, but its style says how wide it will be.
  const width = Number.parseFloat(getComputedStyle(popover).width);
  style.right = `${Math.max(edge, Math.min(clientWidth - right, clientWidth - edge - width))}px`;
  if (above > below) style.bottom = `${innerHeight - top + gap}px`;
  else style.top = `${bottom + gap}px`;
  style.maxHeight = `${Math.max(above, below)}px`;
}

/** Puts a popover that is shown with a corner at a point, wholly within the window. */
export function placeAtPoint(popover: HTMLElement, x: number, y: number): void {
  const { clientWidth } = document.documentElement;
  const { offsetWidth, offsetHeight, style } = popover;
  const fit = (at: number, size: number, room: number) =>
    Math.max(edge, Math.min(at, room - size - edge));
  style.left = `${fit(x, offsetWidth, clientWidth)}px`;
  style.top = `${fit(y, offsetHeight, innerHeight)}px`;
}
