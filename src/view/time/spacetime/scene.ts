/**
 * What stands in the window of the space-time view, in pixels of its rows: lines of messages, or how
 * many there are where they are too many to draw; runs of timers. Looked up once for a window.
 */
import type { Density } from '../../../trace/queries/lane-density.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import type { LaneMessage } from '../../../trace/queries/lane-messages.ts';
import type { LaneTimer, TimerRun } from '../../../trace/queries/lane-timers.ts';
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { shapeOf } from '../../stage/marks.ts';
import type { ShapeName } from '../../stage/marks.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import { rareOf } from './rare.ts';
import { doorOf, partsOf } from './lane-places.ts';
import type { LaneParts } from './lane-places.ts';
import { pathOf } from './message-path.ts';
import type { Waypoint } from './message-path.ts';
import { isNews, timerKinds, timerNames } from './timer-kinds.ts';

export interface Row {
  readonly lane: Lane;
  readonly top: number;
  readonly parts: LaneParts;
}

export interface Line {
  /** With what became of it at whatever time. */
  readonly message: LaneMessage;
  readonly path: readonly Waypoint[];
  readonly shape: ShapeName;
  /** Of brokers and ZooKeeper among themselves. */
  readonly isBackstage: boolean;
  readonly from: Row;
  readonly to: Row;
  readonly fromY: number;
  readonly toY: number;
}

/** A timer that was started again and again, as one bar. */
export interface Bar {
  readonly row: Row;
  readonly timer: string;
  readonly top: number;
  /** In order; with what became of them at whatever time. */
  readonly starts: readonly LaneTimer[];
  /** The last of them, where it ran out and that is news. */
  readonly expiry: LaneTimer | null;
  /** The whole of its run is drawn, not only what was about to run out. */
  readonly isWhole: boolean;
}

export interface Scene {
  readonly rows: readonly Row[];
  readonly rowOf: ReadonlyMap<number, Row>;
  readonly lines: readonly Line[];
  /** In place of the lines of most messages. */
  readonly density: Density | null;
  readonly bars: readonly Bar[];
}

export interface SceneParts {
  readonly trace: TraceReader;
  readonly lanes: LaneCollector;
  readonly shown: readonly Lane[];
  readonly rowHeight: number;
  /** The last event that was seen. */
  readonly lastSeq: number;
  readonly withTimers: boolean;
  /** The process that is selected: its own timers too. */
  readonly process: string | null;
  /** Messages that are drawn however many there are. */
  readonly always: ReadonlySet<number>;
}

/** More lines than this are no picture. */
const mostLines = 1500;
/** More messages, or starts of timers, than this are not even looked at one by one. */
const manyRows = 6000;
const bucketPx = 4;

/** The rows in view, by position; each scene has them all in `rowOf`. */
export function rowsOf(shown: readonly Lane[], rowHeight: number): Row[] {
  return shown.map((lane, place) => {
    return { lane, top: place * rowHeight, parts: partsOf(rowHeight, lane.role) };
  });
}

export function rowsInView(rows: readonly Row[], plot: ScrolledPlot, rowHeight: number): Row[] {
  const first = Math.max(0, Math.floor(plot.scrollTop / rowHeight));
  return rows.slice(first, Math.ceil((plot.scrollTop + plot.height) / rowHeight));
}

export function sceneOf(plot: ScrolledPlot, parts: SceneParts): Scene {
  const { lanes, shown, rowHeight } = parts;
  const all = rowsOf(shown, rowHeight);
  const rowOf = new Map(all.map((row) => [row.lane.id, row]));
  const rows = rowsInView(all, plot, rowHeight);
  const { fromUs, spanUs } = plot.window;
  const toUs = Math.min(plot.seenUs, fromUs + spanUs);
  if (toUs < fromUs) return { rows, rowOf, lines: [], density: null, bars: [] };
  const inView = new Set(rows.map(({ lane }) => lane.id));
  const span = { fromUs, toUs, inView };
  const { drawn, isMany } = messagesIn(parts, span);
  const density = isMany ? densityIn(lanes, plot, toUs) : null;
  const lines = [...drawn].flatMap((row) => lineOf(lanes.messages.at(row), rowOf) ?? []);
  const bars = parts.withTimers ? barsOf(timersIn(parts, span), parts, rowOf, inView) : [];
  return { rows, rowOf, lines, density, bars };
}

interface Span {
  readonly fromUs: number;
  readonly toUs: number;
  /** Lanes in view. */
  readonly inView: ReadonlySet<number>;
}

/** Those that touch the window; of too many only those that tell a story, and those drawn always. */
function messagesIn(
  parts: SceneParts,
  { fromUs, toUs, inView }: Span,
): { drawn: Iterable<number>; isMany: boolean } {
  const { lanes, lastSeq, always } = parts;
  const { messages } = lanes;
  const isNear = (row: number) =>
    inView.has(messages.fromOf(row)) || inView.has(messages.toOf(row));
  if (lanes.sentBetween(fromUs, toUs) < manyRows) {
    const touching = messages.times.touching(fromUs, toUs);
    const count = messages.countUpTo(lastSeq);
    const near = touching.filter((row) => row < count && isNear(row));
    if (near.length <= mostLines) return { drawn: near, isMany: false };
  }
  const first = messages.times.firstFrom(fromUs);
  const count = messages.countUpTo(lastSeq);
  const telling = rareOf(parts.trace, lanes).messages.filter(
    (row) => row >= first && row < count && messages.times.fromUs(row) <= toUs && isNear(row),
  );
  const known = [...always]
    .map((number) => messages.rowOf(number))
    .filter((row) => row >= 0 && row < count);
  const drawn = new Set([...(telling.length > mostLines ? [] : telling), ...known]);
  return { drawn, isMany: true };
}

/** Those that run in the window; of too many only those that ran out, where that is news. */
function timersIn({ trace, lanes, lastSeq }: SceneParts, { fromUs, toUs }: Span): Uint32Array {
  const { times } = lanes.timers;
  const count = lanes.timers.countUpTo(lastSeq);
  const isMany = times.firstFrom(toUs) - times.firstFrom(fromUs) > manyRows;
  if (!isMany) return times.touching(fromUs, toUs).filter((row) => row < count);
  const { timers } = rareOf(trace, lanes);
  return Uint32Array.from(
    timers.filter((row) => row < count && times.toUs(row) >= fromUs && times.fromUs(row) <= toUs),
  );
}

function lineOf(message: LaneMessage, rowOf: ReadonlyMap<number, Row>): Line | null {
  const from = rowOf.get(message.from);
  const to = rowOf.get(message.to);
  if (!from || !to) return null;
  return {
    message,
    path: pathOf(message),
    shape: shapeOf(message.api),
    isBackstage: from.lane.role !== 'consumer' && to.lane.role !== 'consumer',
    from,
    to,
    fromY: doorOf(from.parts, from.top, to.top),
    toY: doorOf(to.parts, to.top, from.top),
  };
}

/** In parts that stand still while the window moves, and only whole ones. */
function densityIn(lanes: LaneCollector, { window, width }: ScrolledPlot, toUs: number): Density {
  const bucketUs = (window.spanUs / Math.max(1, width)) * bucketPx;
  const fromUs = Math.floor(window.fromUs / bucketUs) * bucketUs;
  const buckets = Math.max(1, Math.floor((toUs - fromUs) / bucketUs));
  return lanes.density(fromUs, fromUs + buckets * bucketUs, buckets);
}

function barsOf(
  seen: Uint32Array,
  parts: SceneParts,
  rowOf: ReadonlyMap<number, Row>,
  inView: ReadonlySet<number>,
): Bar[] {
  const { timers } = parts.lanes;
  const rows = seen.filter((row) => timerNames.has(timers.timerOf(row)));
  return timers.runsOf(rows).flatMap((run) => {
    const lane = timerKinds[run.timer]?.about(run, parts.lanes);
    const row = lane && inView.has(lane.id) ? rowOf.get(lane.id) : undefined;
    return (row && barOf(run, row, parts)) ?? [];
  });
}

function barOf(run: TimerRun, row: Row, parts: SceneParts): Bar | null {
  const { trace, lanes, process, lastSeq } = parts;
  const kind = timerKinds[run.timer];
  const top = row.parts.bars[kind?.bar ?? -1];
  if (!kind || top === undefined) return null;
  const starts = run.rows.map((start) => lanes.timers.at(start));
  const last = starts.at(-1);
  const isSeen = (last?.endSeq ?? Infinity) <= lastSeq;
  const expiry = last && isSeen && isNews(trace, last) ? last : null;
  const isWhole = kind.isQuiet !== true || row.lane.process === process;
  if (kind.isPace && !isWhole) {
    if (!expiry) return null;
    starts.splice(0, starts.length - 1);
  }
  return { row, timer: run.timer, top: row.top + top, starts, expiry, isWhole };
}
