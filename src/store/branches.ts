/** Acting, undoing and branching: every action makes a run that shares its past with the one before. */
import { known } from '../lib/assert.ts';
import type { InputError } from '../lib/json-text.ts';
import { describeCommand } from '../trace/describe-command.ts';
import { rereadError } from '../trace/experiment-schema.ts';
import type { Command, CommandAction } from '../trace/experiment.ts';
import { noteFork } from './forks.ts';
import { cursorAt, putRun, show } from './kit.ts';
import type { Kit } from './kit.ts';
import { activeRun } from './playground.ts';
import type { Deed } from './playground.ts';
import { actionTimeUs, branchName, withCommands } from './runs.ts';
import type { Run } from './runs.ts';

export function branchActions(kit: Kit) {
  const { get, set } = kit;
  return {
    act: (...actions: readonly CommandAction[]) => act(kit, actions),
    undo() {
      const deed = get().undoStack.at(-1);
      if (!deed) return;
      set((state) => ({
        undoStack: state.undoStack.slice(0, -1),
        redoStack: [...state.redoStack, deed],
      }));
      travel(kit, deed.before, { run: deed.after.run, listed: false });
      get().say({ tone: 'info', text: `Undone: ${deed.label}.`, passing: true });
    },
    redo() {
      const deed = get().redoStack.at(-1);
      if (!deed) return;
      set((state) => ({
        redoStack: state.redoStack.slice(0, -1),
        undoStack: [...state.undoStack, deed],
      }));
      // What the action brought about has arrived by now.
      const { run, cursor } = deed.after;
      const made = known(get().runs.get(run), 'run of an action');
      const after = { run, cursor: cursorAt(made, cursor.atUs) };
      travel(kit, after, { run: deed.before.run, listed: deed.keepsOld });
      get().say({ tone: 'info', text: `Done again: ${deed.label}.`, passing: true });
    },
    switchBranch(id: number) {
      const run = known(get().runs.get(id), `branch ${id}`);
      show(kit, { ...run, listed: true }, cursorAt(run, Math.min(get().cursor.atUs, run.seenUs)));
    },
    renameBranch(id: number, name: string) {
      const run = known(get().runs.get(id), `branch ${id}`);
      set((state) => putRun(state, { ...run, name: name.trim() || run.name }));
    },
    deleteBranch(id: number) {
      const others = [...get().runs.values()].filter((run) => run.listed && run.id !== id);
      const next = others.at(-1);
      if (!next) return;
      if (get().runId === id) get().switchBranch(next.id);
      const run = known(get().runs.get(id), `branch ${id}`);
      set((state) => putRun(state, { ...run, listed: false }));
      forgetUnreachable(kit);
    },
  };
}

/** What no branch shows and no undo or redo leads to is given up, here and in the simulation. */
function forgetUnreachable({ get, set, client }: Kit): void {
  const { runs, runId, undoStack, redoStack } = get();
  const deeds = [...undoStack, ...redoStack];
  const reachable = new Set([runId, ...deeds.flatMap((deed) => [deed.before.run, deed.after.run])]);
  for (const { id, listed } of runs.values()) if (listed) reachable.add(id);
  const kept = [...runs].filter(([id]) => reachable.has(id));
  for (const id of runs.keys()) if (!reachable.has(id)) client.close(id);
  if (kept.length < runs.size) set({ runs: new Map(kept) });
}

/** Does something at the cursor: in a run of its own, which shares everything before. */
function act(kit: Kit, actions: readonly CommandAction[]): boolean {
  const [first] = actions;
  if (!first) return false;
  const { get, set, client, nextRunId } = kit;
  const { cursor, undoStack, runId } = get();
  const old = activeRun(get());
  const atUs = actionTimeUs(cursor.atUs);
  const commands = actions.map((action): Command => ({ atMs: atUs / 1000, ...action }));
  const experiment = withCommands(old.experiment, commands, atUs, old.seenUs);
  const refusal = rereadError(experiment);
  if (refusal) {
    get().say({ tone: 'error', text: refusalText(refusal) });
    return false;
  }
  // Where the last action's own events have not arrived yet, what came before it is shared.
  const sharedUs = Math.min(atUs - 1, old.handledUntilUs);
  const seq = old.trace.lastAtOrBefore(sharedUs);
  const trace = old.trace.fork(seq);
  noteFork(trace, old.trace, seq);
  const run: Run = {
    ...old,
    id: nextRunId(),
    experiment,
    trace,
    reader: old.reader.fork(trace),
    parent: { run: old.id, seq, atUs: sharedUs },
    name: branchName(first, atUs),
    seenUs: atUs,
    handledUntilUs: sharedUs,
    listed: true,
  };
  const keepsOld = old.seenUs > atUs;
  const before = { run: runId, cursor };
  const after = { run: run.id, cursor: { atUs, seq } };
  const deed = { before, after, label: labelOf(first, actions.length), keepsOld };
  set((state) => ({
    runs: new Map(state.runs)
      .set(old.id, { ...old, listed: old.listed && keepsOld })
      .set(run.id, run),
    lastDeed: deed,
    undoStack: [...undoStack, deed],
    redoStack: [],
    tool: null,
    toolFrom: null,
    draft: null,
    notice: null,
  }));
  client.open(run.id, experiment, { run: old.id, seq, atUs: sharedUs });
  show(kit, run, { atUs, seq });
  forgetUnreachable(kit);
  return true;
}

function labelOf(first: CommandAction, count: number): string {
  const label = describeCommand(first);
  return count > 1 ? `${label} and ${count - 1} more` : label;
}

function refusalText({ place, message }: InputError): string {
  return `Not done: the experiment could not be opened again. ${place} ${message}.`;
}

/** Shows one side of a deed and puts the other away, or lists it as the branch that it is. */
function travel(kit: Kit, to: Deed['before'], from: { run: number; listed: boolean }): void {
  const left = known(kit.get().runs.get(from.run), 'run of an action');
  const run = known(kit.get().runs.get(to.run), 'run of an action');
  kit.set((state) => putRun(state, { ...left, listed: from.listed }));
  show(kit, { ...run, listed: true }, to.cursor);
}
