/** The keys of the page: from a key to an action of the store. key-list.ts lists them in words. */
import { tinykeys } from 'tinykeys';
import { known } from '../../lib/assert.ts';
import { dropProposal } from '../../store/drops.ts';
import { activeRun } from '../../store/playground.ts';
import type { Notice, Playground, PlaygroundStore } from '../../store/playground.ts';
import { speeds } from '../../store/playback.ts';
import type { Speed } from '../../store/playback.ts';
import type { Carried } from '../../store/drops.ts';
import type { Remedy, Selection, Target, Tool } from '../../store/selection.ts';
import { whyLight } from '../lit.ts';
import { endLight, toggleLight } from '../inspector/why/root.ts';
import { showHelp, togglePresenting, toggleStageTable } from '../page-mode.ts';
import { preferences } from '../preferences.ts';
import { applyTool, proposalAt, situationOf } from '../stage/use-tool.ts';
import { standsInScroller } from './scrollers.ts';

/** Asks the log to show itself and to take the focus to its filter. */
export const logFilterEvent = 'regroup-log-filter';

type Action = (state: Playground, store: PlaygroundStore) => void;

const plain: Readonly<Record<string, Action>> = {
  Space: ({ togglePlaying }) => togglePlaying(),
  ArrowLeft: ({ step }) => step(-1),
  ArrowRight: ({ step }) => step(1),
  'Shift+ArrowLeft': ({ stepGeneration }) => stepGeneration(-1),
  'Shift+ArrowRight': ({ stepGeneration }) => stepGeneration(1),
  Home: ({ toStart }) => toStart(),
  End: ({ toLiveEdge }) => toLiveEdge(),
  Escape: escape,
  Delete: bin,
  '$mod+z': ({ undo }) => undo(),
  '$mod+Shift+z': ({ redo }) => redo(),
};

const single: Readonly<Record<string, Action>> = {
  BracketLeft: (state) => changeSpeed(state, -1),
  BracketRight: (state) => changeSpeed(state, 1),
  n: (_, store) => applyTool(store, 'consumer', { kind: 'stage' }),
  b: (_, store) => applyTool(store, 'broker', { kind: 'stage' }),
  o: (_, store) => applyTool(store, 'topic', { kind: 'stage' }),
  k: onSelection('kill'),
  p: onSelection('power-off'),
  s: onSelection('stop'),
  r: onSelection('restart'),
  l: onSelection('slow-link'),
  z: onSelection('thaw', 'freeze'),
  x: onSelection('restore-link', 'cut-link'),
  g: nextGroup,
  t: () => toggleTheme(),
  w: toggleLight,
  ',': (state) => toCause(state),
  '.': (state) => toEffect(state),
  '/': () => document.dispatchEvent(new CustomEvent(logFilterEvent)),
  v: togglePresenting,
  a: toggleStageTable,
  'Shift+?': showHelp,
  '?': showHelp,
};

function changeSpeed({ speed, setSpeed, factor }: Playground, by: 1 | -1): void {
  const now = speed === 'adaptive' ? factor : speed;
  const ordered: readonly Speed[] = speeds;
  const index = speeds.findLastIndex((value) => value <= now);
  const next = ordered[Math.min(speeds.length - 1, Math.max(0, index + by))];
  if (next !== undefined) setSpeed(next);
}

/** The first of the tools that applies to what is selected; where none does, the last says why. */
function onSelection(...offered: readonly [Tool | Remedy, ...(Tool | Remedy)[]]): Action {
  return (state, store) => {
    const target = selectedTarget(state);
    if (!target) return state.say(nothingSelected);
    const applies = offered.find((tool) => proposalAt(state, tool, target).ok);
    applyTool(store, applies ?? known(offered.at(-1), 'tool'), target);
  };
}

const nothingSelected: Notice = {
  tone: 'error',
  text: 'Select a card or a line first: Tab walks the cards, Enter selects.',
};

function selectedTarget({ selection }: Playground): Target | null {
  return selection?.kind === 'process' || selection?.kind === 'link' ? selection : null;
}

/** A topic goes where any of its tiles would take it. */
function carriedOf(selection: Selection | null): Carried | null {
  if (selection?.kind === 'topic') return { ...selection, kind: 'partition', partition: 0 };
  return selection?.kind === 'process' || selection?.kind === 'partition' ? selection : null;
}

/** What dropping the selection on the bin would do. */
function bin(state: Playground): void {
  const { selection, act, say } = state;
  const carried = carriedOf(selection);
  if (!carried) return say(nothingSelected);
  const proposed = dropProposal(carried, { kind: 'bin' }, situationOf(state));
  if (!proposed.ok) say({ tone: 'error', text: proposed.why });
  else if (proposed.action) act(proposed.action);
}

/** One thing a press: what is said, the tool in hand, a new topic's form, the light, the selection. */
function escape({ notice, tool, draft, say, pickTool, draftTopic, select }: Playground): void {
  if (notice) say(null);
  else if (tool) pickTool(null);
  else if (draft) draftTopic(null);
  else if (whyLight.getState().on) endLight();
  else select(null);
}

function focusDraft(): void {
  document.querySelector<HTMLElement>('.topic-form input')?.focus();
}

/** In the order of the experiment; after the last comes the first. */
function nextGroup(state: Playground): void {
  const ids = activeRun(state).experiment.scenario.groups.map(({ id }) => id);
  const next = ids[(ids.indexOf(state.group) + 1) % ids.length];
  if (next !== undefined) state.showGroup(next);
}

function toggleTheme(): void {
  const isLight = document.documentElement.dataset['theme'] === 'light';
  preferences.setState({ theme: isLight ? 'dark' : 'light' });
}

/** The event that `,` and `.` start from: the selected one, else the last shown. */
function eventInHand({ selection, cursor }: Playground): number {
  return selection?.kind === 'event' ? selection.seq : cursor.seq;
}

function toCause(state: Playground): void {
  const { trace } = activeRun(state);
  const seq = eventInHand(state);
  if (seq < 0) return;
  const before = trace.because(seq) ?? trace.cause(seq);
  if (before !== null) state.select({ kind: 'event', seq: before });
}

function toEffect(state: Playground): void {
  const { trace } = activeRun(state);
  const from = eventInHand(state);
  const last = trace.lastAtOrBefore(activeRun(state).seenUs);
  for (let seq = Math.max(0, from + 1); seq <= last; seq++) {
    if (trace.because(seq) !== from && trace.cause(seq) !== from) continue;
    return state.select({ kind: 'event', seq });
  }
}

/**
 * Keys belong to the field, the dialog or the list that has the focus first. Those that take single
 * keys only, as tabs do, prevent their default.
 */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return true;
  // What is done behind an open menu is not seen; undo and redo close it.
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (isPlain && document.querySelector(':popover-open')) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input, select, textarea, [contenteditable]')) return true;
  if (/^(Home|End)$/.test(event.code)) return standsInScroller(target);
  return event.code === 'Space' && isPressedBySpace(target);
}

/** The button that a pointer has pressed last, as long as it has the focus. */
let pressed: Element | null = null;

/**
 * Space presses the button that has the focus; in all other places it plays and pauses. The cards of
 * the stage are chosen with Enter, so that Space is free there too; and a button that has the focus
 * from a pointer's press is not pressed again by somebody who means to play.
 */
function isPressedBySpace(target: Element): boolean {
  return target !== pressed && target.matches('button:not(.card-face), a, summary');
}

function notePressed(): void {
  const { activeElement } = document;
  pressed = activeElement?.matches('button') === true ? activeElement : null;
}

function forgetPressed(): void {
  pressed = null;
}

/** Firefox presses a button as Space is let go, whatever came of its being pressed. */
function holdRelease(event: KeyboardEvent): void {
  if (event.code === 'Space' && event.target === pressed) event.preventDefault();
}

/** Binds the keys; the returned function lets go of them. */
export function bindKeys(store: PlaygroundStore): () => void {
  const bound = (action: Action, needsSingleKeys: boolean) => (event: KeyboardEvent) => {
    if (isTaken(event)) return;
    if (needsSingleKeys && !preferences.getState().singleKeys) return;
    // Letters beside the form of a new topic are meant for its name.
    if (needsSingleKeys && store.getState().draft) return focusDraft();
    event.preventDefault();
    action(store.getState(), store);
  };
  const entries = [
    ...Object.entries(plain).map(([key, action]) => [key, bound(action, false)] as const),
    ...Object.entries(single).map(([key, action]) => [key, bound(action, true)] as const),
  ];
  const release = tinykeys(window, Object.fromEntries(entries));
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener('pointerup', notePressed, { signal });
  window.addEventListener('focusout', forgetPressed, { signal });
  window.addEventListener('keyup', holdRelease, { signal });
  return () => {
    release();
    listeners.abort();
  };
}
