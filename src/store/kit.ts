/** What all actions of the store share: opening and placing, and asking the simulation ahead. */
import { known } from '../lib/assert.ts';
import { limits } from '../trace/experiment-fields.ts';
import type { SimulationClient } from '../worker/client.ts';
import { leadUs } from './playback.ts';
import type { Cursor } from './playback.ts';
import { activeRun } from './playground.ts';
import type { Comparing, Playground, PlaygroundStore } from './playground.ts';
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

/** Asks the simulation for what the cursor will need next, and for what is compared with it. */
export function askAhead({ get, client }: Kit): void {
  const state = get();
  const run = activeRun(state);
  const beside = comparedRun(state);
  const needUs = Math.ceil(state.cursor.atUs + leadUs(state.speed));
  const untilUs = Math.min(endUs, Math.max(needUs, beside ? Math.ceil(run.seenUs) : 0));
  if (run.ended === null) client.advance(run.id, untilUs);
  if (beside?.ended === null) client.advance(beside.id, untilUs, 'beside');
}

/** The run that is compared with the one that is shown. */
export function comparedRun({ runs, runId, comparing }: Playground): Run | undefined {
  if (!comparing) return undefined;
  return runs.get(comparing.a === runId ? comparing.b : comparing.a);
}

/** Makes `run` the one that is shown, with the cursor at `cursor`. */
export function show(kit: Kit, run: Run, cursor: Cursor): void {
  run.seenUs = Math.max(run.seenUs, cursor.atUs);
  const isKnown = kit.get().runs.get(run.id) === run;
  kit.set((state) => ({
    ...(isKnown ? {} : putRun(state, run)),
    runId: run.id,
    cursor,
    group: groupIn(run, state.group),
    comparing: followed(state.comparing, state.runId, run.id),
  }));
  const beside = comparedRun(kit.get());
  if (beside) seeAsFar(run, beside);
  askAhead(kit);
}

/** Of two that are compared the one that was shown gives its place to the one that is. */
function followed(comparing: Comparing | null, from: number, to: number): Comparing | null {
  if (!comparing || to === comparing.a || to === comparing.b) return comparing;
  return from === comparing.a ? { a: to, b: comparing.b } : { a: comparing.a, b: to };
}

/** Runs that are compared are seen as far as each other: they stand on one axis. */
export function seeAsFar(run: Run, other: Run): void {
  const seenUs = Math.max(run.seenUs, other.seenUs);
  run.seenUs = seenUs;
  other.seenUs = seenUs;
}

/** The group of that name, or the first of a run that has none of it. */
export function groupIn({ experiment }: Run, group: string): string {
  const { groups } = experiment.scenario;
  const has = groups.some(({ id }) => id === group);
  return has ? group : known(groups[0], 'first group').id;
}
