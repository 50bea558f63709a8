/** Two runs side by side, branches or different experiments: both go as far as the cursor does. */
import { known } from '../lib/assert.ts';
import type { Experiment } from '../trace/experiment.ts';
import { forgetUnreachable } from './branch-off.ts';
import { askAhead, comparedRun, cursorAt, putRun, seeAsFar, show } from './kit.ts';
import type { Kit } from './kit.ts';
import { activeRun } from './playground.ts';
import type { Playground } from './playground.ts';
import { newRun } from './runs.ts';

export function compareActions(kit: Kit) {
  const { get, set, client, nextRunId } = kit;
  return {
    compare(id: number) {
      const other = known(get().runs.get(id), `run ${id}`);
      const shown = activeRun(get());
      if (other === shown) return;
      set({ comparing: { a: Math.min(id, shown.id), b: Math.max(id, shown.id) }, tool: null });
      seeAsFar(shown, other);
      forgetUnreachable(kit);
      askAhead(kit);
    },
    compareExperiment(experiment: Experiment) {
      // No branch of what is open: it goes with the comparison, unless somebody turns to it.
      const run = { ...newRun(nextRunId(), experiment), listed: false };
      set((state) => putRun(state, run));
      client.open(run.id, experiment);
      get().compare(run.id);
    },
    turnTo(id: number) {
      const run = known(get().runs.get(id), `run ${id}`);
      if (id !== get().runId) show(kit, run, cursorAt(run, get().cursor.atUs));
    },
    leaveComparing() {
      set((state) => ({
        comparing: null,
        ...putRun(state, { ...activeRun(state), listed: true }),
      }));
      forgetUnreachable(kit);
    },
  };
}

/** The time up to which all that is shown has been simulated. */
export function comparedEndUs(state: Playground): number {
  const { handledUntilUs } = activeRun(state);
  const beside = comparedRun(state);
  return beside?.ended === null ? Math.min(handledUntilUs, beside.handledUntilUs) : handledUntilUs;
}
