/** The inspector: what is selected, as it is now and why; below it what the run has cost so far. */
import { lazy, Suspense, useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Selection } from '../../store/selection.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../context.tsx';
import { Tabs } from '../tabs.tsx';
import { BytesPanel } from './bytes-panel.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { CostPanel } from './cost-panel.tsx';
import './inspector.css';
import { NowPanel } from './now-panel.tsx';
import { subjectEvent, titleOf } from './subject.ts';
import { WhyPanel } from './why-panel.tsx';

const SettingsPanel = lazy(async () => {
  const { SettingsPanel: panel } = await import('../settings/settings-panel.tsx');
  return { default: panel };
});

const tabs = ['Now', 'Why', 'Bytes', 'Settings'] as const;
type TabName = (typeof tabs)[number];

export function Inspector() {
  const selection = usePlayground((state) => state.selection);
  return (
    <aside className="inspector" aria-label="Inspector">
      <div className="inspected">
        {selection ? <Inspected selection={selection} /> : <NothingSelected />}
      </div>
      <CostPanel />
      <ChecksPanel />
    </aside>
  );
}

/** The headings of the tabs stay as one goes from one selection to the next. */
function useTab(shown: readonly TabName[]): [TabName, (name: TabName) => void] {
  const [chosen, choose] = useState<TabName>('Now');
  return [shown.includes(chosen) ? chosen : 'Now', choose];
}

function NothingSelected() {
  const id = useId();
  const shown = ['Now', 'Settings'] as const;
  const [tab, choose] = useTab(shown);
  return (
    <>
      <h2>Inspector</h2>
      <TabsAndPanel id={id} shown={shown} tab={tab} choose={choose}>
        {tab === 'Settings' ? <SettingsPanel process={null} /> : <Picks />}
      </TabsAndPanel>
    </>
  );
}

function Picks() {
  const store = usePlaygroundStore();
  const world = useWorld();
  const group = usePlayground((state) => state.group);
  const consumers = [...world.processes.values()].filter(
    (process) => process.consumer?.group === group,
  );
  return (
    <>
      <p className="hint">
        Select a card, a line, a tile or a message to see what it is doing and why. Or start here:
      </p>
      <ul className="picks">
        {consumers.slice(0, 8).map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => store.getState().select({ kind: 'process', process: name })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface TabsAndPanelProps {
  readonly id: string;
  readonly shown: readonly TabName[];
  readonly tab: TabName;
  readonly choose: (name: TabName) => void;
  readonly children: ReactNode;
}

function TabsAndPanel({ id, shown, tab, choose, children }: TabsAndPanelProps) {
  return (
    <>
      <Tabs
        id={id}
        label="About the selection"
        className="tabs"
        names={shown}
        chosen={tab}
        choose={choose}
      />
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="panel"
        tabIndex={0}
      >
        <Suspense>{children}</Suspense>
      </div>
    </>
  );
}

function Inspected({ selection }: { selection: Selection }) {
  const store = usePlaygroundStore();
  const world = useWorld();
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const id = useId();
  const hasBytes = selection.kind === 'message' || selection.kind === 'event';
  const shown = tabs.filter((name) => name !== 'Bytes' || hasBytes);
  const [tab, choose] = useTab(shown);
  const subject = subjectEvent(trace, last, selection);
  const process = selection.kind === 'process' ? selection.process : null;
  return (
    <>
      <header>
        <h2>{titleOf(selection, world)}</h2>
        <button
          type="button"
          className="plain"
          onClick={() => store.getState().select(null)}
          aria-label="Clear the selection"
        >
          clear
        </button>
      </header>
      <TabsAndPanel id={id} shown={shown} tab={tab} choose={choose}>
        {tab === 'Now' ? <NowPanel selection={selection} subject={subject} /> : null}
        {tab === 'Why' ? <WhyPanel subject={subject} /> : null}
        {tab === 'Bytes' ? <BytesPanel subject={subject} /> : null}
        {tab === 'Settings' ? <SettingsPanel process={process} /> : null}
      </TabsAndPanel>
    </>
  );
}
