/** Draws the ownership view: generation bands, a bar for each claim, the axis and the playhead. */
import { firstEndingAfter } from '../../trace/queries/time-index.ts';
import type { Band } from '../../trace/queries/bands.ts';
import type { Claim, PartitionSpans, Stretch } from '../../trace/queries/ownership.ts';
import { inSeconds } from '../amounts.ts';
import { hueOf, inkOn } from '../hues.ts';
import type { Inks } from '../ink.ts';
import type { Theme } from '../hues.ts';
import { tickLabel, ticksOf } from './axis.ts';
import { textWidth } from './ink.ts';
import type { TimeWindow } from './time-window.ts';
import type { Size } from '../drawn-canvas.ts';
import type { Pen } from './use-canvas.ts';
import { bandWord } from './words.ts';

export const bandHeight = 24;
export const axisHeight = 18;

export interface OwnershipPicture extends Size {
  readonly window: TimeWindow;
  readonly cursorUs: number;
  readonly seenUs: number;
  readonly rows: readonly PartitionSpans[];
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly bands: readonly Band[];
  readonly theme: Theme;
  /** Whether a row is selected, by itself or with its topic. */
  readonly isSelected: (row: PartitionSpans) => boolean;
  readonly selectedConsumer: string | null;
}

/** One pass over what was shown, and a paler one over what was seen beyond the playhead. */
interface Pass {
  readonly fromUs: number;
  readonly toUs: number;
  readonly isPast: boolean;
}

export function drawOwnership(pen: Pen, picture: OwnershipPicture): void {
  const { cursorUs, seenUs, window } = picture;
  pen.context.font = `600 12px ${pen.ink.font}`;
  pen.context.textBaseline = 'middle';
  drawGrid(pen, picture);
  const endUs = window.fromUs + window.spanUs;
  const past = { fromUs: window.fromUs, toUs: Math.min(cursorUs, endUs), isPast: true };
  const future = {
    fromUs: Math.max(cursorUs, window.fromUs),
    toUs: Math.min(seenUs, endUs),
    isPast: false,
  };
  for (const pass of [past, future]) if (pass.toUs > pass.fromUs) drawPass(pen, picture, pass);
  drawPlayhead(pen, picture);
}

function xOf({ window, width }: OwnershipPicture, atUs: number): number {
  return ((atUs - window.fromUs) / window.spanUs) * width;
}

function drawGrid({ context, ink }: Pen, picture: OwnershipPicture): void {
  const { width, height, window, rowHeight, scrollTop, rows } = picture;
  const bottom = height - axisHeight;
  const firstSeen = Math.floor(scrollTop / rowHeight);
  const seen = rows.slice(firstSeen, firstSeen + Math.ceil(bottom / rowHeight) + 1);
  for (const [index, row] of seen.entries()) {
    if (!picture.isSelected(row)) continue;
    const top = bandHeight + (firstSeen + index) * rowHeight - scrollTop;
    const visible = Math.max(top, bandHeight);
    context.fillStyle = ink.raised;
    context.fillRect(0, visible, width, Math.max(0, Math.min(top + rowHeight, bottom) - visible));
  }
  const { ticks, stepUs } = ticksOf(window.fromUs, window.spanUs, width / 90);
  context.fillStyle = ink.line;
  for (const tick of ticks) context.fillRect(Math.round(xOf(picture, tick)), 0, 1, bottom);
  context.font = `12px ${ink.font}`;
  context.fillStyle = ink.textSoft;
  const headX = xOf(picture, picture.cursorUs);
  for (const tick of ticks) {
    const label = tickLabel(tick, stepUs);
    const labelWidth = textWidth(context, label);
    const x = Math.min(width - labelWidth, Math.max(0, xOf(picture, tick) - labelWidth / 2));
    const isUnderHead = Math.abs(x + labelWidth / 2 - headX) < labelWidth / 2 + 36;
    if (!isUnderHead) context.fillText(label, x, height - axisHeight / 2 + 1);
  }
  context.font = `600 12px ${ink.font}`;
}

function drawPass(pen: Pen, picture: OwnershipPicture, pass: Pass): void {
  const { context } = pen;
  const { rows, rowHeight, scrollTop, height } = picture;
  const left = xOf(picture, pass.fromUs);
  const width = xOf(picture, pass.toUs) - left;
  context.save();
  context.beginPath();
  context.rect(left, 0, width, bandHeight);
  context.rect(left, bandHeight, width, height - bandHeight - axisHeight);
  context.clip();
  drawBands(pen, picture, pass);
  context.beginPath();
  context.rect(left, bandHeight, width, height - bandHeight - axisHeight);
  context.clip();
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height - bandHeight - axisHeight) / rowHeight);
  for (let row = first; row < Math.min(last, rows.length); row++) {
    const spans = rows[row];
    if (spans) drawRow(pen, picture, pass, spans, bandHeight + row * rowHeight - scrollTop);
  }
  context.restore();
}

const bandInks: Readonly<Record<Band['kind'], keyof Inks>> = {
  generation: 'lineStrong',
  rebalance: 'warn',
  uncoordinated: 'bad',
  memberless: 'textFaint',
};

function drawBands(pen: Pen, picture: OwnershipPicture, pass: Pass): void {
  const { context, ink, hatches } = pen;
  const { bands } = picture;
  for (let index = firstEndingAfter(bands, pass.fromUs); index < bands.length; index++) {
    const band = bands[index];
    if (!band || band.fromUs >= pass.toUs) break;
    const x = Math.max(-20, xOf(picture, band.fromUs));
    const end = Math.min(xOf(picture, Math.min(band.toUs, picture.seenUs)), picture.width + 20);
    context.globalAlpha = pass.isPast ? 1 : 0.5;
    const colour = ink[bandInks[band.kind]];
    context.beginPath();
    context.roundRect(x + 0.5, 2.5, Math.max(1, end - x - 1), bandHeight - 7, 4);
    context.fillStyle = band.kind === 'generation' ? ink.raised : hatches.of(context, colour);
    context.fill();
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
    const box = { x, end, middle: bandHeight / 2 - 1 };
    const backing = band.kind === 'generation' ? null : ink.panel;
    label(pen, picture, pass, bandWord(band), box, ink.text, backing);
  }
}

interface LabelBox {
  readonly x: number;
  readonly end: number;
  readonly middle: number;
}

/** A word at the left of its box, if it fits into what is seen of it on this side of now. */
function label(
  { context }: Pen,
  picture: OwnershipPicture,
  pass: Pass,
  word: string,
  { x, end, middle }: LabelBox,
  colour: string,
  backing: string | null,
): void {
  const passEnd = xOf(picture, pass.toUs);
  const passStart = xOf(picture, pass.fromUs);
  if (!pass.isPast && x < passStart - 1) return;
  const left = Math.max(x, 0) + 6;
  const text = fitted(context, word, Math.min(end, passEnd) - 5 - left);
  if (text === null) return;
  const width = textWidth(context, text);
  if (backing !== null) {
    context.fillStyle = backing;
    context.fillRect(left - 3, middle - 7, width + 6, 14);
  }
  context.fillStyle = colour;
  context.fillText(text, left, middle);
}

/** A long name is cut; one that is short, or a place that is, has all of it or nothing. */
function fitted(context: CanvasRenderingContext2D, word: string, room: number): string | null {
  if (textWidth(context, word) <= room) return word;
  const fewest = 12;
  for (let length = Math.floor(room / 5); length >= fewest; length--) {
    const cut = `${word.slice(0, length)}…`;
    if (length < word.length && textWidth(context, cut) <= room) return cut;
  }
  return null;
}

function drawRow(
  pen: Pen,
  picture: OwnershipPicture,
  pass: Pass,
  { spans, stretches }: PartitionSpans,
  top: number,
): void {
  const gap = { stretches, top };
  let gapUs = pass.fromUs;
  for (let index = firstEndingAfter(spans, pass.fromUs); index < spans.length; index++) {
    const span = spans[index];
    if (!span || span.fromUs >= pass.toUs) break;
    drawGap(pen, picture, pass, { ...gap, fromUs: gapUs, toUs: span.fromUs });
    const x = Math.max(-20, xOf(picture, span.fromUs));
    const end = Math.min(xOf(picture, Math.min(span.toUs, picture.seenUs)), picture.width + 20);
    const lane = (picture.rowHeight - 4) / span.claims.length;
    for (const [number, claim] of span.claims.entries()) {
      const box = { x, end, top: top + 2 + number * lane, height: lane - (number > 0 ? 1 : 0) };
      drawClaim(pen, picture, pass, claim, box);
    }
    gapUs = Math.max(gapUs, span.toUs);
  }
  drawGap(pen, picture, pass, { ...gap, fromUs: gapUs, toUs: pass.toUs });
}

interface Gap {
  readonly stretches: readonly Stretch[];
  readonly fromUs: number;
  readonly toUs: number;
  readonly top: number;
}

/** [COST-1] Dotted where nobody holds it; strong where that counts, nothing where it does not exist. */
function drawGap(pen: Pen, picture: OwnershipPicture, pass: Pass, gap: Gap): void {
  const { stretches, top } = gap;
  for (let index = firstEndingAfter(stretches, gap.fromUs); index < stretches.length; index++) {
    const stretch = stretches[index];
    if (!stretch || stretch.fromUs >= gap.toUs) return;
    const fromUs = Math.max(stretch.fromUs, gap.fromUs);
    const toUs = Math.min(stretch.toUs, gap.toUs);
    drawDots(pen, picture, pass, { fromUs, toUs, top, counts: stretch.counts });
  }
}

interface Dots {
  readonly fromUs: number;
  readonly toUs: number;
  readonly top: number;
  readonly counts: boolean;
}

function drawDots(
  { context, ink }: Pen,
  picture: OwnershipPicture,
  { isPast }: Pass,
  { fromUs, toUs, top, counts }: Dots,
): void {
  context.fillStyle = counts ? ink.warn : ink.textFaint;
  context.globalAlpha = isPast ? 1 : 0.55;
  const from = xOf(picture, fromUs) + 2;
  const to = Math.min(xOf(picture, toUs), picture.width) - 2;
  // Dots stand at fixed times, so that they do not crawl while the bar beside them grows.
  const pitch = 6;
  const origin = xOf(picture, 0) % pitch;
  for (let x = Math.ceil((from - origin) / pitch) * pitch + origin; x < to; x += pitch) {
    context.fillRect(x, top + picture.rowHeight / 2 - 1, 2, 2);
  }
  context.globalAlpha = 1;
}

interface BarBox {
  readonly x: number;
  readonly end: number;
  readonly top: number;
  readonly height: number;
}

function drawClaim(
  pen: Pen,
  picture: OwnershipPicture,
  pass: Pass,
  { consumer, slot, holding }: Claim,
  { x, end, top, height }: BarBox,
): void {
  const { context, ink, hatches } = pen;
  const { theme, selectedConsumer } = picture;
  const hue = hueOf(slot, theme);
  const width = Math.max(1, end - x - 1);
  context.globalAlpha = pass.isPast ? 1 : 0.4;
  context.beginPath();
  context.roundRect(x + 0.5, top, width, height, Math.min(4, height / 3));
  if (holding === 'reads') {
    context.fillStyle = hue;
    context.fill();
  } else {
    context.fillStyle = ink.panel;
    context.fill();
    context.fillStyle = hatches.of(context, hue);
    context.fill();
    context.strokeStyle = hue;
    context.lineWidth = 1.5;
    context.stroke();
  }
  if (selectedConsumer === consumer) {
    context.strokeStyle = ink.text;
    context.lineWidth = 2;
    context.stroke();
  }
  context.globalAlpha = 1;
  // Half a bar is too low for a name of readable size.
  if (height < 13) return;
  const colour = holding === 'reads' && pass.isPast ? inkOn[theme] : ink.text;
  const backing = holding === 'reads' ? null : ink.panel;
  label(pen, picture, pass, consumer, { x, end, middle: top + height / 2 + 0.5 }, colour, backing);
}

function drawPlayhead({ context, ink }: Pen, picture: OwnershipPicture): void {
  const { cursorUs, width, height } = picture;
  const x = xOf(picture, cursorUs);
  if (x < -1 || x > width + 1) return;
  context.fillStyle = ink.text;
  context.fillRect(x - 0.75, 0, 1.5, height - axisHeight);
  const word = inSeconds(cursorUs, 2);
  context.font = `600 12px ${ink.font}`;
  const wordWidth = textWidth(context, word);
  const left = Math.min(width - wordWidth - 8, Math.max(0, x - wordWidth / 2 - 4));
  context.beginPath();
  context.roundRect(left, height - axisHeight + 1, wordWidth + 8, axisHeight - 2, 4);
  context.fill();
  context.fillStyle = ink.panel;
  context.fillText(word, left + 4, height - axisHeight / 2 + 1);
}
