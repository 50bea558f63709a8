/** The plot of the present moment, and the key that tells whether its picture has to be drawn anew. */
import { oncePer } from '../../../lib/once-per.ts';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { Size } from '../../drawn-canvas.ts';
import type { Plot } from './plot.ts';
import { litKey } from '../../lit.ts';
import { windowNow } from './time-axis.ts';

/** A plot whose rows scroll; heights are of the rows as a whole. */
export interface ScrolledPlot extends Plot {
  readonly scrollTop: number;
}

/** A place on it: the moment, and pixels from the top of its rows. */
export interface PlotPoint {
  readonly atUs: number;
  readonly y: number;
  readonly plot: ScrolledPlot;
}

export function plotOf(state: Playground, size: Size, scrollTop: number): ScrolledPlot {
  const { seenUs } = activeRun(state);
  return { ...size, window: windowNow(state), cursorUs: state.cursor.atUs, seenUs, scrollTop };
}

/** Changes with everything that all pictures along the axis depend on. */
export function axisKey(state: Playground): string {
  const { runId, cursor, selection, group } = state;
  const { trace, seenUs } = activeRun(state);
  const { fromUs, spanUs } = windowNow(state);
  const numbers = [runId, cursor.atUs, seenUs, trace.length, fromUs, spanUs];
  return `${numbers.join()}|${group}|${JSON.stringify(selection)}|${litKey()}`;
}

let lastNumber = 0;

/** The number of a list, for a key: rows of another run or group may be as many. */
export const numberOf = oncePer((_list: object) => (lastNumber += 1));
