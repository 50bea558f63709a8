/** What all actions of the store share: opening and placing, and asking the simulation ahead. */
import { limits } from '../trace/experiment-fields.ts';
import type { SimulationClient } from '../worker/client.ts';
import { leadUs } from './playback.ts';
import type { Cursor } from './playback.ts';
import { activeRun } from './playground.ts';
import type { Playground, PlaygroundStore } from './playground.ts';
import type { Run } from './runs.ts';

type Set = PlaygroundStore['setState'];
type Get = PlaygroundStore['getState'];

export interface Kit {
  readonly set: Set;
  readonly get: Get;
  readonly client: SimulationClient;
  /** Run ids are never used again, so that late chunks of a run that was left are recognised. */
  readonly nextRunId: () => number;
}

export const startCursor: Cursor = { atUs: 0, seq: -1 };

export function putRun(state: Playground, run: Run): Pick<Playground, 'runs'> {
  return { runs: new Map(state.runs).set(run.id, run) };
}

/** The cursor at `atUs`, with every event of that moment that is known. */
export function cursorAt(run: Run, atUs: number): Cursor {
  return { atUs, seq: run.trace.lastAtOrBefore(atUs) };
}

/** No experiment goes on for longer, so that what is exported can be opened again. */
const endUs = limits.ms * 1000;

/** Asks the simulation for what the cursor will need next. */
export function askAhead({ get, client }: Kit): void {
  const state = get();
  const run = activeRun(state);
  if (run.ended === null)
    client.advance(run.id, Math.min(endUs, Math.ceil(state.cursor.atUs + leadUs(state.speed))));
}

/** Makes `run` the one that is shown, with the cursor at `cursor`. */
export function show(kit: Kit, run: Run, cursor: Cursor): void {
  run.seenUs = Math.max(run.seenUs, cursor.atUs);
  const isKnown = kit.get().runs.get(run.id) === run;
  kit.set((state) => ({ ...(isKnown ? {} : putRun(state, run)), runId: run.id, cursor }));
  askAhead(kit);
}
