/** Revising what was done: an action is switched off or on, or moved in time, in a branch. */
import { known } from '../lib/assert.ts';
import { branchOff } from './branch-off.ts';
import { putRun } from './kit.ts';
import type { Kit } from './kit.ts';
import { firstChangeUs, revised, revisionLabel } from './plan.ts';
import type { PlannedAction, Revision } from './plan.ts';
import { activeRun } from './playground.ts';
import type { Deed, Playground } from './playground.ts';
import type { Run } from './runs.ts';

/** False: refused, and the notice says why; or it changes nothing. */
export function revise(kit: Kit, index: number, revision: Revision): boolean {
  const state = kit.get();
  const shown = activeRun(state);
  const action = known(shown.plan[index], 'planned action');
  const again = 'atMs' in revision ? movedJustNow(state, action) : null;
  if (!again) return branchWith(kit, shown, index, revision);
  const { run, deed } = again;
  if ('atMs' in revision && again.from.command.atMs === revision.atMs) {
    state.undo();
    return true;
  }
  return branchWith(kit, run, run.plan.indexOf(again.from), revision, deed);
}

/** Moving on what has just been moved is one move, as one drag is: it starts from the same run. */
function movedJustNow({ undoStack, runs, runId }: Playground, action: PlannedAction) {
  const deed = undoStack.at(-1);
  if (deed?.move?.to !== action || deed.after.run !== runId) return null;
  // A branch that a person has named is wanted.
  if (runs.get(runId)?.name !== deed.label) return null;
  const run = known(runs.get(deed.before.run), 'run of an action');
  return { run, deed, from: deed.move.from };
}

function branchWith(kit: Kit, old: Run, index: number, revision: Revision, last?: Deed): boolean {
  const { cursor } = kit.get();
  const from = known(old.plan[index], 'planned action');
  const { plan, action: to } = revised(old.plan, index, revision);
  const fromUs = firstChangeUs(old.plan, plan);
  // The time of one that is switched off is a matter of the list alone.
  if (fromUs === null) {
    kit.set((state) => putRun(state, { ...old, plan }));
    return true;
  }
  const label = revisionLabel(from, revision);
  return branchOff(kit, {
    old,
    plan,
    fromUs,
    toUs: cursor.atUs,
    name: label,
    deed: {
      before: last?.before.cursor ?? cursor,
      label,
      keepsOld: true,
      ...('atMs' in revision ? { move: { from, to } } : {}),
    },
    ...(last ? { replacesLast: true as const } : {}),
  });
}
