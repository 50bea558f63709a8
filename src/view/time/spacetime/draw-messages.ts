/** Draws messages: a comb of heartbeats, slanted lines of the others, marks where they are or arrived. */
import { litAlpha } from '../../lit.ts';
import { crack } from '../../stage/marks.ts';
import { tracePath } from '../../stage/draw/draw-messages.ts';
import { xOf } from '../axis/plot.ts';
import type { Pass, Plot } from '../axis/plot.ts';
import type { Pen } from '../axis/use-canvas.ts';
import { shareAt } from './message-path.ts';
import { inkOfLine, isComb, isSelected, strengthOf } from './message-style.ts';
import type { Look } from './message-style.ts';
import type { Line } from './scene.ts';

/** What has happened by the end of a pass. */
export interface Seen extends Pass {
  readonly lastSeq: number;
  /** The playhead, or beyond it the furthest moment seen, wherever the window ends. */
  readonly nowUs: number;
}

const later = 0.4;

/** Corners of a line in pixels, up to a moment. */
export function cornersOf(plot: Plot, line: Line, untilUs: number): (readonly [number, number])[] {
  const yOf = (share: number) => line.fromY + share * (line.toY - line.fromY);
  const corners: (readonly [number, number])[] = [];
  for (const { atUs, share } of line.path) {
    if (atUs > untilUs) break;
    corners.push([xOf(plot, atUs), yOf(share)]);
  }
  const end = line.path.at(-1);
  if (end && end.atUs > untilUs) {
    corners.push([xOf(plot, untilUs), yOf(shareAt(line.path, untilUs))]);
  }
  return corners;
}

/** Lines that look the same are drawn in one stroke. */
export function drawLines(pen: Pen, plot: Plot, seen: Seen, lines: readonly Line[], look: Look) {
  const { context, ink } = pen;
  const strokes = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.message.sentSeq > seen.lastSeq || isComb(line, look)) continue;
    const key = `${inkOfLine(line)} ${strengthOf(line, look)} ${isSelected(line, look)}`;
    const alike = strokes.get(key);
    if (alike) alike.push(line);
    else strokes.set(key, [line]);
  }
  context.lineJoin = 'round';
  for (const alike of strokes.values()) {
    const [first] = alike;
    if (!first) continue;
    context.strokeStyle = ink[inkOfLine(first)];
    context.lineWidth = isSelected(first, look) ? 2.5 : 1.25;
    context.globalAlpha = strengthOf(first, look) * 0.8 * (seen.isPast ? 1 : later);
    context.beginPath();
    for (const line of alike) {
      for (const [index, [x, y]] of cornersOf(plot, line, seen.nowUs).entries()) {
        if (index === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
    context.stroke();
  }
}

/** A tick above the lifeline for each sign of life that was sent: where none is, nobody spoke. */
export function drawComb(pen: Pen, plot: Plot, seen: Seen, lines: readonly Line[], look: Look) {
  const { context, ink } = pen;
  context.fillStyle = ink.heart;
  context.globalAlpha = 0.9 * litAlpha(look.lit === null) * (seen.isPast ? 1 : later);
  for (const line of lines) {
    const { message, from } = line;
    if (message.direction !== 'request' || message.sentSeq > seen.lastSeq) continue;
    if (!isComb(line, look)) continue;
    const { top, bottom, tick } = from.parts;
    context.fillRect(xOf(plot, message.sentUs) - 1, from.top + top - tick, 2, bottom - top + tick);
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
}

/** Where the mark of a message stands by the end of a pass; null: not in this pass. */
export function headOf(plot: Plot, seen: Seen, line: Line): { x: number; y: number } | null {
  const { endSeq, endedUs, sentSeq } = line.message;
  if (sentSeq > seen.lastSeq) return null;
  const hasEnded = endSeq !== null && endSeq <= seen.lastSeq;
  if (!hasEnded && !seen.isPast) return null;
  if (hasEnded && endedUs < seen.fromUs) return null;
  const [x, y] = cornersOf(plot, line, hasEnded ? endedUs : seen.nowUs).at(-1) ?? [-1, -1];
  return { x, y };
}

export function drawMarks(pen: Pen, plot: Plot, seen: Seen, lines: readonly Line[], look: Look) {
  for (const line of lines) {
    if (isComb(line, look)) continue;
    const head = headOf(plot, seen, line);
    if (!head || head.x < -8 || head.x > plot.width + 8) continue;
    const { endSeq, end } = line.message;
    const place = { ...head, alpha: strengthOf(line, look) * (seen.isPast ? 1 : later) };
    if (end === 'dropped' && endSeq !== null && endSeq <= seen.lastSeq) drawCross(pen, place);
    else drawMark(pen, line, place, look);
  }
  pen.context.globalAlpha = 1;
}

function drawMark({ context, ink }: Pen, line: Line, { x, y, alpha }: Place, look: Look): void {
  const { message, shape, isBackstage } = line;
  const colour = ink[inkOfLine(line)];
  const radius = isBackstage || message.isBeat ? 3 : 4;
  tracePath(context, shape, x, y, radius);
  // Not see-through: the line ends at it.
  context.globalAlpha = 1;
  context.fillStyle = ink.panel;
  context.fill();
  context.globalAlpha = alpha;
  if (message.direction === 'request') {
    context.fillStyle = colour;
    context.fill();
  }
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
  if (message.corruptedSeq !== null) drawCrack({ context, ink }, { x, y, alpha });
  if (!isSelected(line, look)) return;
  context.globalAlpha = 1;
  tracePath(context, 'dot', x, y, radius + 4);
  context.strokeStyle = ink.accent;
  context.lineWidth = 2;
  context.stroke();
}

function drawCrack({ context, ink }: Pick<Pen, 'context' | 'ink'>, { x, y }: Place): void {
  context.beginPath();
  for (const [index, [dx, dy]] of crack.entries()) {
    if (index === 0) context.moveTo(x + dx * 0.7, y + dy * 0.7);
    else context.lineTo(x + dx * 0.7, y + dy * 0.7);
  }
  context.strokeStyle = ink.bad;
  context.lineWidth = 1.5;
  context.stroke();
}

function drawCross({ context, ink }: Pen, { x, y, alpha }: Place): void {
  const arm = 4;
  context.beginPath();
  context.moveTo(x - arm, y - arm);
  context.lineTo(x + arm, y + arm);
  context.moveTo(x + arm, y - arm);
  context.lineTo(x - arm, y + arm);
  context.globalAlpha = alpha;
  context.strokeStyle = ink.bad;
  context.lineWidth = 2;
  context.stroke();
}
