/** Points, boxes and polylines of the stage, in CSS pixels. It knows nothing of what they show. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function centreOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function contains(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

export function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += distance(points[i - 1] as Point, points[i] as Point);
  }
  return length;
}

export interface PlaceOnLine extends Point {
  /** Unit vector of the line's direction there. */
  readonly dx: number;
  readonly dy: number;
}

/** The place `length` pixels from the start of a polyline; the ends are kept to. */
export function placeAlong(points: readonly Point[], length: number): PlaceOnLine {
  let rest = Math.max(0, length);
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    const step = distance(a, b);
    const isLast = i === points.length - 1;
    if (rest > step && !isLast) {
      rest -= step;
      continue;
    }
    const share = step === 0 ? 0 : Math.min(1, rest / step);
    const dx = step === 0 ? 0 : (b.x - a.x) / step;
    const dy = step === 0 ? 0 : (b.y - a.y) / step;
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, dx, dy };
  }
  const only = points[0] ?? { x: 0, y: 0 };
  return { ...only, dx: 0, dy: 0 };
}

function distanceToSegment(point: Point, a: Point, b: Point): number {
  const squared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  if (squared === 0) return distance(point, a);
  const share = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / squared;
  const t = clamp(share, 0, 1);
  return distance(point, { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });
}

export function distanceToLine(point: Point, points: readonly Point[]): number {
  let least = Infinity;
  for (let i = 1; i < points.length; i++) {
    const segment = distanceToSegment(point, points[i - 1] as Point, points[i] as Point);
    least = Math.min(least, segment);
  }
  return least;
}

/** A shallow curve from `a` to `b` that hangs `sag` pixels below them, as a polyline. */
export function hangingCurve(a: Point, b: Point, sag: number): Point[] {
  const steps = 16;
  const points: Point[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const depth = 4 * sag * t * (1 - t);
    points.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t + depth });
  }
  return points;
}
