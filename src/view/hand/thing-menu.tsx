/**
 * The menu of a thing on the stage: what can be done with it now, and why the rest cannot. The
 * platform's popover closes it (Escape, a press elsewhere) and gives the focus back.
 */
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { activeRun, currentWorld } from '../../store/playground.ts';
import { usePlaygroundStore } from '../context.tsx';
import { useWorkingKeys } from '../preferences.ts';
import { titleOf } from '../words/titles.ts';
import { hand, useHand } from './hand.ts';
import type { OpenMenu } from './hand.ts';
import { menuOf } from './menu-entries.ts';
import type { Entry } from './menu-entries.ts';
import { placeAtPoint } from './place.ts';
import './thing-menu.css';

export function ThingMenu() {
  const menu = useHand((state) => state.menu);
  return menu ? <Opened key={JSON.stringify(menu)} menu={menu} /> : null;
}

function Opened({ menu }: { menu: OpenMenu }) {
  const store = usePlaygroundStore();
  const popover = useRef<HTMLDivElement>(null);
  const { thing, x, y } = menu;
  useLayoutEffect(() => {
    const shown = popover.current;
    if (!shown) return;
    shown.showPopover();
    placeAtPoint(shown, x, y);
    entriesIn(shown)[0]?.focus();
  }, [x, y]);
  // Undo and redo work beside it: what it says of the thing may no longer hold.
  useEffect(
    () =>
      store.subscribe(({ undoStack }, before) => {
        if (undoStack !== before.undoStack) popover.current?.hidePopover();
      }),
    [store],
  );
  const state = store.getState();
  const title = titleOf(thing, currentWorld(state), activeRun(state).trace);
  const choose = (entry: Entry) => {
    if (entry.why !== undefined) return;
    popover.current?.hidePopover();
    hand.setState({ menu: null });
    entry.run(store);
  };
  return (
    <div
      ref={popover}
      popover="auto"
      role="menu"
      tabIndex={-1}
      className="thing-menu"
      aria-label={`What can be done with ${title}`}
      onKeyDown={walk}
      onContextMenu={(event) => event.preventDefault()}
      onToggle={({ newState }) => {
        if (newState === 'closed' && hand.getState().menu === menu) hand.setState({ menu: null });
      }}
    >
      <p className="menu-title" role="presentation">
        {title}
      </p>
      {menuOf(state, thing).map((entries, index) => (
        <Fragment key={entries[0]?.label}>
          {index > 0 ? <hr /> : null}
          {entries.map((entry) => (
            <EntryButton key={entry.label} entry={entry} choose={choose} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function EntryButton({ entry, choose }: { entry: Entry; choose: (entry: Entry) => void }) {
  const { label, why } = entry;
  const keys = useWorkingKeys(entry.keys);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="plain"
      aria-disabled={why !== undefined}
      aria-keyshortcuts={keys}
      onClick={() => choose(entry)}
    >
      <span className="entry-label">{label}</span>
      {keys === undefined ? null : <kbd aria-hidden>{keys}</kbd>}
      {why === undefined ? null : <span className="why">{why}</span>}
    </button>
  );
}

function entriesIn(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** The keys of a menu; none of them reaches the page. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  event.stopPropagation();
  if (key === 'Tab') return currentTarget.hidePopover();
  const entries = entriesIn(currentTarget);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const next =
    key.length === 1 && key !== ' ' ? typed(entries, at, key) : stepped(entries, at, key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function stepped(entries: readonly HTMLElement[], at: number, key: string) {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: -1,
  };
  const to = steps[key];
  return to === undefined ? undefined : entries.at(to % entries.length);
}

/** The next entry that begins with the letter. */
function typed(entries: readonly HTMLElement[], at: number, letter: string) {
  const ordered = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
  return ordered.find(({ textContent }) =>
    textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
}
