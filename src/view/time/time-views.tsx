/** Region: the run along one horizontal axis of time, in several views that share a playhead. */
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { logFilterEvent } from '../controls/keys.ts';
import { LogView, everything } from './log-view.tsx';
import { OwnershipTable } from './ownership-table.tsx';
import { OwnershipView } from './ownership-view.tsx';
import { Scrubber } from './scrubber.tsx';
import './log.css';
import './time.css';
import { useTimeWindow } from './use-time-window.ts';
import { WindowButtons } from './window-buttons.tsx';

const tabs = ['Ownership', 'Log'] as const;
type TabName = (typeof tabs)[number];

export function TimeViews() {
  const id = useId();
  const [tab, choose] = useState<TabName>('Ownership');
  const [asTable, showAsTable] = useState(false);
  const [query, ask] = useState(everything);
  const [summoned, setSummoned] = useState(0);
  const window = useTimeWindow();
  useEffect(() => {
    const summon = () => {
      choose('Log');
      setSummoned((times) => times + 1);
    };
    document.addEventListener(logFilterEvent, summon);
    return () => document.removeEventListener(logFilterEvent, summon);
  }, []);
  const views: Readonly<Record<TabName, () => React.ReactNode>> = {
    Ownership: () => (asTable ? <OwnershipTable /> : <OwnershipView window={window} />),
    Log: () => <LogView query={query} ask={ask} summoned={summoned} />,
  };
  return (
    <section className="time-views" aria-label="Time">
      <header>
        <Tabs id={id} tab={tab} choose={choose} />
        {tab === 'Ownership' ? (
          <WindowButtons window={window} asTable={asTable} showAsTable={showAsTable} />
        ) : null}
      </header>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="time-panel"
      >
        {views[tab]()}
      </div>
      <Scrubber window={window} />
    </section>
  );
}

interface TabsProps {
  readonly id: string;
  readonly tab: TabName;
  readonly choose: (tab: TabName) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function Tabs({ id, tab, choose }: TabsProps) {
  const walk = (event: KeyboardEvent) => {
    const by = steps[event.key];
    const next = tabs[(tabs.indexOf(tab) + (by ?? 0) + tabs.length) % tabs.length];
    if (by === undefined || !next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Views over time" className="time-tabs">
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={tab === name}
          aria-controls={`${id}-panel`}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => choose(name)}
          onKeyDown={walk}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
