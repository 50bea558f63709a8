/** Draws how many messages each lane sent where they are too many to draw one by one. */
import type { Density } from '../../../trace/queries/lane-density.ts';
import { xOf } from '../axis/plot.ts';
import type { Pass, Plot } from '../axis/plot.ts';
import type { Pen } from '../axis/use-canvas.ts';
import type { Row } from './scene.ts';

/** As strong as one, a few, many: parts of one strength side by side are one band. */
const strengths = [0, 0.45, 0.7, 1] as const;
const few = 2;
const many = 6;

function levelOf(count: number): 0 | 1 | 2 | 3 {
  if (count === 0) return 0;
  if (count < few) return 1;
  return count < many ? 2 : 3;
}

interface Layer {
  readonly counts: Uint32Array;
  readonly colour: string;
  /** Through the lifeline, as single ticks are. */
  readonly isComb: boolean;
}

interface Drawn {
  readonly rows: readonly Row[];
  readonly density: Density;
}

export function drawDensity({ context, ink }: Pen, plot: Plot, pass: Pass, drawn: Drawn): void {
  const { beats, others, refusals } = drawn.density;
  const layers: readonly Layer[] = [
    { counts: beats, colour: ink.heart, isComb: true },
    { counts: others, colour: ink.textSoft, isComb: false },
    { counts: refusals, colour: ink.bad, isComb: false },
  ];
  for (const layer of layers) {
    context.fillStyle = layer.colour;
    for (const row of drawn.rows) {
      drawBands(context, plot, pass, { density: drawn.density, row, layer });
    }
  }
  context.globalAlpha = 1;
}

interface Bands {
  readonly density: Density;
  readonly row: Row;
  readonly layer: Layer;
}

function drawBands(
  context: CanvasRenderingContext2D,
  plot: Plot,
  pass: Pass,
  { density, row, layer }: Bands,
): void {
  const { fromUs, bucketUs, buckets } = density;
  const { top, bottom, tick } = row.parts;
  const y = row.top + top - tick;
  const height = layer.isComb ? bottom - top + tick : tick;
  const first = Math.max(0, Math.floor((pass.fromUs - fromUs) / bucketUs));
  const last = Math.min(buckets, Math.ceil((pass.toUs - fromUs) / bucketUs));
  const base = row.lane.id * buckets;
  for (let from = first; from < last;) {
    const level = levelOf(layer.counts[base + from] ?? 0);
    let to = from + 1;
    while (to < last && levelOf(layer.counts[base + to] ?? 0) === level) to += 1;
    if (level > 0) {
      const x = xOf(plot, fromUs + from * bucketUs);
      const end = xOf(plot, fromUs + to * bucketUs);
      context.globalAlpha = strengths[level] * (pass.isPast ? 1 : 0.4);
      context.fillRect(x, y, to === from + 1 && layer.isComb ? 2 : end - x - 1, height);
    }
    from = to;
  }
}
