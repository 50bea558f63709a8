/** The inspector: what is selected, as it is now and why; below it what the run has cost so far. */
import { PanelRightClose, PanelRightOpen, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Selection } from '../../store/selection.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../context.tsx';
import { SelectionMenu } from '../hand/more-button.tsx';
import { panelEvent } from '../hand/open-panel.ts';
import { Tabs } from '../tabs.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { CostPanel } from './cost-panel.tsx';
import './inspector.css';
import { Absent } from './absent.tsx';
import { panels, panelsOf } from './panels.tsx';
import type { PanelName } from './panels.tsx';
import { Part } from './part.tsx';
import { useSheet } from './sheet.ts';
import './sheet.css';
import { subjectEvent } from './subject.ts';
import { titleOf } from '../words/titles.ts';
import { LightLine } from './why/light-switch.tsx';
import { whyRoot } from './why/root.ts';

export function Inspector() {
  const selection = usePlayground((state) => state.selection);
  const [isWide, setWide] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  useSheet(sheet, selection);
  return (
    <aside className={`inspector${isWide ? ' wide' : ''}`} aria-label="Inspector">
      <div ref={sheet} className={`inspected${selection ? ' raised' : ''}`}>
        {selection ? <SheetHandle isTall={isWide} setTall={setWide} /> : null}
        <Inspected selection={selection} isWide={isWide} setWide={setWide} />
      </div>
      <CostPanel />
      <ChecksPanel />
    </aside>
  );
}

interface HandleProps {
  readonly isTall: boolean;
  readonly setTall: (isTall: boolean) => void;
}

/** On a phone the sheet has half of the page, or nearly all of it. */
function SheetHandle({ isTall, setTall }: HandleProps) {
  return (
    <button
      type="button"
      className="sheet-handle"
      aria-label="Tall inspector"
      aria-pressed={isTall}
      onClick={() => setTall(!isTall)}
    />
  );
}

interface InspectedProps {
  readonly selection: Selection | null;
  readonly isWide: boolean;
  readonly setWide: (isWide: boolean) => void;
}

function Inspected({ selection, isWide, setWide }: InspectedProps) {
  const store = usePlaygroundStore();
  const world = useWorld();
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const id = useId();
  const group = usePlayground((state) => state.group);
  const panel = useRef<HTMLDivElement>(null);
  const shown = panelsOf(selection?.kind ?? 'nothing');
  // The tab stays as one goes from one selection to the next, where that has it.
  const [chosen, choose] = useState<PanelName>('Now');
  useEffect(() => {
    const listeners = new AbortController();
    const open = (event: Event) => {
      choose((event as CustomEvent<PanelName>).detail);
      panel.current?.focus();
    };
    document.addEventListener(panelEvent, open, { signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  const tab = shown.includes(chosen) ? chosen : 'Now';
  const root = useStore(whyRoot, ({ at }) => at);
  // A chain is the same while its steps are selected.
  const about = JSON.stringify([tab, tab === 'Why' ? root : selection]);
  // Something else is read from its beginning.
  useLayoutEffect(() => {
    if (panel.current) panel.current.scrollTop = 0;
  }, [about]);
  const looked = selection && { selection, subject: subjectEvent(trace, last, selection, group) };
  const title = selection ? titleOf(selection, world, trace) : 'Inspector';
  return (
    <>
      <header>
        <h2 title={title}>{title}</h2>
        <span className="inspector-buttons">
          {selection ? <SelectionMenu selection={selection} /> : null}
          <button
            type="button"
            className="plain icon widen"
            aria-pressed={isWide}
            aria-label="Wide inspector"
            title={isWide ? 'Narrow' : 'Wide'}
            onClick={() => setWide(!isWide)}
          >
            {isWide ? (
              <PanelRightClose size={15} aria-hidden />
            ) : (
              <PanelRightOpen size={15} aria-hidden />
            )}
          </button>
          {selection ? (
            <button
              type="button"
              className="plain icon"
              onClick={() => store.getState().select(null)}
              aria-label="Clear the selection"
              title="Clear the selection"
            >
              <X size={15} aria-hidden />
            </button>
          ) : null}
        </span>
      </header>
      <Tabs
        id={id}
        label="About the selection"
        className="tabs"
        names={shown}
        chosen={tab}
        choose={choose}
      />
      <div
        ref={panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="panel"
        tabIndex={0}
      >
        {selection ? <Absent selection={selection} /> : null}
        <Part key={tab}>{panels[tab].show(looked)}</Part>
      </div>
      <LightLine />
    </>
  );
}
