/** One of the two runs that are compared, and the playground that shows it. */
import type { PlaygroundStore } from '../../store/playground.ts';
import { currentWorld } from '../../store/playground.ts';
import type { Run } from '../../store/runs.ts';
import { costsAt } from '../../trace/queries/compare.ts';
import type { Costs } from '../../trace/queries/compare.ts';

export interface SideOf {
  readonly letter: 'A' | 'B';
  readonly run: Run;
  /** The page's own, or a mirror of it. */
  readonly store: PlaygroundStore;
  readonly isActedOn: boolean;
}

/** What it has cost the group that is shown, up to a moment. */
export function costsOf({ store }: SideOf, atUs: number): Costs {
  const state = store.getState();
  const world = currentWorld(state);
  return costsAt(world, state.group, Math.max(atUs, world.atUs));
}
