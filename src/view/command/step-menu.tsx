/** Beside the buttons that step: by what else one can step here. */
import { ListOrdered } from 'lucide-react';
import { Menu } from '../controls/menu.tsx';
import { onDemand } from '../on-demand.tsx';
import { WhileOpen } from './while-open.tsx';

const StepList = onDemand(async () => (await import('./step-list.tsx')).StepList);

export function StepMenu() {
  return (
    <Menu
      label="Step by"
      name="Step by"
      title="Step by message, by what is selected, by rule"
      className="steps"
      face={<ListOrdered size={16} aria-hidden />}
    >
      {(menu) => (
        <WhileOpen menu={menu}>
          <StepList />
        </WhileOpen>
      )}
    </Menu>
  );
}
