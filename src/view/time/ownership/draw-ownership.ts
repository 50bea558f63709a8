/** Draws the ownership view: a bar for each claim, dots where nobody holds a partition. */
import { firstEndingAfter } from '../../../trace/queries/time-index.ts';
import type { Claim, PartitionSpans, Stretch } from '../../../trace/queries/ownership.ts';
import { hueOf, inkOn } from '../../hues.ts';
import type { Theme } from '../../hues.ts';
import { clipped, drawLabel, passesOf, xOf } from '../axis/plot.ts';
import { drawSelectedRows } from '../partition-rows.ts';
import type { PartitionPicture } from '../partition-rows.ts';
import type { Pass } from '../axis/plot.ts';
import type { Pen } from '../axis/use-canvas.ts';
import { litAlpha } from '../../lit.ts';

export interface OwnershipPicture extends PartitionPicture {
  readonly theme: Theme;
  readonly selectedConsumer: string | null;
}

export function drawOwnership(pen: Pen, picture: OwnershipPicture): void {
  pen.context.font = `600 12px ${pen.ink.font}`;
  pen.context.textBaseline = 'middle';
  drawSelectedRows(pen, picture);
  for (const pass of passesOf(picture)) {
    clipped(pen, picture, pass, () => drawPass(pen, picture, pass));
  }
}

function drawPass(pen: Pen, picture: OwnershipPicture, pass: Pass): void {
  const { rows, rowHeight, scrollTop, height } = picture;
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  for (let row = first; row < Math.min(last, rows.length); row++) {
    const spans = rows[row];
    if (!spans) continue;
    pen.context.globalAlpha = litAlpha(picture.chain?.has(spans.key) ?? true);
    drawRow(pen, picture, pass, spans, row * rowHeight - scrollTop);
  }
  pen.context.globalAlpha = 1;
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
  const whole = context.globalAlpha;
  context.globalAlpha = whole * (isPast ? 1 : 0.55);
  const from = xOf(picture, fromUs) + 2;
  const to = Math.min(xOf(picture, toUs), picture.width) - 2;
  // Dots stand at fixed times, so that they do not crawl while the bar beside them grows.
  const pitch = 6;
  const origin = xOf(picture, 0) % pitch;
  for (let x = Math.ceil((from - origin) / pitch) * pitch + origin; x < to; x += pitch) {
    context.fillRect(x, top + picture.rowHeight / 2 - 1, 2, 2);
  }
  context.globalAlpha = whole;
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
  const whole = context.globalAlpha;
  context.globalAlpha = whole * (pass.isPast ? 1 : 0.4);
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
  context.globalAlpha = whole;
  // Half a bar is too low for a name of readable size.
  if (height < 13) return;
  const colour = holding === 'reads' && pass.isPast ? inkOn[theme] : ink.text;
  const backing = holding === 'reads' ? null : ink.panel;
  const middle = top + height / 2 + 0.5;
  drawLabel(pen, picture, pass, { word: consumer, x, end, middle, colour, backing });
}
