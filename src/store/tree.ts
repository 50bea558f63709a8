/** The branches as a tree: each under the branch that it left. */
import { partsAt } from './runs.ts';
import type { Run } from './runs.ts';

export interface BranchNode {
  readonly run: Run;
  /** When it left the one above it; null: it left none. */
  readonly forkUs: number | null;
  readonly children: readonly BranchNode[];
}

/** Those that are listed, in the order in which they were made. */
export function branchTree(runs: ReadonlyMap<number, Run>): readonly BranchNode[] {
  const listed = [...runs.values()].filter((run) => run.listed).toSorted((a, b) => a.id - b.id);
  const isListed = (id: number) => runs.get(id)?.listed === true;
  const points = new Map(listed.map((run) => [run.id, partsAt(run, runs, isListed)]));
  const under = (parent: number | null): BranchNode[] =>
    listed
      .filter(({ id }) => (points.get(id)?.run ?? null) === parent)
      .map((run) => ({
        run,
        forkUs: points.get(run.id)?.atUs ?? null,
        children: under(run.id),
      }));
  return under(null);
}
