/**
 * Draws a consumer as a cell, where there are too many for cards: its hue, its outline, a sign of its
 * state in the ring, and as much of its name as there is room for.
 */
import type { Inks } from '../../ink.ts';
import type { Box, Point } from '../places/geometry.ts';
import type { ConsumerPlace } from '../places/layout.ts';
import type { IconName, Tone } from '../marks.ts';
import type { ConsumerView } from '../views.ts';

interface CellStyle {
  readonly inks: Inks;
  readonly hue: string;
  /** It is selected. */
  readonly lit: boolean;
}

const toneInks: Readonly<Record<Tone, keyof Inks>> = {
  good: 'heart',
  warn: 'warn',
  note: 'note',
  bad: 'bad',
  calm: 'textSoft',
};

const dashes: Readonly<Record<ConsumerView['condition']['outline'], readonly number[]>> = {
  solid: [],
  dashed: [4, 3],
  dotted: [1.5, 2.5],
};

export function drawCell(
  context: CanvasRenderingContext2D,
  { box, ring }: ConsumerPlace,
  view: ConsumerView,
  { inks, hue, lit }: CellStyle,
): void {
  const { outline, tone, icon } = view.condition;
  const quiet = outline === 'dotted';
  context.beginPath();
  context.roundRect(box.x + 0.75, box.y + 0.75, box.width - 1.5, box.height - 1.5, 4);
  context.fillStyle = quiet ? inks.ground : inks.card;
  context.fill();
  context.lineWidth = lit ? 2.5 : 1.25;
  context.strokeStyle = lit ? inks.accent : outline === 'solid' ? inks.line : inks.bad;
  context.setLineDash(lit ? [] : [...dashes[outline]]);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = hue;
  const whole = context.globalAlpha;
  context.globalAlpha = quiet ? 0.6 * whole : whole;
  context.fillRect(box.x + 1.5, box.y + 4, 2.5, box.height - 8);
  context.globalAlpha = whole;
  drawSign(context, ring, icon, inks[toneInks[tone]]);
  drawName(context, box, ring, view.name, inks);
}

/** Strokes of a sign of 6 by 6 round its place; those that are the same draw the same thing. */
const signs: Readonly<Record<IconName, readonly (readonly [number, number])[][]>> = {
  heart: [],
  pencil: [[[-3, 0]], [[0, 0]], [[3, 0]]],
  wait: [[[-3, 0]], [[0, 0]], [[3, 0]]],
  search: [
    [
      [-2, -1.5],
      [0, -3],
      [2, -1.5],
      [0, 0.5],
      [0, 1.5],
    ],
    [[0, 3.5]],
  ],
  retry: [
    [
      [2.5, -2.5],
      [-1.5, -3],
      [-3, 0],
      [-1, 3],
      [2.5, 2],
    ],
  ],
  freeze: [
    [
      [-1.8, -3],
      [-1.8, 3],
    ],
    [
      [1.8, -3],
      [1.8, 3],
    ],
  ],
  kill: [
    [
      [-2.5, -2.5],
      [2.5, 2.5],
    ],
    [
      [2.5, -2.5],
      [-2.5, 2.5],
    ],
  ],
  'power-off': [
    [
      [0, -3.5],
      [0, 0],
    ],
    [
      [-2.5, -1.5],
      [-2, 2],
      [2, 2],
      [2.5, -1.5],
    ],
  ],
  stop: [
    [
      [-2.2, -2.2],
      [2.2, -2.2],
      [2.2, 2.2],
      [-2.2, 2.2],
      [-2.2, -2.2],
    ],
  ],
  refused: [
    [
      [0, -3.5],
      [0, 0.5],
    ],
    [[0, 3.5]],
  ],
  load: [
    [
      [0, -3],
      [0, 3],
    ],
  ],
  lease: [
    [
      [0, -3],
      [0, 3],
    ],
  ],
};

function drawSign(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  icon: IconName,
  ink: string,
): void {
  if (icon === 'heart') {
    context.beginPath();
    context.arc(x, y, 2, 0, Math.PI * 2);
    context.fillStyle = ink;
    return context.fill();
  }
  context.beginPath();
  for (const line of signs[icon]) {
    for (const [index, [dx, dy]] of line.entries()) {
      if (index === 0) context.moveTo(x + dx, y + dy);
      else context.lineTo(x + dx, y + dy);
    }
    // A line of one place is a dot.
    if (line.length === 1) context.lineTo(x + (line[0]?.[0] ?? 0), y + (line[0]?.[1] ?? 0) + 0.01);
  }
  context.lineCap = 'round';
  context.lineWidth = 1.6;
  context.strokeStyle = ink;
  context.stroke();
  context.lineCap = 'butt';
}

/** The whole name, or only the number that tells it from the others, or nothing. */
function drawName(
  context: CanvasRenderingContext2D,
  box: Box,
  ring: Point,
  name: string,
  inks: Inks,
): void {
  const left = ring.x + 10.5;
  const room = box.x + box.width - 2 - left;
  if (room < 8) return;
  context.font = `600 12px ${inks.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = inks.text;
  const number = /\d+$/.exec(name)?.[0] ?? '';
  const text = [name, number].find((one) => context.measureText(one).width <= room);
  if (text) context.fillText(text, left, box.y + box.height / 2 + 0.5);
}
