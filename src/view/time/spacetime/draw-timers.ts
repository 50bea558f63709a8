/**
 * Draws timers as thin bars: pale while they have just been started, full once more than half has
 * run out, with an hourglass where one fired. So a heartbeat that does not come is seen coming.
 */
import type { LaneTimer } from '../../../trace/queries/lane-timers.ts';
import { xOf } from '../axis/plot.ts';
import type { Pass } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import type { Pen } from '../axis/use-canvas.ts';
import type { Bar } from './scene.ts';
import { timerKinds } from './timer-kinds.ts';

export function drawBar(pen: Pen, plot: ScrolledPlot, pass: Pass, bar: Bar, alpha: number): void {
  const { context, ink } = pen;
  const { starts, top, row, timer, isWhole } = bar;
  const [first] = starts;
  const last = starts.at(-1);
  if (!first || !last) return;
  const height = row.parts.barHeight;
  const paint = (fromUs: number, toUs: number) => {
    const x = Math.max(-20, xOf(plot, fromUs));
    const end = Math.min(plot.width + 20, xOf(plot, Math.min(toUs, pass.toUs)));
    if (end > x) context.fillRect(x, top, Math.max(1, end - x), height);
  };
  context.fillStyle = ink[timerKinds[timer]?.ink ?? 'textSoft'];
  const strength = alpha * (pass.isPast ? 1 : 0.45);
  if (isWhole) {
    context.globalAlpha = strength * 0.3;
    paint(first.fromUs, last.toUs);
  }
  context.globalAlpha = strength;
  // Beyond its deadline it stands: its process is frozen.
  for (const start of starts) paint(halfUs(start), Math.min(start.toUs, start.deadlineUs));
}

/** When half of it had run out. */
function halfUs({ fromUs, deadlineUs }: LaneTimer): number {
  return (fromUs + deadlineUs) / 2;
}

/** An hourglass. */
export function drawExpiry(
  { context, ink }: Pen,
  { x, y, alpha }: { readonly x: number; readonly y: number; readonly alpha: number },
): void {
  const arm = 4.5;
  context.globalAlpha = alpha;
  context.beginPath();
  context.moveTo(x - arm, y - arm - 1);
  context.lineTo(x + arm, y - arm - 1);
  context.lineTo(x - arm, y + arm + 1);
  context.lineTo(x + arm, y + arm + 1);
  context.closePath();
  context.lineJoin = 'round';
  context.strokeStyle = ink.panel;
  context.lineWidth = 3;
  context.stroke();
  context.fillStyle = ink.bad;
  context.fill();
}
