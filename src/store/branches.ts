/** Acting, undoing and branching: every action makes a run that shares its past with the one before. */
import { known } from '../lib/assert.ts';
import { describeCommand } from '../trace/describe-command.ts';
import type { Command, CommandAction } from '../trace/experiment.ts';
import { branchOff, forgetUnreachable } from './branch-off.ts';
import { cursorAt, putRun, show } from './kit.ts';
import type { Kit } from './kit.ts';
import { withCommands } from './plan.ts';
import type { Revision } from './plan.ts';
import { activeRun } from './playground.ts';
import type { Deed } from './playground.ts';
import { revise } from './revise.ts';
import { actionTimeUs, branchName } from './runs.ts';

export function branchActions(kit: Kit) {
  const { get, set } = kit;
  return {
    act: (...actions: readonly CommandAction[]) => act(kit, actions),
    revise: (index: number, revision: Revision) => revise(kit, index, revision),
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
      const { a, b } = get().comparing ?? {};
      if (a === id || b === id) set({ comparing: null });
      if (get().runId === id) get().switchBranch(next.id);
      const run = known(get().runs.get(id), `branch ${id}`);
      set((state) => putRun(state, { ...run, listed: false }));
      forgetUnreachable(kit);
    },
  };
}

/** Does something at the cursor: in a run of its own, which shares everything before. */
function act(kit: Kit, actions: readonly CommandAction[]): boolean {
  const [first] = actions;
  if (!first) return false;
  const { cursor } = kit.get();
  const old = activeRun(kit.get());
  const atUs = actionTimeUs(cursor.atUs);
  const commands = actions.map((action): Command => ({ atMs: atUs / 1000, ...action }));
  return branchOff(kit, {
    old,
    plan: withCommands(old.plan, commands, atUs, old.seenUs),
    fromUs: atUs,
    toUs: atUs,
    name: branchName(first, atUs),
    deed: { before: cursor, label: labelOf(first, actions.length), keepsOld: old.seenUs > atUs },
  });
}

function labelOf(first: CommandAction, count: number): string {
  const label = describeCommand(first);
  return count > 1 ? `${label} and ${count - 1} more` : label;
}

/** Shows one side of a deed and puts the other away, or lists it as the branch that it is. */
function travel(kit: Kit, to: Deed['before'], from: { run: number; listed: boolean }): void {
  const left = known(kit.get().runs.get(from.run), 'run of an action');
  const run = known(kit.get().runs.get(to.run), 'run of an action');
  kit.set((state) => putRun(state, { ...left, listed: from.listed }));
  show(kit, { ...run, listed: true }, to.cursor);
}
