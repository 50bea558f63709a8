/** The branches, and what was done in the one that is shown: a button, and its menu on demand. */
import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { usePlayground } from '../context.tsx';
import { onDemand } from '../on-demand.tsx';
import { Menu } from './menu.tsx';

const BranchPanel = onDemand(
  async () => (await import('../branches/branch-panel.tsx')).BranchPanel,
);

export function BranchMenu() {
  const count = usePlayground(({ runs }) => [...runs.values()].filter((run) => run.listed).length);
  const [isOpen, setOpen] = useState(false);
  const word = count === 1 ? 'branch' : 'branches';
  return (
    <Menu
      label={`${count} ${word}`}
      name="Branches"
      title="Branches: futures that were kept, and what was done"
      className="branches"
      onToggle={setOpen}
      face={
        <>
          <GitBranch size={15} aria-hidden />
          <span>
            {count} <span className="wide">{word}</span>
          </span>
        </>
      }
    >
      {(menu) => (isOpen ? <BranchPanel menu={menu} /> : null)}
    </Menu>
  );
}
