/** Region: the run along one horizontal axis of time, in several views that share a playhead. */
import { useEffect, useId, useState } from 'react';
import { logFilterEvent } from '../controls/keys.ts';
import { Tabs } from '../tabs.tsx';
import { LogView, everything } from './log/log-view.tsx';
import { OwnershipTable } from './ownership/ownership-table.tsx';
import { OwnershipView } from './ownership/ownership-view.tsx';
import { Scrubber } from './scrubber/scrubber.tsx';
import './log/log.css';
import './time.css';
import { useTimeWindow } from './axis/use-time-window.ts';
import { WindowButtons } from './axis/window-buttons.tsx';

const tabs = ['Ownership', 'Log'] as const;
type TabName = (typeof tabs)[number];

export function TimeViews() {
  const id = useId();
  const [tab, choose] = useState<TabName>('Ownership');
  const [asTable, showAsTable] = useState(false);
  const [query, ask] = useState(everything);
  const [summoned, setSummoned] = useState(false);
  const window = useTimeWindow();
  useEffect(() => {
    const summon = () => {
      choose('Log');
      setSummoned(true);
    };
    document.addEventListener(logFilterEvent, summon);
    return () => document.removeEventListener(logFilterEvent, summon);
  }, []);
  const views: Readonly<Record<TabName, () => React.ReactNode>> = {
    Ownership: () => (asTable ? <OwnershipTable /> : <OwnershipView window={window} />),
    Log: () => (
      <LogView query={query} ask={ask} summoned={summoned} answer={() => setSummoned(false)} />
    ),
  };
  return (
    <section className="time-views" aria-label="Time">
      <header>
        <Tabs
          id={id}
          label="Views over time"
          className="time-tabs"
          names={tabs}
          chosen={tab}
          choose={choose}
        />
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
