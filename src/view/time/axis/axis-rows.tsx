/** The rows of the axis itself: the generations above the pictures, the times below them. */
import { useRef } from 'react';
import { stretchAt } from '../../../trace/queries/time-index.ts';
import { litNow, momentsLit } from '../../lit.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { timeIndexOf } from '../index-of.ts';
import { bandWord, stretchWords } from '../words.ts';
import { drawHurried, hurriedWords } from './hurried.ts';
import { pacesOf } from '../../../store/paces.ts';
import type { HurriedStretch } from '../../../store/paces.ts';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { axisKey, plotOf } from './plot-now.ts';
import { drawBands, drawGrid, drawPlayhead, drawTicks } from './plot.ts';
import { usePen, useSize } from './use-canvas.ts';
import { usePlotPointer } from './use-plot-pointer.ts';

export function BandsRow() {
  const store = usePlaygroundStore();
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const size = useSize(plot);
  const group = usePlayground((state) => state.group);
  const bandsNow = () => {
    const state = store.getState();
    return timeIndexOf(activeRun(state).trace).bands.bandsOf(state.group);
  };
  const canvas = usePen(
    size,
    () => axisKey(store.getState()),
    (pen) => {
      const state = store.getState();
      const now = plotOf(state, size, 0);
      const lit = litNow(state);
      drawGrid(pen, now);
      drawBands(pen, now, bandsNow(), lit && momentsLit(activeRun(state).trace, lit));
      drawPlayhead(pen, now);
    },
  );
  const bandAt = ({ atUs }: { atUs: number }) => {
    const { seenUs } = activeRun(store.getState());
    return atUs <= seenUs ? stretchAt(bandsNow(), atUs) : undefined;
  };
  usePlotPointer({
    refs: { frame, plot, scroller: null, size },
    titleAt: (point, state) => {
      const band = bandAt(point);
      return band ? `${bandWord(band)}, ${stretchWords(band, activeRun(state).seenUs)}` : '';
    },
    // Why it began is what one asks of a rebalance.
    pickAt: (point) => {
      const band = bandAt(point);
      return band?.kind === 'rebalance' ? { kind: 'event', seq: band.seq } : null;
    },
  });
  return (
    <div className="axis-plot bands-row" ref={frame}>
      <p className="band-label" title={`Group ${group}`}>
        {group}
      </p>
      <div className="plot" ref={plot}>
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} aria-hidden />
      </div>
    </div>
  );
}

/** Events that are read in one frame. */
const eventsAtOnce = 2000;

/** Where adaptive speed hurries, as far as that is known; nothing while another speed is chosen. */
function hurriedNow(state: Playground): readonly HurriedStretch[] {
  return state.speed === 'adaptive' ? pacesOf(activeRun(state)).stretches : [];
}

/** In every frame: reads on a little, since a long run at once would halt the page. */
function hurriedKey(state: Playground): string {
  if (state.speed !== 'adaptive') return '';
  const paces = pacesOf(activeRun(state));
  paces.readOn(eventsAtOnce);
  return `${paces.stretches.length} ${paces.stretches.at(-1)?.toUs}`;
}

export function TicksRow() {
  const store = usePlaygroundStore();
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const size = useSize(plot);
  const canvas = usePen(
    size,
    () => `${axisKey(store.getState())}|${hurriedKey(store.getState())}`,
    (pen) => {
      const now = plotOf(store.getState(), size, 0);
      drawHurried(pen, now, hurriedNow(store.getState()));
      drawTicks(pen, now);
    },
  );
  const titleAt = ({ atUs }: { atUs: number }) => {
    const { seenUs } = activeRun(store.getState());
    const stretch = atUs <= seenUs ? stretchAt(hurriedNow(store.getState()), atUs) : undefined;
    return stretch ? hurriedWords(stretch) : '';
  };
  usePlotPointer({ refs: { frame, plot, scroller: null, size }, titleAt });
  return (
    <div className="axis-plot ticks-row" ref={frame}>
      <div className="plot" ref={plot}>
        <canvas ref={canvas} style={{ width: size.width, height: size.height }} aria-hidden />
      </div>
    </div>
  );
}
