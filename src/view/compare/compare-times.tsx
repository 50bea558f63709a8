/** Both runs on one axis of time, one picture of each; or their table twins side by side. */
import { useId, useRef } from 'react';
import type { Parting } from '../../trace/queries/first-difference.ts';
import { BesideProvider, useFrame, usePlaygroundStore } from '../context.tsx';
import { Tabs } from '../tabs.tsx';
import { BandsRow, TicksRow } from '../time/axis/axis-rows.tsx';
import { windowNow } from '../time/axis/time-axis.ts';
import { WindowButtons } from '../time/axis/window-buttons.tsx';
import { pictures } from '../time/pictures.ts';
import { Overview } from '../time/scrubber/overview.tsx';
import { Scrubber } from '../time/scrubber/scrubber.tsx';
import '../time/time.css';
import { TableSwitch } from '../time/table-switch.tsx';
import { RowsSwitch } from '../time/time-views.tsx';
import { pictureTabs, showTab, useTimeView } from '../time/view-state.ts';
import type { PictureTab } from '../time/view-state.ts';
import type { SideOf } from './side-of.ts';

interface TimesProps {
  readonly sides: readonly [SideOf, SideOf];
  readonly parting: Parting | null;
}

export function CompareTimes({ sides, parting }: TimesProps) {
  const id = useId();
  const asTable = useTimeView((view) => view.asTable);
  // Of the log and of all pictures together there is not room for two.
  const tab = useTimeView((view) => pictureTabs.find((name) => name === view.tab) ?? 'Ownership');
  const partsUs = { A: parting?.first, B: parting?.second };
  return (
    <section className="time-views" aria-label="Time">
      <header>
        <Tabs
          id={id}
          label="Views over time"
          className="time-tabs"
          names={pictureTabs}
          chosen={tab}
          choose={showTab}
        />
        <div className="view-buttons">
          {asTable ? null : <WindowButtons />}
          {tab === 'Ownership' && !asTable ? <RowsSwitch /> : null}
          <TableSwitch />
        </div>
      </header>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className={`time-panel${asTable ? ' as-tables' : ''}`}
      >
        {asTable ? (
          sides.map((side) => <SideTable key={side.letter} side={side} tab={tab} />)
        ) : (
          <div className="pictures" id="time-pictures">
            <Overview />
            {sides.map((side) => (
              <SidePictures
                key={side.letter}
                side={side}
                tab={tab}
                parts={parting ? { seq: partsUs[side.letter] ?? null, atUs: parting.atUs } : null}
              />
            ))}
            <TicksRow />
          </div>
        )}
      </div>
      <Scrubber />
    </section>
  );
}

function SideTable({ side: { letter, run, store }, tab }: { side: SideOf; tab: PictureTab }) {
  const { Table } = pictures[tab];
  return (
    <section aria-label={`${tab} of ${letter}`}>
      <h3>
        <span className="letter">{letter}</span>
        <span>{run.name}</span>
      </h3>
      <div>
        <BesideProvider store={store} side={letter}>
          <Table />
        </BesideProvider>
      </div>
    </section>
  );
}

/** The event of one side that differs from the other's; null: it has none, where the other goes on. */
interface Parts {
  readonly seq: number | null;
  readonly atUs: number;
}

function SidePictures({
  side: { letter, run, store },
  tab,
  parts,
}: {
  side: SideOf;
  tab: PictureTab;
  parts: Parts | null;
}) {
  const { View } = pictures[tab];
  const { trace } = run;
  const isThere = parts !== null && parts.seq !== null && parts.seq < trace.length;
  const atUs = isThere ? trace.atUs(parts.seq ?? 0) : (parts?.atUs ?? null);
  return (
    <section className="side-pictures" aria-label={`${tab} of ${letter}`}>
      <span className="letter" title={run.name}>
        {letter}
      </span>
      <BesideProvider store={store} side={letter}>
        <BandsRow />
        <View />
      </BesideProvider>
      {atUs === null ? null : <PartingMark atUs={atUs} />}
    </section>
  );
}

/** Stands at its moment while the window moves. */
function PartingMark({ atUs }: { atUs: number }) {
  const page = usePlaygroundStore();
  const mark = useRef<HTMLDivElement>(null);
  useFrame(() => {
    const { fromUs, spanUs } = windowNow(page.getState());
    const left = `${((atUs - fromUs) / spanUs) * 100}%`;
    if (mark.current && mark.current.style.left !== left) mark.current.style.left = left;
  });
  return (
    <div className="parting-marks" aria-hidden>
      <div ref={mark}>
        <span>differs</span>
      </div>
    </div>
  );
}
