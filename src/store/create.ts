/**
 * Builds the store. Every action is a small function over `get` and `set`; what they share is here:
 * opening a run, forking one, placing the cursor.
 */
import { createStore } from 'zustand/vanilla';
import { known } from '../lib/assert.ts';
import type { Experiment } from '../trace/experiment.ts';
import { firstDifference } from '../trace/codec.ts';
import type { TraceFile } from '../trace/codec-read.ts';
import { Trace } from '../trace/trace.ts';
import { WorldReader } from '../trace/world-reader.ts';
import type { World } from '../trace/world.ts';
import type { SimulationClient } from '../worker/client.ts';
import type { FromSimulation } from '../worker/messages.ts';
import { branchActions } from './branches.ts';
import { cursorAt, putRun, show, startCursor } from './kit.ts';
import type { Kit } from './kit.ts';
import { activeRun, currentWorld } from './playground.ts';
import type { Notice, OpenOptions, Playground, PlaygroundStore } from './playground.ts';
import type { Run } from './runs.ts';
import { sameSelection } from './selection.ts';
import { followQuest, hitOnArrival } from './stops.ts';
import { timeActions } from './time.ts';

/** The store with `experiment` open in it. */
export function createPlayground(
  client: SimulationClient,
  experiment: Experiment,
  options: OpenOptions = {},
): PlaygroundStore {
  let lastRunId = 0;
  const nextRunId = () => (lastRunId += 1);
  const first = newRun(nextRunId(), experiment);
  const store: PlaygroundStore = createStore<Playground>((set, get) => {
    const kit: Kit = { set, get, client, nextRunId };
    return {
      ...opened(first, { speed: 1, ...options }),
      cursor: startCursor,
      factor: 1,
      notice: null,
      host: 'inline',
      breakpoints: [],
      quest: null,
      ...runActions(kit),
      ...timeActions(kit),
      ...branchActions(kit),
      ...handActions(kit),
    };
  });
  const { setState: set, getState: get } = store;
  begin({ set, get, client, nextRunId }, first, options);
  return store;
}

/** What the store says of a run that has just been opened, and of nothing before it. */
function opened(run: Run, { play = false, speed }: OpenOptions & Pick<Playground, 'speed'>) {
  return {
    runs: new Map([[run.id, run]]),
    runId: run.id,
    group: known(run.experiment.scenario.groups[0], 'first group').id,
    playing: play,
    speed,
    selection: null,
    tool: null,
    toolFrom: null,
    draft: null,
    lastDeed: null,
    undoStack: [],
    redoStack: [],
    recorded: null,
  };
}

function begin(kit: Kit, run: Run, { startAtUs = 0 }: OpenOptions): void {
  kit.client.open(run.id, run.experiment);
  show(kit, run, { ...startCursor, atUs: startAtUs });
}

function newRun(id: number, experiment: Experiment): Run {
  const trace = new Trace();
  return {
    id,
    experiment,
    trace,
    reader: new WorldReader(trace),
    parent: null,
    name: experiment.title,
    seenUs: 0,
    handledUntilUs: 0,
    listed: true,
    ended: null,
  };
}

function runActions(kit: Kit) {
  const { get, set, client, nextRunId } = kit;
  return {
    open(experiment: Experiment, options: OpenOptions = {}) {
      for (const { id } of get().runs.values()) client.close(id);
      const run = newRun(nextRunId(), experiment);
      set((state) => opened(run, { speed: state.speed, ...options }));
      begin(kit, run, options);
    },
    openTrace(file: TraceFile) {
      const { experiment, untilMs } = file.header;
      get().open({ ...experiment, untilMs }, { startAtUs: Math.round(untilMs * 1000) });
      set({ recorded: file });
    },
    receive(message: FromSimulation) {
      if (message.type === 'events') receiveEvents(kit, message);
      if (message.type === 'failed') receiveFailure(kit, message);
    },
    runAgain() {
      const { experiment } = activeRun(get());
      const { cursor, speed } = get();
      client.restart();
      get().open(experiment, { startAtUs: cursor.atUs, speed });
    },
  };
}

function receiveEvents(kit: Kit, message: FromSimulation & { type: 'events' }): void {
  const { get, set } = kit;
  const run = get().runs.get(message.run);
  if (!run) return;
  const { chunk } = message;
  // The prefix of a fork comes again; the page has its events and needs only the new table entries.
  if (chunk.firstSeq < run.trace.length) run.trace.adoptTables(chunk);
  else run.trace.adopt(chunk);
  const { cursor, runId } = get();
  const wasWaiting = run.id === runId && cursor.atUs > run.handledUntilUs;
  run.handledUntilUs = message.handledUntilUs;
  const arrived = wasWaiting ? cursorAt(run, cursor.atUs) : cursor;
  set({ host: message.host, cursor: arrived, ...hitOnArrival(get(), arrived) });
  compareRecorded(kit);
  followQuest(kit, run.id);
}

/** An imported trace is compared once its experiment has been run as far again. */
function compareRecorded({ get, set }: Kit): void {
  const { recorded } = get();
  const run = activeRun(get());
  if (!recorded || run.handledUntilUs < recorded.header.untilMs * 1000) return;
  const untilUs = recorded.header.untilMs * 1000;
  const again = run.trace.fork(run.trace.lastAtOrBefore(untilUs));
  const notice = comparison(recorded, again);
  set({ recorded: null, notice });
}

function comparison({ header, trace }: TraceFile, again: Trace): Notice {
  // A header alone has nothing to compare with.
  const differs = trace.length === 0 ? -1 : firstDifference(trace, again);
  if (differs < 0) {
    const text = `The trace is open: ${header.eventCount} events, the same when run again.`;
    return { tone: 'info', text };
  }
  const text = `The trace was recorded under other rules: event ${differs} differs. What you see is its experiment under the present ones.`;
  return { tone: 'error', text };
}

function receiveFailure({ get, set }: Kit, message: FromSimulation & { type: 'failed' }): void {
  const run = get().runs.get(message.run);
  if (!run) return;
  const ended = `${message.where} crashed: ${message.text}`;
  set((state) => ({ ...putRun(state, { ...run, ended }), playing: false, quest: null }));
}

/** A consumer of another group is not on the stage: its selection would show nothing there. */
function isOfGroup(world: World, selection: Playground['selection'], group: string): boolean {
  if (selection?.kind !== 'process') return true;
  const { consumer } = world.processes.get(selection.process) ?? {};
  return !consumer || consumer.group === group;
}

function handActions({ get, set }: Kit) {
  return {
    select(selection: Playground['selection']) {
      if (!sameSelection(get().selection, selection)) set({ selection });
    },
    pickTool: (tool: Playground['tool'], from?: string) => set({ tool, toolFrom: from ?? null }),
    draftTopic: (draft: Playground['draft']) => set({ draft, tool: null, toolFrom: null }),
    showGroup(group: string) {
      const { selection } = get();
      set({
        group,
        ...(isOfGroup(currentWorld(get()), selection, group) ? {} : { selection: null }),
      });
    },
    say: (notice: Playground['notice']) => set({ notice }),
  };
}
