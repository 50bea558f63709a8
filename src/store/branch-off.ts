/** Making a branch, and giving up the runs that nothing leads to any more. */
import type { InputError } from '../lib/json-text.ts';
import { rereadError } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';
import { noteFork } from './forks.ts';
import { cursorAt, putRun, show } from './kit.ts';
import type { Kit } from './kit.ts';
import { planned } from './plan.ts';
import type { Plan } from './plan.ts';
import type { Cursor } from './playback.ts';
import type { Deed } from './playground.ts';
import { newRun, partsAt } from './runs.ts';
import type { Run } from './runs.ts';

interface Branch {
  readonly old: Run;
  /** What is to be done in it. */
  readonly plan: Plan;
  /** The first moment at which it may differ from the old run. */
  readonly fromUs: number;
  /** Where the cursor stands afterwards. */
  readonly toUs: number;
  readonly name: string;
  readonly deed: Omit<Deed, 'before' | 'after'> & { readonly before: Cursor };
  /** The last deed is done anew, otherwise: it and its run give way. */
  readonly replacesLast?: true;
}

/** Makes a branch and shows it. False: it was refused, and the notice says why. */
export function branchOff(kit: Kit, branch: Branch): boolean {
  const { get, set, client } = kit;
  const { old, plan, toUs, deed: told, replacesLast = false } = branch;
  const experiment = planned(old.experiment, plan, toUs);
  const refusal = rereadError(experiment);
  if (refusal) {
    get().say({ tone: 'error', text: refusalText(refusal) });
    return false;
  }
  const run = forkOf(kit, branch, experiment);
  const after = { run: run.id, cursor: cursorAt(run, toUs) };
  const deed: Deed = { ...told, before: { run: old.id, cursor: told.before }, after };
  const { undoStack, runId } = get();
  set((state) => ({
    runs: new Map(state.runs)
      .set(old.id, { ...old, listed: old.listed && told.keepsOld })
      .set(run.id, run),
    lastDeed: deed,
    undoStack: [...(replacesLast ? undoStack.slice(0, -1) : undoStack), deed],
    redoStack: [],
    tool: null,
    toolFrom: null,
    draft: null,
    notice: null,
  }));
  client.open(run.id, experiment, run.parent && run.parent.seq >= 0 ? run.parent : undefined);
  show(kit, run, after.cursor);
  if (replacesLast) unlist(kit, runId);
  forgetUnreachable(kit);
  return true;
}

/** A run that shares with the old one what came before; where that is nothing, one of its own. */
function forkOf(
  { nextRunId }: Kit,
  { old, plan, fromUs, toUs, name }: Branch,
  experiment: Experiment,
): Run {
  // Where the last action's own events have not arrived yet, what came before it is shared.
  const sharedUs = Math.min(fromUs - 1, old.handledUntilUs);
  const seq = old.trace.lastAtOrBefore(sharedUs);
  const made = { ...newRun(nextRunId(), experiment), plan, name };
  if (seq < 0) return { ...made, parent: { run: old.id, seq: -1, atUs: 0 }, seenUs: toUs };
  const trace = old.trace.fork(seq);
  noteFork(trace, old.trace, seq);
  return {
    ...made,
    trace,
    reader: old.reader.fork(trace),
    parent: { run: old.id, seq, atUs: sharedUs },
    seenUs: Math.max(toUs, Math.min(sharedUs, old.seenUs)),
    handledUntilUs: sharedUs,
  };
}

function refusalText({ place, message }: InputError): string {
  return `Not done: the experiment could not be opened again. ${place} ${message}.`;
}

function unlist({ get, set }: Kit, id: number): void {
  const run = get().runs.get(id);
  if (run) set((state) => putRun(state, { ...run, listed: false }));
}

/** What no branch shows and no undo or redo leads to is given up, here and in the simulation. */
export function forgetUnreachable({ get, set, client }: Kit): void {
  const { runs, runId, undoStack, redoStack, comparing } = get();
  const deeds = [...undoStack, ...redoStack];
  const reachable = new Set([runId, ...deeds.flatMap((deed) => [deed.before.run, deed.after.run])]);
  if (comparing) reachable.add(comparing.a).add(comparing.b);
  for (const { id, listed } of runs.values()) if (listed) reachable.add(id);
  const kept = [...runs.values()].filter(({ id }) => reachable.has(id));
  if (kept.length === runs.size) return;
  for (const id of runs.keys()) if (!reachable.has(id)) client.close(id);
  const next = kept.map((run) => {
    const isOrphan = run.parent && !reachable.has(run.parent.run);
    return isOrphan ? { ...run, parent: partsAt(run, runs, (id) => reachable.has(id)) } : run;
  });
  set({ runs: new Map(next.map((run) => [run.id, run])) });
}
