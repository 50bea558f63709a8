/** The keys of a presenter's clicker, which come before the page's own while presenting. */
import type { PlaygroundStore } from '../../store/playground.ts';
import { preferences } from '../preferences.ts';
import { toNewsAfter, toNewsBefore } from './step-news.ts';

export interface Presentation {
  readonly store: PlaygroundStore;
  readonly toggleBlank: () => void;
  readonly leave: () => void;
}

type Press = (presentation: Presentation) => void;

const next: Press = ({ store }) => toNewsAfter(store);
const previous: Press = ({ store }) => toNewsBefore(store);

const presses: Readonly<Record<string, Press>> = {
  PageDown: next,
  ArrowRight: next,
  PageUp: previous,
  ArrowLeft: previous,
  // Clickers have one button for begin and end, which sends these two in turn.
  F5: ({ leave }) => leave(),
  Escape: ({ leave }) => leave(),
};

const characters: Readonly<Record<string, Press>> = {
  '.': ({ toggleBlank }) => toggleBlank(),
  b: ({ toggleBlank }) => toggleBlank(),
};

function pressOf(event: KeyboardEvent): Press | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  // What lies on top of the page has its keys to itself, and a field its own.
  if (document.querySelector('dialog[open], :popover-open')) return undefined;
  const { target } = event;
  if (target instanceof HTMLElement && target.matches('input, select, textarea')) return undefined;
  const character = preferences.getState().singleKeys ? characters[event.key] : undefined;
  return presses[event.key] ?? character;
}

/** Listens until the returned function is called. */
export function listenToClicker(presentation: Presentation): () => void {
  const onKey = (event: KeyboardEvent) => {
    const press = pressOf(event);
    if (!press) return;
    event.preventDefault();
    press(presentation);
  };
  // Before the page's keys, which leave alone what was prevented.
  window.addEventListener('keydown', onKey, true);
  return () => window.removeEventListener('keydown', onKey, true);
}
