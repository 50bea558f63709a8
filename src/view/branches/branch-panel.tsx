/** What if: the tree of branches, the actions of the one that is shown, and what to compare it with. */
import { useState } from 'react';
import { builtinChapters, builtins } from '../../simulation/builtins.ts';
import { compareBuiltin } from '../../store/patterns.ts';
import { usePlaygroundStore, useRun } from '../context.tsx';
import { ActionList } from './action-list.tsx';
import { BranchTree } from './branch-tree.tsx';
import './branches.css';

export function BranchPanel({ menu }: { menu: string }) {
  return (
    <>
      <section aria-label="Branches">
        <h2>Branches</h2>
        <p className="hint">
          An action in the past starts a branch. The future you had seen stays here.
        </p>
        <BranchTree menu={menu} />
      </section>
      <ActionList />
      <WithExperiment menu={menu} />
    </>
  );
}

/** Another experiment beside this one. */
function WithExperiment({ menu }: { menu: string }) {
  const store = usePlaygroundStore();
  const { title } = useRun().experiment;
  const [id, choose] = useState('');
  const chosen = builtins.find((builtin) => builtin.id === id);
  return (
    <section className="with-experiment" aria-label="Compare with an experiment">
      <select
        aria-label="Experiment to compare with"
        value={id}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Another experiment beside this one</option>
        {builtinChapters.map(({ heading, builtins: listed }) => (
          <optgroup key={heading} label={heading}>
            {listed
              .filter((builtin) => builtin.title !== title)
              .map((builtin) => (
                <option key={builtin.id} value={builtin.id}>
                  {builtin.title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <button
        type="button"
        popoverTarget={menu}
        popoverTargetAction="hide"
        disabled={!chosen}
        onClick={() => {
          if (chosen) void compareBuiltin(store, chosen);
        }}
      >
        Compare
      </button>
    </section>
  );
}
