/** The button in the transport that tells how many breakpoints are set, and opens their list. */
import { CircleDot } from 'lucide-react';
import { usePlayground } from '../context.tsx';
import { Menu } from '../controls/menu.tsx';
import { onDemand } from '../on-demand.tsx';
import { plural } from '../words/text.ts';
import { WhileOpen } from './while-open.tsx';

const BreakpointPanel = onDemand(
  async () => (await import('./breakpoint-panel.tsx')).BreakpointPanel,
);

export function BreakpointMenu() {
  const count = usePlayground(({ breakpoints }) => breakpoints.length);
  const label = count === 0 ? 'Breakpoints: none' : plural(count, 'breakpoint');
  return (
    <Menu
      label={label}
      name="Breakpoints"
      title={`Stop playback when something happens (${label})`}
      className="breakpoints"
      face={
        <>
          <CircleDot size={16} aria-hidden />
          <span className="breakpoints-count" aria-hidden>
            {count === 0 ? '' : count}
          </span>
        </>
      }
    >
      {(menu) => (
        <WhileOpen menu={menu}>
          <BreakpointPanel />
        </WhileOpen>
      )}
    </Menu>
  );
}
