/**
 * The one store: runs, cursor, playback, selection, and the actions of a person on them. It knows
 * neither React nor the DOM; the simulation is reached only through the client that it is given.
 */
import type { StoreApi } from 'zustand/vanilla';
import { known } from '../lib/assert.ts';
import type { CommandAction, Experiment, TopicSpec } from '../trace/experiment.ts';
import type { Breakpoint } from '../trace/queries/breakpoint.ts';
import type { Stop } from '../trace/queries/moments.ts';
import type { TraceFile } from '../trace/codec-read.ts';
import type { World } from '../trace/world.ts';
import type { FromSimulation, HostKind } from '../worker/messages.ts';
import type { Cursor, Speed, Timeline } from './playback.ts';
import type { Run } from './runs.ts';
import type { Selection, Tool } from './selection.ts';

export interface Notice {
  readonly tone: 'info' | 'error';
  readonly text: string;
  /** It says what has just been done and needs no answer: it goes away by itself. */
  readonly passing?: true;
  /** It says to the eyes what is announced as a deed anyhow. */
  readonly unspoken?: true;
}

/** Which run, and where in it. */
interface Place {
  readonly run: number;
  readonly cursor: Cursor;
}

/** An action of the person: where it was done, and the run that it made. */
export interface Deed {
  readonly before: Place;
  readonly after: Place;
  /** What was done, in words. */
  readonly label: string;
  /** Something that was seen lies beyond it: the old run stays listed as a branch. */
  readonly keepsOld: boolean;
}

/** Something later that is looked for, farther on than the run has been simulated. */
export interface Quest {
  readonly run: number;
  /** Where the person stood: whoever has moved on looks for it no more. */
  readonly from: Cursor;
  /** What they want to go to; null: whatever a breakpoint is for. */
  readonly stop: Stop | null;
  /** It is not looked for beyond this. */
  readonly untilUs: number;
}

export interface Playground {
  readonly runs: ReadonlyMap<number, Run>;
  readonly runId: number;
  readonly cursor: Cursor;
  readonly playing: boolean;
  readonly speed: Speed;
  /** Virtual seconds a second in force. */
  readonly factor: number;
  /** The group whose story is told. */
  readonly group: string;
  readonly selection: Selection | null;
  /** The tool in hand: the next target that is picked gets it. */
  readonly tool: Tool | null;
  /** The first of two ends that it needs, where that has been chosen. */
  readonly toolFrom: string | null;
  /** A topic that is about to be created: its form is open. */
  readonly draft: TopicSpec | null;
  readonly notice: Notice | null;
  /** Playback stops at the events that these are for. */
  readonly breakpoints: readonly Breakpoint[];
  readonly quest: Quest | null;
  /** What was done last, for those who do not see it: not what was taken back or done again. */
  readonly lastDeed: Deed | null;
  readonly undoStack: readonly Deed[];
  readonly redoStack: readonly Deed[];
  /** An imported trace that is being compared with what its experiment does here. */
  readonly recorded: TraceFile | null;
  /** Which host stepped the processes last. */
  readonly host: HostKind;

  readonly open: (experiment: Experiment, options?: OpenOptions) => void;
  /** Runs the experiment of a trace again, to its end, and compares. */
  readonly openTrace: (file: TraceFile) => void;
  readonly receive: (message: FromSimulation) => void;
  /** Moves the cursor on by `realMs` of the viewer's time, if it plays. */
  readonly tick: (realMs: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly togglePlaying: () => void;
  readonly setSpeed: (speed: Speed) => void;
  readonly seek: (atUs: number) => void;
  /** Simulates the run up to there without going there. */
  readonly lookAhead: (untilUs: number) => void;
  readonly seekToEvent: (seq: number) => void;
  readonly step: (direction: 1 | -1) => void;
  readonly stepGeneration: (direction: 1 | -1) => void;
  /** To the next or previous one of a sort; the run is simulated farther for it, up to a limit. */
  readonly stepTo: (stop: Stop, direction: 1 | -1) => void;
  readonly setBreakpoints: (breakpoints: readonly Breakpoint[]) => void;
  /** To the next event that a breakpoint is for; the run is simulated farther for it, up to a limit. */
  readonly runToBreakpoint: () => void;
  readonly toStart: () => void;
  readonly toLiveEdge: () => void;
  /**
   * Does something at the cursor; several things are one action, taken back together. False: it was
   * refused, and the notice says why.
   */
  readonly act: (...actions: readonly CommandAction[]) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly switchBranch: (run: number) => void;
  readonly renameBranch: (run: number, name: string) => void;
  readonly deleteBranch: (run: number) => void;
  readonly select: (selection: Selection | null) => void;
  readonly pickTool: (tool: Tool | null, from?: string) => void;
  readonly draftTopic: (draft: TopicSpec | null) => void;
  readonly showGroup: (group: string) => void;
  readonly say: (notice: Notice | null) => void;
  readonly runAgain: () => void;
}

export interface OpenOptions {
  /** Where the cursor stands at first; default 0. */
  readonly startAtUs?: number;
  readonly play?: boolean;
  readonly speed?: Speed;
}

export type PlaygroundStore = StoreApi<Playground>;

export function activeRun(state: Playground): Run {
  return known(state.runs.get(state.runId), `run ${state.runId}`);
}

/** The world at the cursor. The same object as long as the cursor only moves on. */
export function currentWorld(state: Playground): World {
  return activeRun(state).reader.worldAt(state.cursor.seq);
}

export function timelineOf(run: Run): Timeline {
  const { trace, reader, handledUntilUs } = run;
  return {
    endUs: handledUntilUs,
    length: trace.length,
    atUs: (seq) => trace.atUs(seq),
    lastAtOrBefore: (atUs) => trace.lastAtOrBefore(atUs),
    worldAt: (seq) => reader.worldAt(seq),
  };
}
