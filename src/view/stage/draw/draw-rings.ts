/** Draws the rings of one consumer on the canvas; what they mean is decided in rings.ts. */
import type { Point } from '../places/geometry.ts';
import type { ConsumerPlace, Density } from '../places/layout.ts';
import type { Inks } from '../../ink.ts';
import type { Ring, Rings } from './rings.ts';

const turn = Math.PI * 2;
const top = -Math.PI / 2;

interface RingSizes {
  readonly outer: number;
  readonly outerWidth: number;
  readonly inner: number;
  readonly innerWidth: number;
}

function sizesFor(density: Density, radius: number): RingSizes {
  if (density === 'full') {
    return { outer: radius - 2.5, outerWidth: 5, inner: radius - 9, innerWidth: 3.5 };
  }
  return { outer: radius - 1.5, outerWidth: 3, inner: radius - 5, innerWidth: 2 };
}

interface Arc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  readonly ink: string;
}

function stroke(context: CanvasRenderingContext2D, arc: Arc, from: number, to: number): void {
  context.beginPath();
  context.arc(arc.x, arc.y, arc.radius, from, to);
  context.lineWidth = arc.width;
  context.strokeStyle = arc.ink;
  context.stroke();
}

/** A ring that drains: the first `left` of the turn, cut into segments. */
function drain(
  context: CanvasRenderingContext2D,
  arc: Arc,
  track: string,
  left: number,
  segments: number,
): void {
  const gap = segments > 1 ? Math.min(0.2, 2.6 / arc.radius) : 0;
  for (let index = 0; index < segments; index++) {
    const from = top + (index / segments) * turn + gap / 2;
    const to = top + ((index + 1) / segments) * turn - gap / 2;
    const end = Math.min(to, top + left * turn);
    stroke(context, { ...arc, ink: track }, from, to);
    if (end > from) stroke(context, arc, from, end);
  }
}

function ghost(context: CanvasRenderingContext2D, arc: Arc): void {
  context.setLineDash([2, 4]);
  stroke(context, arc, 0, turn);
  context.setLineDash([]);
}

export interface RingScene {
  readonly context: CanvasRenderingContext2D;
  readonly inks: Inks;
  readonly density: Density;
}

export function drawRings(
  { context, inks, density }: RingScene,
  place: ConsumerPlace,
  rings: Rings,
  hue: string,
): void {
  const { x, y } = place.ring;
  const sizes = sizesFor(density, place.ringRadius);
  const outer = { x, y, radius: sizes.outer, width: sizes.outerWidth, ink: inks.coordinator };
  const inner = { x, y, radius: sizes.inner, width: sizes.innerWidth, ink: hue };
  if (rings.deadAfter) {
    const { left, stands } = rings.deadAfter;
    const ink = stands ? inks.textFaint : inks.coordinator;
    drain(context, { ...outer, ink }, inks.line, left, rings.segments);
  } else if (rings.parked) {
    // [HB-7] Parked: no timer runs for it, and it is not forgotten either.
    context.setLineDash([6, 4]);
    stroke(context, { ...outer, width: 2 }, 0, turn);
    context.setLineDash([]);
  } else ghost(context, { ...outer, width: 1.5, ink: inks.lineStrong });
  if (rings.heartbeat) {
    const { left, stands } = rings.heartbeat;
    drain(context, { ...inner, ink: stands ? inks.textFaint : hue }, inks.line, left, 1);
  }
  if (density === 'full') drawPulse(context, outer, inks.heart, rings.sinceAnswerUs);
  if (rings.coordinatorFailed) {
    const { box, socket } = place;
    const at = density === 'cell' ? { x: box.x + box.width - 5, y: box.y + 5 } : socket;
    drawSocket(context, at, inks, rings.coordinatorFailed, socketRadii[density]);
  }
}

/** How long the beat of an answered heartbeat is seen, in virtual time. */
const pulseLastsUs = 260_000;

function drawPulse(
  context: CanvasRenderingContext2D,
  outer: Arc,
  ink: string,
  sinceUs: number,
): void {
  if (sinceUs < 0 || sinceUs > pulseLastsUs) return;
  const share = sinceUs / pulseLastsUs;
  const whole = context.globalAlpha;
  context.globalAlpha = whole * 0.7 * (1 - share);
  stroke(context, { ...outer, ink, width: 1.5, radius: outer.radius + 3 + 4 * share }, 0, turn);
  context.globalAlpha = whole;
}

/** [HB-4] Where the connection leaves the card; a cell has it in its corner. */
const socketRadii: Readonly<Record<Density, number>> = {
  full: 5.5,
  compact: 5.5,
  chip: 3.5,
  cell: 2.5,
};

function drawSocket(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  inks: Inks,
  { left, stands }: Ring,
  radius: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, turn);
  context.fillStyle = inks.card;
  context.fill();
  const ink = stands ? inks.textFaint : inks.note;
  drain(context, { x, y, radius, width: 2.5, ink }, inks.line, left, 1);
}
