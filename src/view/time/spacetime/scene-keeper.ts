/** Keeps the scene of a window: while time plays in a window that stands, it is looked up once. */
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import { litNow } from '../../lit.ts';
import type { ScrolledPlot } from '../axis/plot-now.ts';
import { timeIndexOf } from '../index-of.ts';
import { timeView } from '../view-state.ts';
import { sceneOf } from './scene.ts';
import type { Scene } from './scene.ts';

interface Rows {
  readonly shown: readonly Lane[];
  readonly rowHeight: number;
}

export class SceneKeeper {
  #key = '';
  #shown: readonly Lane[] = [];
  #scene: Scene | null = null;

  sceneFor(plot: ScrolledPlot, state: Playground, { shown, rowHeight }: Rows): Scene {
    const { trace, id } = activeRun(state);
    const { window, seenUs, width, height, scrollTop } = plot;
    const lastSeq = trace.lastAtOrBefore(seenUs);
    const withTimers = timeView.getState().showsTimers;
    const { selection } = state;
    const process = selection?.kind === 'process' ? selection.process : null;
    const always = new Set(litNow(state)?.messages);
    if (selection?.kind === 'message') always.add(selection.message);
    const sizes = [window.fromUs, window.spanUs, width, height, scrollTop, rowHeight];
    const counts = [id, trace.length, lastSeq, withTimers];
    const key = [...sizes, ...counts, process, ...always].join();
    if (this.#scene && key === this.#key && shown === this.#shown) return this.#scene;
    this.#key = key;
    this.#shown = shown;
    const { lanes } = timeIndexOf(trace);
    const parts = { trace, lanes, shown, rowHeight, lastSeq, withTimers, process, always };
    return (this.#scene = sceneOf(plot, parts));
  }
}
