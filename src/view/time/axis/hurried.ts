/** Stretches that adaptive speed hurries through: chevrons along the foot of the row of times. */
import { firstEndingAfter } from '../../../trace/queries/time-index.ts';
import type { HurriedStretch } from '../../../store/paces.ts';
import { inSeconds } from '../../amounts.ts';
import { xOf } from './plot.ts';
import type { Plot } from './plot.ts';
import type { Pen } from './use-canvas.ts';

const bandPx = 4;
const chevronPx = 9;

export function drawHurried(pen: Pen, plot: Plot, stretches: readonly HurriedStretch[]): void {
  const { context, ink } = pen;
  const endUs = Math.min(plot.seenUs, plot.window.fromUs + plot.window.spanUs);
  context.strokeStyle = ink.heart;
  context.lineWidth = 1.25;
  let drawnTo = -1;
  for (let at = firstEndingAfter(stretches, plot.window.fromUs); at < stretches.length; at++) {
    const stretch = stretches[at];
    if (!stretch || stretch.fromUs >= endUs) return;
    const left = Math.max(0, drawnTo, xOf(plot, stretch.fromUs));
    const right = Math.max(left + 1, xOf(plot, Math.min(stretch.toUs, endUs)));
    // In a very long run many lie within a pixel.
    if (xOf(plot, stretch.toUs) < drawnTo) continue;
    drawBand(pen, plot, left, right);
    drawnTo = right;
  }
}

/** They stand at fixed pixels of the run, so that they pass with it. */
function drawBand({ context, ink }: Pen, plot: Plot, left: number, right: number): void {
  const top = plot.height - bandPx;
  context.fillStyle = ink.raised;
  context.fillRect(left, top, right - left, bandPx);
  const offset = (plot.window.fromUs / plot.window.spanUs) * plot.width;
  const first = Math.ceil((left + offset) / chevronPx) * chevronPx - offset;
  context.beginPath();
  for (let x = first; x + 3 <= right; x += chevronPx) {
    context.moveTo(x, top + 0.5);
    context.lineTo(x + 2.5, top + bandPx / 2);
    context.lineTo(x, plot.height - 0.5);
  }
  context.stroke();
}

export function hurriedWords({ fromUs, toUs, factor }: HurriedStretch): string {
  const times = Number(factor.toPrecision(2));
  return `Adaptive speed hurries here: ${times}×, ${inSeconds(fromUs, 2)} to ${inSeconds(toUs, 2)}`;
}
