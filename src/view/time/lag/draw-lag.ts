/** [OFF-2] Draws lag over time: a curve for each partition, all on one scale. */
import { nice } from 'd3';
import type { LagCollector } from '../../../trace/queries/lag.ts';
import { stretchAt } from '../../../trace/queries/time-index.ts';
import type { PartitionSpans } from '../../../trace/queries/ownership.ts';
import { textWidth } from '../axis/ink.ts';
import { litAlpha } from '../../lit.ts';
import { clipped, passesOf, timeAtX, xOf } from '../axis/plot.ts';
import type { Pass } from '../axis/plot.ts';
import { drawSelectedRows } from '../partition-rows.ts';
import type { PartitionPicture } from '../partition-rows.ts';
import type { Pen } from '../axis/use-canvas.ts';

export interface LagPicture extends PartitionPicture {
  readonly group: string;
  readonly lags: LagCollector;
}

/** A sample for so many pixels; commits in between have samples of their own. */
const samplePx = 4;

interface Sample {
  readonly atUs: number;
  readonly records: number;
}

/** The highest lag of the rows in view, rounded up, so that it changes seldom. */
export function scaleOf(samples: readonly (readonly Sample[])[]): number {
  const highest = samples.flat().reduce((most, { records }) => Math.max(most, records), 0);
  return Math.max(10, nice(0, highest, 2)[1]);
}

export function drawLag(pen: Pen, picture: LagPicture): void {
  const { rows, rowHeight, scrollTop, height } = picture;
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.min(rows.length, Math.ceil((scrollTop + height) / rowHeight));
  const shown = rows.slice(first, last);
  const samples = shown.map((row) => samplesOf(picture, row));
  const most = scaleOf(samples);
  drawSelectedRows(pen, picture);
  for (const pass of passesOf(picture)) {
    clipped(pen, picture, pass, () => {
      for (const [index, row] of samples.entries()) {
        pen.context.globalAlpha = alphaOf(picture, shown[index]);
        drawCurve(pen, picture, pass, row, { most, top: (first + index) * rowHeight - scrollTop });
      }
      pen.context.globalAlpha = 1;
    });
  }
  for (const [index, row] of shown.entries()) {
    pen.context.globalAlpha = alphaOf(picture, row);
    drawNow(pen, picture, row, (first + index) * rowHeight - scrollTop);
  }
  pen.context.globalAlpha = 1;
  drawScale(pen, picture, most);
}

function alphaOf({ chain }: LagPicture, row: PartitionSpans | undefined): number {
  return litAlpha(!row || (chain?.has(row.key) ?? true));
}

/** In order of time; just before a commit too, since the curve falls there. */
function samplesOf(picture: LagPicture, { topic, partition, sinceUs }: PartitionSpans): Sample[] {
  const { group, lags, window, seenUs, width } = picture;
  const fromUs = Math.max(window.fromUs, sinceUs);
  const toUs = Math.min(seenUs, window.fromUs + window.spanUs);
  if (toUs <= fromUs) return [];
  const times: number[] = [];
  const commits = lags.commitsIn(group, topic, partition, { fromUs, toUs });
  // Where commits lie closer than samples they are drawn at the samples' distance.
  if (commits.length < width / samplePx) {
    for (const atUs of commits) times.push(atUs - 1, atUs);
  }
  for (let x = 0; x <= width; x += samplePx) {
    const atUs = Math.floor(timeAtX(picture, x));
    if (atUs > fromUs && atUs < toUs) times.push(atUs);
  }
  times.push(fromUs, Math.floor(toUs));
  times.sort((a, b) => a - b);
  return times.map((atUs) => ({ atUs, records: lags.lagAt(group, topic, partition, atUs) }));
}

interface Place {
  readonly top: number;
  readonly most: number;
}

function drawCurve(
  { context, ink }: Pen,
  picture: LagPicture,
  { isPast }: Pass,
  samples: readonly Sample[],
  { top, most }: Place,
): void {
  const { rowHeight } = picture;
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) return;
  const base = top + rowHeight - 2;
  const yOf = (records: number) => base - (records / most) * (rowHeight - 5);
  context.beginPath();
  context.moveTo(xOf(picture, first.atUs), base);
  for (const { atUs, records } of samples) context.lineTo(xOf(picture, atUs), yOf(records));
  context.lineTo(xOf(picture, last.atUs), base);
  context.fillStyle = ink.note;
  const whole = context.globalAlpha;
  context.globalAlpha = whole * (isPast ? 0.3 : 0.14);
  context.fill();
  context.beginPath();
  for (const { atUs, records } of samples) context.lineTo(xOf(picture, atUs), yOf(records));
  context.strokeStyle = ink.note;
  context.lineWidth = 1.25;
  context.globalAlpha = whole * (isPast ? 1 : 0.5);
  context.stroke();
  context.globalAlpha = whole;
}

/** The number at the playhead, on whichever side of it there is room. */
function drawNow(
  { context, ink }: Pen,
  picture: LagPicture,
  { topic, partition, stretches }: PartitionSpans,
  top: number,
): void {
  const { cursorUs, width, rowHeight, lags, group } = picture;
  const x = xOf(picture, cursorUs);
  if (x < 0 || x > width || !stretchAt(stretches, cursorUs)) return;
  const word = lags.lagAt(group, topic, partition, Math.floor(cursorUs)).toLocaleString('en');
  context.font = `600 12px ${ink.font}`;
  context.textBaseline = 'middle';
  const wordPx = textWidth(context, word);
  const left = x + 6 + wordPx <= width ? x + 6 : x - 6 - wordPx;
  context.fillStyle = ink.panel;
  const whole = context.globalAlpha;
  context.globalAlpha = 0.8 * whole;
  context.fillRect(left - 2, top + 2, wordPx + 4, rowHeight - 4);
  context.globalAlpha = whole;
  context.fillStyle = ink.text;
  context.fillText(word, left, top + rowHeight / 2 + 0.5);
}

/** What the full height of a row stands for, where the first curve is lowest: at its left. */
function drawScale({ context, ink }: Pen, { scrollTop }: LagPicture, most: number): void {
  if (scrollTop > 0) return;
  const word = `full height ${most.toLocaleString('en')} records`;
  context.font = `12px ${ink.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = ink.panel;
  context.globalAlpha = 0.85;
  context.fillRect(0, 1, textWidth(context, word) + 8, 15);
  context.globalAlpha = 1;
  context.fillStyle = ink.textSoft;
  context.fillText(word, 4, 9);
}
