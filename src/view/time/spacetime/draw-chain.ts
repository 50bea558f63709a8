/** Draws what is lit or selected among events: rings at their places, those of a chain joined. */
import type { TraceReader } from '../../../trace/reader.ts';
import { xOf } from '../axis/plot.ts';
import type { Plot } from '../axis/plot.ts';
import type { Pen } from '../axis/use-canvas.ts';
import type { Row } from './scene.ts';

export interface EventPlaces {
  readonly trace: TraceReader;
  readonly rowOf: (process: string) => Row | undefined;
}

interface EventPlace {
  readonly atUs: number;
  readonly y: number;
}

/** On the lifeline of where it happened, or of whom an action hit; null: it is nobody's. */
export function placeOfEvent({ trace, rowOf }: EventPlaces, seq: number): EventPlace | null {
  const targets = trace.json(seq, 'targets');
  const hit = Array.isArray(targets) ? String(targets[0]) : '';
  const row = rowOf(trace.process(seq) ?? hit);
  if (!row) return null;
  return { atUs: trace.atUs(seq), y: row.top + (row.parts.top + row.parts.bottom) / 2 };
}

/** Up to event `lastSeq`. */
export function drawChain(
  { context, ink }: Pen,
  plot: Plot,
  places: EventPlaces,
  { events, lastSeq }: { readonly events: ReadonlySet<number>; readonly lastSeq: number },
): void {
  const seqs = [...events].filter((seq) => seq <= lastSeq).toSorted((a, b) => a - b);
  const steps = seqs.flatMap((seq) => placeOfEvent(places, seq) ?? []);
  context.globalAlpha = 1;
  context.strokeStyle = ink.accent;
  context.lineWidth = 1.5;
  context.setLineDash([4, 3]);
  context.beginPath();
  for (const [index, { atUs, y }] of steps.entries()) {
    if (index === 0) context.moveTo(xOf(plot, atUs), y);
    else context.lineTo(xOf(plot, atUs), y);
  }
  context.stroke();
  context.setLineDash([]);
  for (const { atUs, y } of steps) drawRing({ context, ink }, xOf(plot, atUs), y, 4);
}

export function drawRing(
  { context, ink }: Pick<Pen, 'context' | 'ink'>,
  x: number,
  y: number,
  radius: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fillStyle = ink.panel;
  context.fill();
  context.strokeStyle = ink.accent;
  context.lineWidth = 2;
  context.stroke();
}
