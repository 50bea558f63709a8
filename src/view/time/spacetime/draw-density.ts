/** Draws how many messages each lane sent where they are too many to draw one by one. */
import type { Density } from '../../../trace/queries/lane-density.ts';
import { xOf } from '../axis/plot.ts';
import type { Pass, Plot } from '../axis/plot.ts';
import type { Pen } from '../axis/use-canvas.ts';
import type { Row } from './scene.ts';

/** So many in one part are as strong as it gets. */
const full = 6;

export function drawDensity(
  pen: Pen,
  plot: Plot,
  pass: Pass,
  { rows, density }: { readonly rows: readonly Row[]; readonly density: Density },
): void {
  const { context, ink } = pen;
  const { fromUs, bucketUs, buckets, beats, others, refusals } = density;
  const first = Math.max(0, Math.floor((pass.fromUs - fromUs) / bucketUs));
  const last = Math.min(buckets, Math.ceil((pass.toUs - fromUs) / bucketUs));
  const width = Math.max(1, xOf(plot, fromUs + bucketUs) - xOf(plot, fromUs) - 1);
  const strength = pass.isPast ? 1 : 0.4;
  const layers = [
    { counts: beats, colour: ink.heart, isComb: true },
    { counts: others, colour: ink.textSoft, isComb: false },
    { counts: refusals, colour: ink.bad, isComb: false },
  ];
  for (const { counts, colour, isComb } of layers) {
    context.fillStyle = colour;
    for (const { lane, top, parts } of rows) {
      const y = top + parts.top - parts.tick;
      const height = isComb ? top + parts.bottom - y : parts.tick;
      for (let bucket = first; bucket < last; bucket++) {
        const count = counts[lane.id * buckets + bucket] ?? 0;
        if (count === 0) continue;
        context.globalAlpha = strength * (0.35 + (0.65 * Math.min(count, full)) / full);
        context.fillRect(xOf(plot, fromUs + bucket * bucketUs), y, isComb ? 2 : width, height);
      }
    }
  }
  context.globalAlpha = 1;
}
