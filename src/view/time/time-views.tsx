/** Region: the run along one horizontal axis of time, in several views that share a playhead. */
import { Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { logFilterEvent } from '../controls/key-deeds.ts';
import { Tabs } from '../tabs.tsx';
import { BandsRow, TicksRow } from './axis/axis-rows.tsx';
import { WindowButtons } from './axis/window-buttons.tsx';
import { fetchWhenIdle, CopyLedger, LedgerView } from './loaded.ts';
import { everything } from './log/asked.ts';
import { LogView } from './log/log-view.tsx';
import { pictures } from './pictures.ts';
import { Sizer } from './sizer.tsx';
import { Overview } from './scrubber/overview.tsx';
import { Scrubber } from './scrubber/scrubber.tsx';
import { isPicture, pictureTabs, showTab, timeTabs, timeView, useTimeView } from './view-state.ts';
import { SpacetimeSwitches } from './spacetime/switches.tsx';
import { TableSwitch } from './table-switch.tsx';
import type { PictureTab, TimeTab } from './view-state.ts';
import './time.css';

export function TimeViews() {
  const id = useId();
  const tab = useTimeView((view) => view.tab);
  const isTall = useTimeView((view) => view.isTall);
  const [query, ask] = useState(everything);
  const [summoned, setSummoned] = useState(false);
  useEffect(fetchWhenIdle, []);
  useEffect(() => {
    const summon = () => {
      showTab('Log');
      setSummoned(true);
    };
    document.addEventListener(logFilterEvent, summon);
    return () => document.removeEventListener(logFilterEvent, summon);
  }, []);
  const log = { query, ask, summoned, answer: () => setSummoned(false) };
  return (
    <section
      className="time-views"
      data-tab={tab}
      // In the place of the stage it is what the page is about.
      role={isTall ? 'main' : undefined}
      aria-label="Time"
    >
      <Sizer />
      <header>
        <Tabs
          id={id}
          label="Views over time"
          className="time-tabs"
          names={timeTabs}
          chosen={tab}
          choose={showTab}
        />
        <ViewButtons tab={tab} />
      </header>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="time-panel"
      >
        {tab === 'Ledger' ? <LedgerView /> : null}
        {tab === 'Log' ? <LogView {...log} /> : null}
        {isPicture(tab) ? <Pictures shown={shownIn(tab)} /> : null}
      </div>
      <Scrubber />
    </section>
  );
}

function shownIn(tab: TimeTab): readonly PictureTab[] {
  return tab === 'Together' ? pictureTabs : pictureTabs.filter((name) => name === tab);
}

/** Pictures one above the other between generations and times; or their table twins. */
function Pictures({ shown }: { shown: readonly PictureTab[] }) {
  const asTable = useTimeView((view) => view.asTable);
  const [only, another] = shown;
  if (asTable && only && !another) {
    const { Table } = pictures[only];
    return <Table />;
  }
  return (
    <div className="pictures" id="time-pictures">
      <Overview />
      <BandsRow />
      {shown.map((name) => {
        const { View } = pictures[name];
        return <View key={name} />;
      })}
      <TicksRow />
    </div>
  );
}

/** What can be done with the views themselves. */
function ViewButtons({ tab }: { tab: TimeTab }) {
  const asTable = useTimeView((view) => view.asTable);
  const isTall = useTimeView((view) => view.isTall);
  const Size = isTall ? Minimize2 : Maximize2;
  return (
    <div className="view-buttons">
      {isPicture(tab) && !asTable ? <WindowButtons /> : null}
      {tab === 'Ownership' && !asTable ? <RowsSwitch /> : null}
      {tab === 'Space-time' ? <SpacetimeSwitches /> : null}
      {isPicture(tab) && tab !== 'Together' ? <TableSwitch /> : null}
      {tab === 'Ledger' ? <CopyLedger /> : null}
      <button
        type="button"
        className="plain icon"
        aria-label="Large"
        aria-pressed={isTall}
        title={isTall ? 'Show the stage again' : 'Take the room of the stage too'}
        onClick={() => timeView.setState({ isTall: !isTall })}
      >
        <Size size={14} aria-hidden />
      </button>
    </div>
  );
}

/** What has a row in the ownership view. */
export function RowsSwitch() {
  const by = useTimeView((view) => view.ownershipBy);
  return (
    <select
      aria-label="A row for each"
      value={by}
      onChange={({ target }) => {
        timeView.setState({ ownershipBy: target.value === 'consumer' ? 'consumer' : 'partition' });
      }}
    >
      <option value="partition">by partition</option>
      <option value="consumer">by consumer</option>
    </select>
  );
}
