/** Draws the space-time view, each side of the playhead by itself: what came later is paler. */
import type { TraceReader } from '../../../trace/reader.ts';
import { litAlpha } from '../../lit.ts';
import { clipped, passesOf, xOf } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import type { Pen } from '../axis/use-canvas.ts';
import { drawChain, drawRing, placeOfEvent } from './draw-chain.ts';
import type { EventPlaces } from './draw-chain.ts';
import { drawDensity } from './draw-density.ts';
import { drawLabels, labelsOf } from './draw-labels.ts';
import { drawLifeline } from './draw-lifelines.ts';
import { drawComb, drawLines, drawMarks } from './draw-messages.ts';
import type { Seen } from './draw-messages.ts';
import { drawWords } from './draw-words.ts';
import { drawBar, drawExpiry } from './draw-timers.ts';
import type { Look } from './message-style.ts';
import type { Row, Scene } from './scene.ts';

export interface SpacetimePicture {
  readonly plot: ScrolledPlot;
  readonly scene: Scene;
  readonly look: Look;
  readonly trace: TraceReader;
  readonly rowHeight: number;
  /** The last event before the playhead, and the last that was seen. */
  readonly cursorSeq: number;
  readonly lastSeq: number;
}

export function drawSpacetime(pen: Pen, picture: SpacetimePicture): void {
  const { context, ink } = pen;
  const { plot, scene, look, cursorSeq, lastSeq } = picture;
  context.textBaseline = 'middle';
  context.save();
  context.translate(0, -plot.scrollTop);
  drawSelectedRows(pen, picture);
  context.restore();
  const passes = passesOf(plot).map((pass): Seen => {
    return pass.isPast
      ? { ...pass, lastSeq: cursorSeq, nowUs: plot.cursorUs }
      : { ...pass, lastSeq, nowUs: plot.seenUs };
  });
  for (const seen of passes) {
    clipped(pen, plot, seen, () => {
      context.translate(0, -plot.scrollTop);
      drawPass(pen, picture, seen);
    });
  }
  context.save();
  context.translate(0, -plot.scrollTop);
  for (const seen of passes.toReversed()) {
    drawExpiries(pen, picture, seen);
    drawMarks(pen, plot, seen, scene.lines, look);
  }
  context.font = `600 12px ${ink.font}`;
  const [past] = passes;
  if (past?.isPast) drawLabels(pen, plot, past, labelsOf(scene.lines, past, look));
  drawEvents(pen, picture);
  context.restore();
}

function drawPass(pen: Pen, { plot, scene, look }: SpacetimePicture, seen: Seen): void {
  const { context, ink } = pen;
  context.font = `600 12px ${ink.font}`;
  for (const row of scene.rows) drawLifeline(pen, plot, seen, row, alphaOf(row, look));
  for (const bar of scene.bars) drawBar(pen, plot, seen, bar, alphaOf(bar.row, look));
  if (scene.density) {
    drawDensity(pen, plot, seen, { rows: scene.rows, density: scene.density });
  }
  drawComb(pen, plot, seen, scene.lines, look);
  drawLines(pen, plot, seen, scene.lines, look);
  for (const row of scene.rows) drawWords(pen, plot, seen, { row, alpha: alphaOf(row, look) });
  context.globalAlpha = 1;
}

function alphaOf({ lane }: Row, { lit }: Look): number {
  return litAlpha(lit === null || lit.processes.has(lane.process));
}

/** The ground of the lanes that are selected: of a process, of both ends of a link. */
function drawSelectedRows({ context, ink }: Pen, picture: SpacetimePicture): void {
  const { scene, look, plot, rowHeight } = picture;
  const { selection } = look;
  const names =
    selection?.kind === 'process'
      ? [selection.process]
      : selection?.kind === 'link'
        ? selection.peers
        : [];
  context.fillStyle = ink.raised;
  for (const { lane, top } of scene.rows) {
    if (names.includes(lane.process)) context.fillRect(0, top, plot.width, rowHeight);
  }
}

function drawExpiries(pen: Pen, { plot, scene, look }: SpacetimePicture, seen: Seen): void {
  for (const bar of scene.bars) {
    const { expiry: fired } = bar;
    if (!fired || fired.endSeq === null || fired.endSeq > seen.lastSeq) continue;
    if (fired.toUs < seen.fromUs) continue;
    const alpha = alphaOf(bar.row, look) * (seen.isPast ? 1 : 0.45);
    const y = bar.top + bar.row.parts.barHeight / 2;
    drawExpiry(pen, { x: xOf(plot, fired.toUs), y, alpha });
  }
}

/** The chain that is lit, and the event that is selected. */
function drawEvents(pen: Pen, picture: SpacetimePicture): void {
  const { plot, scene, look, trace, cursorSeq, lastSeq } = picture;
  const byName = new Map([...scene.rowOf.values()].map((row) => [row.lane.process, row]));
  const places: EventPlaces = { trace, rowOf: (process) => byName.get(process) };
  if (look.lit) drawChain(pen, plot, places, { events: look.lit.events, lastSeq });
  const { selection } = look;
  if (selection?.kind !== 'event' || selection.seq > lastSeq) return;
  const place = placeOfEvent(places, selection.seq);
  if (!place) return;
  pen.context.globalAlpha = selection.seq <= cursorSeq ? 1 : 0.5;
  drawRing(pen, xOf(plot, place.atUs), place.y, 6);
  pen.context.globalAlpha = 1;
}
