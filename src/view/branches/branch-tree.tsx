/** The tree of branches: go to one, name it, hold it against the one that is shown, delete it. */
import { Columns2, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { branchTree } from '../../store/tree.ts';
import type { BranchNode } from '../../store/tree.ts';
import { inSeconds } from '../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';

export function BranchTree({ menu }: { menu: string }) {
  const tree = branchTree(usePlayground((state) => state.runs));
  const isOnly = tree.length === 1 && tree[0]?.children.length === 0;
  return <Branches nodes={tree} menu={menu} isOnly={isOnly} />;
}

interface BranchesProps {
  readonly nodes: readonly BranchNode[];
  readonly menu: string;
  /** The last branch cannot be deleted. */
  readonly isOnly: boolean;
}

function Branches({ nodes, menu, isOnly }: BranchesProps) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.run.id}>
          <Branch node={node} menu={menu} isOnly={isOnly} />
          {node.children.length > 0 ? (
            <Branches nodes={node.children} menu={menu} isOnly={isOnly} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface BranchProps extends Omit<BranchesProps, 'nodes'> {
  readonly node: BranchNode;
}

function Branch({ node, menu, isOnly }: BranchProps) {
  const { run, forkUs } = node;
  const store = usePlaygroundStore();
  const current = usePlayground((state) => state.runId === run.id);
  // It moves with every frame, in place.
  const seen = usePlayground(({ runs }) => inSeconds(runs.get(run.id)?.seenUs ?? run.seenUs, 1));
  const [asking, ask] = useState(false);
  const { switchBranch, renameBranch, compare } = store.getState();
  if (asking) return <DeleteQuestion node={node} keep={() => ask(false)} />;
  return (
    <div className={`branch${current ? ' current' : ''}`}>
      <button
        type="button"
        aria-label={`Go to branch ${run.name}`}
        aria-pressed={current}
        onClick={() => switchBranch(run.id)}
      >
        {current ? 'here' : 'go'}
      </button>
      <input
        // A branch that is named by what made it follows that.
        key={run.name}
        aria-label={`Name of the branch ${run.name}`}
        title={run.name}
        defaultValue={run.name}
        maxLength={64}
        onBlur={(event) => renameBranch(run.id, event.target.value)}
      />
      <span className="when">
        {forkUs === null ? '' : `left at ${inSeconds(forkUs, 2)}, `}seen to {seen}
      </span>
      <button
        type="button"
        className="plain icon"
        aria-label={`Compare with branch ${run.name}`}
        title={current ? 'This one is shown' : 'Compare with this one'}
        disabled={current}
        popoverTarget={menu}
        popoverTargetAction="hide"
        onClick={() => compare(run.id)}
      >
        <Columns2 size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="plain icon"
        aria-label={`Delete branch ${run.name}`}
        disabled={isOnly}
        onClick={() => ask(true)}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </div>
  );
}

/** A branch cannot be brought back. */
function DeleteQuestion({ node, keep }: { node: BranchNode; keep: () => void }) {
  const store = usePlaygroundStore();
  const { run, children } = node;
  const keeper = useRef<HTMLButtonElement>(null);
  // Another press of the same key must not be the answer.
  useEffect(() => keeper.current?.focus(), []);
  const others = children.length > 0 ? ' What left it stays.' : '';
  return (
    <div className="branch question">
      <span>
        Delete “{run.name}”?{others}
      </span>
      <button type="button" onClick={() => store.getState().deleteBranch(run.id)}>
        Delete
      </button>
      <button ref={keeper} type="button" onClick={keep}>
        Keep
      </button>
    </div>
  );
}
