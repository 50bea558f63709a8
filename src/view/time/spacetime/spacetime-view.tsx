/** Lifelines, the messages between them slanted by their latency, and the timers that count silence. */
import { Crown } from 'lucide-react';
import { useMemo } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { timerAsOf, messageAsOf } from '../../../trace/queries/lane-as-of.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { litNow } from '../../lit.ts';
import { AxisPlot, usePlotRefs } from '../axis/axis-plot.tsx';
import { xOf } from '../axis/plot.ts';
import type { PlotPoint, ScrolledPlot } from '../axis/plot-now.ts';
import { RowLabels } from '../axis/row-labels.tsx';
import type { RowLabel } from '../axis/row-labels.tsx';
import { timeIndexOf } from '../index-of.ts';
import { rowHeightFor, useScrollToRow } from '../partition-rows.ts';
import { timeView } from '../view-state.ts';
import { drawSpacetime } from './draw-spacetime.ts';
import { laneHeights } from './lane-places.ts';
import { useCoordinator, useLanes } from './lanes-shown.ts';
import type { Look } from './message-style.ts';
import { pickIn } from './pick.ts';
import type { Picked } from './pick.ts';
import { SceneKeeper } from './scene-keeper.ts';
import { laneInWords, messageInWords, timerInWords } from './spacetime-words.ts';

export function SpacetimeView() {
  const store = usePlaygroundStore();
  const refs = usePlotRefs();
  const lanes = useLanes();
  const coordinator = useCoordinator();
  const labels = useMemo(() => labelsOf(lanes, coordinator), [lanes, coordinator]);
  const rowHeight = rowHeightFor(refs.size.height, lanes.length, laneHeights);
  const selected = usePlayground(({ selection }) => {
    return selection?.kind === 'process' ? selection.process : null;
  });
  const row = lanes.findIndex(({ process }) => process === selected);
  useScrollToRow(refs.scroller, row, rowHeight);
  const keeper = useMemo(() => new SceneKeeper(), []);
  const sceneNow = (plot: ScrolledPlot, state: Playground) =>
    keeper.sceneFor(plot, state, { shown: lanes, rowHeight });
  const pickedAt = ({ atUs, y, plot }: PlotPoint, state: Playground) => {
    if (atUs > plot.seenUs) return null;
    const spot = { x: xOf(plot, atUs), y };
    return pickIn(plot, sceneNow(plot, state), lookOf(state, plot), spot);
  };
  return (
    <AxisPlot
      refs={refs}
      className="spacetime"
      rows={lanes}
      labels={
        <RowLabels label="Processes" rows={labels} rowHeight={rowHeight} scroller={refs.scroller} />
      }
      keyOf={() => keyOf(rowHeight)}
      draw={(pen, plot, state) => {
        const { trace } = activeRun(state);
        drawSpacetime(pen, {
          plot,
          scene: sceneNow(plot, state),
          look: lookOf(state, plot),
          trace,
          rowHeight,
          cursorSeq: state.cursor.seq,
          lastSeq: trace.lastAtOrBefore(plot.seenUs),
        });
      }}
      titleAt={(point, state) => titleOf(pickedAt(point, state), point, store.getState())}
      pickAt={(point, state) => selectionOf(pickedAt(point, state))}
    />
  );
}

function labelsOf(lanes: readonly Lane[], coordinator: string | null): readonly RowLabel[] {
  return lanes.map(({ process }): RowLabel => {
    const selection = { kind: 'process', process } as const;
    const label = { key: process, name: process, selection };
    if (process !== coordinator) return label;
    return { ...label, mark: <Crown size={12} className="crown" aria-label="coordinator" /> };
  });
}

function keyOf(rowHeight: number): string {
  const { showsTimers, showsHeartbeats } = timeView.getState();
  return `${rowHeight} ${showsTimers} ${showsHeartbeats}`;
}

/** In a window as short as this, heartbeats have the room to be lines. */
const closeUs = 2_000_000;

function lookOf(state: Playground, { window }: ScrolledPlot): Look {
  const beatsAsLines = timeView.getState().showsHeartbeats || window.spanUs <= closeUs;
  return { selection: state.selection, lit: litNow(state), beatsAsLines };
}

function selectionOf(picked: Picked | null) {
  if (!picked) return null;
  if (picked.kind === 'line') {
    return { kind: 'message', message: picked.line.message.message } as const;
  }
  const lane = picked.kind === 'lane' ? picked.lane : picked.bar.row.lane;
  return { kind: 'process', process: lane.process } as const;
}

/** As of the playhead where it was there by then, else as it was seen to end. */
function titleOf(picked: Picked | null, { atUs, plot }: PlotPoint, state: Playground): string {
  if (!picked) return '';
  const { trace } = activeRun(state);
  const { lanes } = timeIndexOf(trace);
  const lastSeq = trace.lastAtOrBefore(plot.seenUs);
  if (picked.kind === 'line') {
    return messageInWords(messageAsOf(picked.line.message, lastSeq), lanes);
  }
  if (picked.kind === 'timer') return timerInWords(timerAsOf(picked.start, lastSeq), lanes);
  return laneInWords(picked.lane, atUs);
}
