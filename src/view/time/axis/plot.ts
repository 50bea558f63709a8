/** What every picture along the axis of time shares: grid, bands above, ticks below, the playhead. */
import { firstEndingAfter } from '../../../trace/queries/time-index.ts';
import type { Band } from '../../../trace/queries/bands.ts';
import { bisectLeft } from 'd3';
import { inSeconds } from '../../amounts.ts';
import type { Size } from '../../drawn-canvas.ts';
import type { Inks } from '../../ink.ts';
import { litAlpha } from '../../lit.ts';
import { bandWord } from '../words.ts';
import { fittedText, textWidth } from './ink.ts';
import { tickLabel, ticksOf } from './ticks.ts';
import type { TimeWindow } from './time-window.ts';
import type { Pen } from './use-canvas.ts';

/** A stretch of time on so many pixels. */
export interface Plot extends Size {
  readonly window: TimeWindow;
  readonly cursorUs: number;
  /** The furthest moment that was seen: nothing later is shown. */
  readonly seenUs: number;
}

/** One pass over what was shown, and a paler one over what was seen beyond the playhead. */
export interface Pass {
  readonly fromUs: number;
  readonly toUs: number;
  readonly isPast: boolean;
}

export function xOf({ window, width }: Plot, atUs: number): number {
  return ((atUs - window.fromUs) / window.spanUs) * width;
}

export function timeAtX({ window, width }: Plot, x: number): number {
  return window.fromUs + (x / Math.max(1, width)) * window.spanUs;
}

/** What is in view before and after the playhead; one that is empty is left out. */
export function passesOf({ window, cursorUs, seenUs }: Plot): readonly Pass[] {
  const endUs = window.fromUs + window.spanUs;
  const past = { fromUs: window.fromUs, toUs: Math.min(cursorUs, endUs), isPast: true };
  const later = {
    fromUs: Math.max(cursorUs, window.fromUs),
    toUs: Math.min(seenUs, endUs),
    isPast: false,
  };
  return [past, later].filter(({ fromUs, toUs }) => toUs > fromUs);
}

function ticksIn({ window, width }: Plot) {
  return ticksOf(window.fromUs, window.spanUs, width / 90);
}

export function drawGrid({ context, ink }: Pen, plot: Plot): void {
  context.fillStyle = ink.line;
  for (const tick of ticksIn(plot).ticks) {
    context.fillRect(Math.round(xOf(plot, tick)), 0, 1, plot.height);
  }
}

export function drawPlayhead({ context, ink }: Pen, plot: Plot): void {
  const x = xOf(plot, plot.cursorUs);
  if (x < -1 || x > plot.width + 1) return;
  context.fillStyle = ink.text;
  context.fillRect(x - 0.75, 0, 1.5, plot.height);
}

/** The row of times below the pictures, with the playhead's own. */
export function drawTicks({ context, ink }: Pen, plot: Plot): void {
  const { width, height } = plot;
  const { ticks, stepUs } = ticksIn(plot);
  const headX = xOf(plot, plot.cursorUs);
  context.font = `12px ${ink.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = ink.textSoft;
  for (const tick of ticks) {
    const text = tickLabel(tick, stepUs);
    const textPx = textWidth(context, text);
    const x = Math.min(width - textPx, Math.max(0, xOf(plot, tick) - textPx / 2));
    const isUnderHead = Math.abs(x + textPx / 2 - headX) < textPx / 2 + 36;
    if (!isUnderHead) context.fillText(text, x, height / 2 + 1);
  }
  if (headX < -1 || headX > width + 1) return;
  const word = inSeconds(plot.cursorUs, 2);
  context.font = `600 12px ${ink.font}`;
  const wordPx = textWidth(context, word);
  const left = Math.min(width - wordPx - 8, Math.max(0, headX - wordPx / 2 - 4));
  context.fillStyle = ink.text;
  context.beginPath();
  context.roundRect(left, 1, wordPx + 8, height - 2, 4);
  context.fill();
  context.fillStyle = ink.panel;
  context.fillText(word, left + 4, height / 2 + 1);
}

/** In which ink a stretch of the generations is drawn. */
export const bandInks: Readonly<Record<Band['kind'], keyof Inks>> = {
  generation: 'lineStrong',
  rebalance: 'warn',
  uncoordinated: 'bad',
  memberless: 'textFaint',
};

/** `chain`: when the steps were of what is lit; null: the light is off. */
export function bandAlpha({ fromUs, toUs }: Band, chain: readonly number[] | null): number {
  if (!chain) return 1;
  return litAlpha((chain[bisectLeft(chain, fromUs)] ?? Infinity) < toUs);
}

/** The row of generations above the pictures. */
export function drawBands(
  pen: Pen,
  plot: Plot,
  bands: readonly Band[],
  chain: readonly number[] | null,
): void {
  pen.context.font = `600 12px ${pen.ink.font}`;
  pen.context.textBaseline = 'middle';
  for (const pass of passesOf(plot)) {
    clipped(pen, plot, pass, () => {
      for (let index = firstEndingAfter(bands, pass.fromUs); index < bands.length; index++) {
        const band = bands[index];
        if (!band || band.fromUs >= pass.toUs) return;
        pen.context.globalAlpha = bandAlpha(band, chain);
        drawBand(pen, plot, pass, band);
      }
    });
  }
  pen.context.globalAlpha = 1;
}

function drawBand(pen: Pen, plot: Plot, pass: Pass, band: Band): void {
  const { context, ink, hatches } = pen;
  const x = Math.max(-20, xOf(plot, band.fromUs));
  const end = Math.min(xOf(plot, Math.min(band.toUs, plot.seenUs)), plot.width + 20);
  const whole = context.globalAlpha;
  context.globalAlpha = whole * (pass.isPast ? 1 : 0.5);
  const colour = ink[bandInks[band.kind]];
  context.beginPath();
  context.roundRect(x + 0.5, 2.5, Math.max(1, end - x - 1), plot.height - 7, 4);
  context.fillStyle = band.kind === 'generation' ? ink.raised : hatches.of(context, colour);
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = whole;
  const backing = band.kind === 'generation' ? null : ink.panel;
  const box = { x, end, middle: plot.height / 2 - 1 };
  drawLabel(pen, plot, pass, { word: bandWord(band), ...box, colour: ink.text, backing });
}

/** Draws only within what is seen on one side of the playhead. */
export function clipped({ context }: Pen, plot: Plot, pass: Pass, draw: () => void): void {
  const left = xOf(plot, pass.fromUs);
  context.save();
  context.beginPath();
  context.rect(left, 0, xOf(plot, pass.toUs) - left, plot.height);
  context.clip();
  draw();
  context.restore();
}

export interface Label {
  readonly word: string;
  readonly x: number;
  readonly end: number;
  readonly middle: number;
  readonly colour: string;
  readonly backing: string | null;
}

/**
 * A word at the left of its box, if it fits into what is seen of it on this side of now. False: it
 * has no room, and another may be tried.
 */
export function drawLabel({ context }: Pen, plot: Plot, pass: Pass, label: Label): boolean {
  const { word, x, end, middle, colour, backing } = label;
  if (!pass.isPast && x < xOf(plot, pass.fromUs) - 1) return true;
  const left = Math.max(x, 0) + 6;
  const text = fittedText(context, word, Math.min(end, xOf(plot, pass.toUs)) - 5 - left);
  if (text === null) return false;
  if (backing !== null) {
    context.fillStyle = backing;
    context.fillRect(left - 3, middle - 7, textWidth(context, text) + 6, 14);
  }
  context.fillStyle = colour;
  context.fillText(text, left, middle);
  return true;
}
