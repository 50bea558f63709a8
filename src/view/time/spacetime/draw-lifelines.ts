/** Draws lifelines: what each process was when, and of consumers what they did. */
import { firstEndingAfter } from '../../../trace/queries/time-index.ts';
import type { StateSpan, StatusSpan } from '../../../trace/queries/lane-lines.ts';
import { xOf } from '../axis/plot.ts';
import type { Pass } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import type { Pen } from '../axis/use-canvas.ts';
import { stateInk } from './lane-words.ts';
import type { Row } from './scene.ts';

export function drawLifeline(pen: Pen, plot: ScrolledPlot, pass: Pass, row: Row, alpha: number) {
  const { statuses, states } = row.lane;
  for (const span of within(states, pass)) drawState(pen, plot, pass, { row, span, alpha });
  for (const span of within(statuses, pass)) drawStatus(pen, plot, pass, { row, span, alpha });
}

/** Those that touch what a pass shows. */
function within<T extends { fromUs: number; toUs: number }>(spans: readonly T[], pass: Pass): T[] {
  const seen: T[] = [];
  for (let index = firstEndingAfter(spans, pass.fromUs); index < spans.length; index++) {
    const span = spans[index];
    if (!span || span.fromUs >= pass.toUs) break;
    seen.push(span);
  }
  return seen;
}

interface Drawn<T> {
  readonly row: Row;
  readonly span: T;
  readonly alpha: number;
}

/** Where a stretch begins and ends in view, a little beyond its edges. */
function ends(plot: ScrolledPlot, { toUs }: Pass, span: { fromUs: number; toUs: number }) {
  const x = Math.max(-20, xOf(plot, span.fromUs));
  return { x, end: Math.min(plot.width + 20, xOf(plot, Math.min(span.toUs, toUs))) };
}

function drawState(
  pen: Pen,
  plot: ScrolledPlot,
  pass: Pass,
  { row, span, alpha }: Drawn<StateSpan>,
) {
  const { context, ink } = pen;
  const { x, end } = ends(plot, pass, span);
  const { top, bottom } = row.parts;
  const width = Math.max(1, end - x - 1);
  context.fillStyle = ink[stateInk(span)];
  context.globalAlpha = alpha * (pass.isPast ? 0.3 : 0.14);
  context.fillRect(x, row.top + top, width, bottom - top);
  // A harder edge where it begins: states of one colour are told apart.
  context.globalAlpha = alpha * (pass.isPast ? 1 : 0.5);
  context.fillRect(x, row.top + top, Math.min(2, width), bottom - top);
}

function drawStatus(pen: Pen, plot: ScrolledPlot, pass: Pass, drawn: Drawn<StatusSpan>): void {
  const { row, span, alpha } = drawn;
  const { context, ink } = pen;
  const { x, end } = ends(plot, pass, span);
  const middle = row.top + (row.parts.top + row.parts.bottom) / 2;
  context.globalAlpha = alpha * (pass.isPast ? 1 : 0.5);
  if (span.status === 'running') {
    if (row.lane.role === 'consumer') return;
    context.fillStyle = ink.textSoft;
    context.fillRect(x, middle - 1, end - x, 2);
    return;
  }
  if (span.status === 'frozen') drawFrozen(pen, { row, x, end });
  else drawDead(pen, plot, { x, end, middle });
}

/** Hatched, in a frame: it stands still. */
function drawFrozen(
  { context, ink, hatches }: Pen,
  { row, x, end }: { readonly row: Row; readonly x: number; readonly end: number },
): void {
  const least = row.lane.role === 'consumer' ? 0 : 3;
  const top = row.top + row.parts.top - least;
  const height = row.parts.bottom - row.parts.top + 2 * least;
  context.fillStyle = ink.panel;
  context.fillRect(x, top, end - x, height);
  context.fillStyle = hatches.of(context, ink.bad);
  context.fillRect(x, top, end - x, height);
  context.strokeStyle = ink.bad;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, top + 0.5, Math.max(1, end - x - 1), height - 1);
}

/** A few dots where it would be, at fixed times, so that they do not crawl. */
function drawDead(
  { context, ink }: Pen,
  plot: ScrolledPlot,
  { x, end, middle }: { readonly x: number; readonly end: number; readonly middle: number },
): void {
  const pitch = 8;
  const origin = xOf(plot, 0) % pitch;
  context.fillStyle = ink.textFaint;
  for (let at = Math.ceil((x - origin) / pitch) * pitch + origin; at < end; at += pitch) {
    context.fillRect(at, middle - 1, 2, 2);
  }
}
