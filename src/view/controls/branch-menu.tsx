/** The branches: old futures that were kept when somebody acted in the past. */
import { GitBranch, Trash2 } from 'lucide-react';
import type { Run } from '../../store/runs.ts';
import { inSeconds } from '../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { Menu } from './menu.tsx';

export function BranchMenu() {
  const runs = usePlayground((state) => state.runs);
  const listed = [...runs.values()].filter((run) => run.listed);
  const word = listed.length === 1 ? 'branch' : 'branches';
  return (
    <Menu
      label={`${listed.length} ${word}`}
      name="Branches"
      title="Branches: futures that were kept"
      className="branches"
      face={
        <>
          <GitBranch size={15} aria-hidden />
          <span>
            {listed.length} <span className="wide">{word}</span>
          </span>
        </>
      }
    >
      {() => (
        <>
          <p className="hint">
            An action in the past starts a branch. The future you had seen stays here.
          </p>
          <ul>
            {listed.map((run) => (
              <BranchRow key={run.id} run={run} deletable={listed.length > 1} />
            ))}
          </ul>
        </>
      )}
    </Menu>
  );
}

/** The focus stays in the list when its row goes. */
function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector('button')?.focus();
}

function BranchRow({ run, deletable }: { run: Run; deletable: boolean }) {
  const store = usePlaygroundStore();
  const current = usePlayground((state) => state.runId === run.id);
  // It moves with every frame, in place.
  const seen = usePlayground(({ runs }) => inSeconds(runs.get(run.id)?.seenUs ?? run.seenUs, 1));
  const { switchBranch, renameBranch, deleteBranch } = store.getState();
  return (
    <li className={current ? 'current' : ''}>
      <button
        type="button"
        aria-label={`Go to branch ${run.name}`}
        aria-pressed={current}
        onClick={() => switchBranch(run.id)}
      >
        {current ? 'here' : 'go'}
      </button>
      <input
        aria-label={`Name of the branch ${run.name}`}
        defaultValue={run.name}
        maxLength={64}
        onBlur={(event) => renameBranch(run.id, event.target.value)}
      />
      <span className="mono">{seen}</span>
      <button
        type="button"
        className="plain icon"
        aria-label={`Delete branch ${run.name}`}
        disabled={!deletable}
        onClick={(event) => {
          focusNeighbour(event.currentTarget.closest('li'));
          deleteBranch(run.id);
        }}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </li>
  );
}
