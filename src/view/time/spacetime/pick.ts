/** What stands under the pointer: a message, a bar of a timer, a lifeline. */
import type { LaneTimer } from '../../../trace/queries/lane-timers.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import { timeAtX, xOf } from '../axis/plot.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import { cornersOf } from './draw-messages.ts';
import { squaredDistance } from './message-path.ts';
import { isComb } from './message-style.ts';
import type { Look } from './message-style.ts';
import type { Bar, Line, Row, Scene } from './scene.ts';

export type Picked =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'timer'; readonly bar: Bar; readonly start: LaneTimer }
  | { readonly kind: 'lane'; readonly lane: Lane };

interface Spot {
  readonly x: number;
  readonly y: number;
}

const reachPx = 6;

/** The nearest message before a timer, a timer before the lifeline. */
export function pickIn(plot: ScrolledPlot, scene: Scene, look: Look, spot: Spot): Picked | null {
  const line = lineNear(plot, scene.lines, look, spot);
  if (line) return { kind: 'line', line };
  const timer = timerAt(plot, scene.bars, spot);
  if (timer) return timer;
  const row = scene.rows.findLast(({ top }) => top <= spot.y);
  return row ? { kind: 'lane', lane: row.lane } : null;
}

function lineNear(
  plot: ScrolledPlot,
  lines: readonly Line[],
  look: Look,
  { x, y }: Spot,
): Line | null {
  let nearest: Line | null = null;
  let least = reachPx ** 2;
  for (const line of lines) {
    const squared = squaredDistance(shapeOn(plot, line, look), x, y);
    if (squared > least) continue;
    least = squared;
    nearest = line;
  }
  return nearest;
}

/** What is drawn of it: its line, or its tick. */
function shapeOn(plot: ScrolledPlot, line: Line, look: Look): (readonly [number, number])[] {
  if (!isComb(line, look)) return cornersOf(plot, line, plot.seenUs);
  const { message, from } = line;
  if (message.direction !== 'request') return [];
  const x = xOf(plot, message.sentUs);
  const bottom = from.top + from.parts.top;
  return [
    [x, bottom],
    [x, bottom - from.parts.tick],
  ];
}

function timerAt(plot: ScrolledPlot, bars: readonly Bar[], { x, y }: Spot): Picked | null {
  const atUs = timeAtX(plot, x);
  const marginUs = timeAtX(plot, reachPx) - timeAtX(plot, 0);
  for (const bar of bars) {
    if (!isIn(bar.row, bar.top, y)) continue;
    const start = bar.starts.findLast(
      ({ fromUs, toUs }) => fromUs <= atUs + 1 && toUs >= atUs - marginUs,
    );
    if (start) return { kind: 'timer', bar, start };
  }
  return null;
}

function isIn({ parts }: Row, top: number, y: number): boolean {
  return y >= top - 1 && y <= top + parts.barHeight + 1;
}
