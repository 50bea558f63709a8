/**
 * Draws messages, lost ones and their labels on the canvas. A request is filled, a response hollow,
 * a refusal red with its name. Labels give way to each other: the important ones come first.
 */
import type { Box } from '../places/geometry.ts';
import type { Inks } from '../../ink.ts';
import { litAlpha } from '../../lit.ts';
import { shapeInks } from './inks.ts';
import { freePlace, lineHeight, withMargin } from '../labels.ts';
import { corners, crack } from '../marks.ts';
import type { ShapeName } from '../marks.ts';
import { crossLastsUs } from './messages.ts';
import type { LostPlace, MessagePlace } from './messages.ts';
import { generationLabel, messageLabel } from '../../words/messages.ts';

export interface MessageStyle {
  readonly inks: Inks;
  readonly selected: number | null;
  /** The messages that are lit; null: all of them are. */
  readonly chain: ReadonlySet<number> | null;
  /** Every message carries its label: while paused. */
  readonly labelled: boolean;
  /** Generation recorded for the group; another one on a message is stale. */
  readonly generation: number;
  /** Cards that labels keep clear of. */
  readonly obstacles: readonly Box[];
  readonly width: number;
}

export function tracePath(
  context: CanvasRenderingContext2D,
  shape: ShapeName,
  x: number,
  y: number,
  radius: number,
): void {
  context.beginPath();
  if (shape === 'dot') {
    context.arc(x, y, radius, 0, Math.PI * 2);
    return;
  }
  for (const [index, [cx, cy]] of corners[shape].entries()) {
    if (index === 0) context.moveTo(x + cx * radius, y + cy * radius);
    else context.lineTo(x + cx * radius, y + cy * radius);
  }
  context.closePath();
}

function inkOf({ refusal, shape }: MessagePlace, inks: Inks): string {
  return refusal ? inks.bad : inks[shapeInks[shape]];
}

function isInChain({ message }: MessagePlace, { chain }: MessageStyle): boolean {
  return chain?.has(message.message) ?? true;
}

function drawMark(context: CanvasRenderingContext2D, place: MessagePlace, style: MessageStyle) {
  const { inks, selected } = style;
  const lit = place.message.message === selected;
  const ink = inkOf(place, inks);
  const radius = place.isBackstage ? 4.5 : 6;
  const isAside = place.isBackstage && !lit && !place.refusal && !place.message.corrupted;
  context.globalAlpha = (isAside ? 0.6 : 1) * litAlpha(lit || isInChain(place, style));
  tracePath(context, place.shape, place.x, place.y, radius);
  if (place.message.direction === 'request') {
    context.fillStyle = ink;
    context.fill();
  } else {
    context.fillStyle = inks.ground;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = ink;
    context.stroke();
  }
  if (place.message.corrupted) drawDamage(context, place, inks);
  if (lit) {
    tracePath(context, 'dot', place.x, place.y, radius + 6);
    context.lineWidth = 2;
    context.strokeStyle = inks.accent;
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** A crack right through it: what arrives is not what was sent. */
function drawDamage(context: CanvasRenderingContext2D, { x, y }: MessagePlace, inks: Inks) {
  context.beginPath();
  for (const [index, [dx, dy]] of crack.entries()) {
    if (index === 0) context.moveTo(x + dx, y + dy);
    else context.lineTo(x + dx, y + dy);
  }
  context.lineJoin = 'miter';
  for (const [width, ink] of [
    [5, inks.ground],
    [2, inks.bad],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = ink;
    context.stroke();
  }
}

function drawCross(
  context: CanvasRenderingContext2D,
  place: LostPlace,
  style: MessageStyle,
  atUs: number,
) {
  const age = (atUs - place.atUs) / crossLastsUs;
  context.globalAlpha = Math.max(0.25, 1 - age) * litAlpha(isInChain(place, style));
  const arm = 5;
  context.beginPath();
  context.moveTo(place.x - arm, place.y - arm);
  context.lineTo(place.x + arm, place.y + arm);
  context.moveTo(place.x + arm, place.y - arm);
  context.lineTo(place.x - arm, place.y + arm);
  context.lineWidth = 2.5;
  context.strokeStyle = style.inks.bad;
  context.stroke();
  context.globalAlpha = 1;
}

interface Label {
  readonly place: MessagePlace;
  readonly text: string;
  readonly ink: string;
  /** The lowest is placed first. */
  readonly rank: number;
}

const busy = new Set(['RegisterConsumer', 'ConsumerMetadata']);

/** Which messages speak: while playing only what tells the story, while paused all of them. */
function labelOf(place: MessagePlace, style: MessageStyle): Label | null {
  const { message } = place;
  const { inks } = style;
  const lit = message.message === style.selected;
  const text = messageLabel(message);
  const ink = inkOf(place, inks);
  if (lit) return { place, text, ink, rank: 0 };
  // What is dimmed is silent.
  if (!isInChain(place, style)) return null;
  if (message.corrupted) return { place, text, ink: inks.bad, rank: 1 };
  if (place.refusal) return { place, text, ink, rank: 1 };
  if (place.isBackstage)
    return style.labelled ? { place, text, ink: inks.textFaint, rank: 4 } : null;
  if (busy.has(message.api)) return { place, text, ink, rank: 2 };
  if (style.labelled) return { place, text, ink, rank: 3 };
  if (message.generation === null || message.generation < 0) return null;
  const stale = message.generation < style.generation;
  const short = generationLabel(message.generation, style.generation);
  return { place, text: short, ink: stale ? inks.warn : inks.textFaint, rank: 5 };
}

function drawLabels(
  context: CanvasRenderingContext2D,
  places: readonly MessagePlace[],
  style: MessageStyle,
): void {
  const labels = places.flatMap((place) => labelOf(place, style) ?? []);
  const taken: Box[] = style.obstacles.map(withMargin);
  for (const { x, y } of places) taken.push({ x: x - 6, y: y - 6, width: 12, height: 12 });
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const label of labels.toSorted((a, b) => a.rank - b.rank)) {
    const strong = label.rank <= 3;
    context.font = `${strong ? 600 : 500} 12px ${style.inks.font}`;
    const width = context.measureText(label.text).width;
    const box = freePlace(label.place, width, { taken, stageWidth: style.width });
    if (!box) continue;
    taken.push(box);
    context.strokeStyle = style.inks.ground;
    context.lineWidth = 4;
    context.strokeText(label.text, box.x, box.y + lineHeight / 2);
    context.fillStyle = label.ink;
    context.fillText(label.text, box.x, box.y + lineHeight / 2);
  }
}

export function drawMessages(
  context: CanvasRenderingContext2D,
  places: readonly MessagePlace[],
  lost: readonly LostPlace[],
  style: MessageStyle,
  atUs: number,
): void {
  for (const place of places) if (place.isBackstage) drawMark(context, place, style);
  for (const place of places) if (!place.isBackstage) drawMark(context, place, style);
  for (const place of lost) drawCross(context, place, style, atUs);
  drawLabels(context, places, style);
}
