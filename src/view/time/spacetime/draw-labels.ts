/** Names at the lines of messages, where there is room: the important ones come first. */
import { overlaps } from '../../stage/places/geometry.ts';
import type { Box } from '../../stage/places/geometry.ts';
import { freePlace, lineHeight } from '../../stage/labels.ts';
import { messageLabel } from '../../words/messages.ts';
import { textWidth } from '../axis/ink.ts';
import type { Plot } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import type { Pen } from '../axis/use-canvas.ts';
import { cornersOf } from './draw-messages.ts';
import type { Seen } from './draw-messages.ts';
import { inkOfLine, isComb, isSelected } from './message-style.ts';
import type { Look } from './message-style.ts';
import type { Line } from './scene.ts';

interface Label {
  readonly line: Line;
  readonly text: string;
  /** The lowest is placed first. */
  readonly rank: number;
}

/** With more lines than this in view only refusals and what is selected are named. */
const fewLines = 60;
const mostLabels = 60;
const unnamed = 9;

export function labelsOf(lines: readonly Line[], seen: Seen, look: Look): Label[] {
  const drawn = lines.filter((line) => line.message.sentSeq <= seen.lastSeq && !isComb(line, look));
  const isCalm = drawn.length <= fewLines;
  const labels = drawn.flatMap((line): Label[] => {
    const rank = rankOf(line, look);
    if (rank === unnamed || (rank > 2 && !isCalm)) return [];
    const { message } = line;
    const corrupted = message.corruptedSeq !== null && message.corruptedSeq <= seen.lastSeq;
    return [{ line, text: messageLabel({ ...message, corrupted }), rank }];
  });
  return labels.toSorted((a, b) => a.rank - b.rank).slice(0, mostLabels);
}

function rankOf(line: Line, look: Look): number {
  const { message, isBackstage } = line;
  if (isSelected(line, look)) return 0;
  if (look.lit) return look.lit.messages.has(message.message) ? 1 : unnamed;
  if (message.error !== null || message.corruptedSeq !== null) return 2;
  if (isBackstage && message.isBeat) return unnamed;
  return message.isBeat || isBackstage ? 4 : 3;
}

export function drawLabels(
  pen: Pen,
  plot: ScrolledPlot,
  seen: Seen,
  labels: readonly Label[],
): void {
  const { context, ink } = pen;
  // Nothing stands half above the picture.
  const above = { x: 0, y: plot.scrollTop - 100, width: plot.width, height: 100 };
  const taken: Box[] = [above];
  context.lineJoin = 'round';
  for (const { line, text, rank } of labels) {
    const box = placeOf(pen, plot, { line, text, untilUs: seen.nowUs }, taken);
    if (!box) continue;
    taken.push(box);
    context.globalAlpha = 1;
    context.strokeStyle = ink.panel;
    context.lineWidth = 4;
    context.strokeText(text, box.x, box.y + lineHeight / 2);
    context.fillStyle = rank > 3 ? ink.textSoft : ink[inkOfLine(line)];
    context.fillText(text, box.x, box.y + lineHeight / 2);
  }
}

interface Named {
  readonly line: Line;
  readonly text: string;
  readonly untilUs: number;
}

/** Beside the middle of what is seen of the line. */
function placeOf({ context }: Pen, plot: Plot, { line, text, untilUs }: Named, taken: Box[]) {
  const corners = cornersOf(plot, line, untilUs);
  const [startX, startY] = corners[0] ?? [0, 0];
  const [endX, endY] = corners.at(-1) ?? [0, 0];
  const width = textWidth(context, text);
  const at = { x: (startX + endX) / 2, y: (startY + endY) / 2 };
  if (at.x < 0 || at.x > plot.width) return undefined;
  const box = freePlace(at, width, { taken, stageWidth: plot.width });
  return box && !taken.some((other) => overlaps(box, other)) ? box : undefined;
}
