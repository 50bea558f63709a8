/** The keys of the page: from a key to an action of the store. help.tsx lists them in words. */
import { tinykeys } from 'tinykeys';
import { activeRun, currentWorld } from '../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../store/playground.ts';
import { speeds } from '../../store/playback.ts';
import type { Speed } from '../../store/playback.ts';
import type { Remedy, Target, Tool } from '../../store/selection.ts';
import { linkKey } from '../../trace/world.ts';
import { preferences } from '../preferences.ts';
import { applyTool } from '../stage/use-tool.ts';
import { helpEvent } from './help.tsx';

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
  Escape: (state) => (state.tool ? state.pickTool(null) : state.select(null)),
  '$mod+z': ({ undo }) => undo(),
  '$mod+Shift+z': ({ redo }) => redo(),
};

const single: Readonly<Record<string, Action>> = {
  BracketLeft: (state) => changeSpeed(state, -1),
  BracketRight: (state) => changeSpeed(state, 1),
  n: (_, store) => applyTool(store, 'consumer', { kind: 'stage' }),
  k: onSelection('kill'),
  p: onSelection('power-off'),
  s: onSelection('stop'),
  r: onSelection('restart'),
  l: onSelection('slow-link'),
  z: (state, store) => applyToSelection(store, isFrozen(state) ? 'thaw' : 'freeze'),
  x: (state, store) => applyToSelection(store, isCut(state) ? 'restore-link' : 'cut-link'),
  t: () => toggleTheme(),
  ',': (state) => toCause(state),
  '.': (state) => toEffect(state),
  '/': () => document.dispatchEvent(new CustomEvent(logFilterEvent)),
  'Shift+?': () => document.dispatchEvent(new CustomEvent(helpEvent)),
  '?': () => document.dispatchEvent(new CustomEvent(helpEvent)),
};

function changeSpeed({ speed, setSpeed, factor }: Playground, by: 1 | -1): void {
  const now = speed === 'adaptive' ? factor : speed;
  const ordered: readonly Speed[] = speeds;
  const index = speeds.findLastIndex((value) => value <= now);
  const next = ordered[Math.min(speeds.length - 1, Math.max(0, index + by))];
  if (next !== undefined) setSpeed(next);
}

function onSelection(tool: Tool | Remedy): Action {
  return (_, store) => applyToSelection(store, tool);
}

/** Uses a tool on what is selected, or says what to select. */
function applyToSelection(store: PlaygroundStore, tool: Tool | Remedy): void {
  const { selection, say } = store.getState();
  if (selection?.kind === 'process' || selection?.kind === 'link') {
    return applyTool(store, tool, selection satisfies Target);
  }
  say({ tone: 'error', text: 'Select a card or a line first: Tab walks them, Enter selects.' });
}

function isFrozen(state: Playground): boolean {
  const { selection } = state;
  if (selection?.kind !== 'process') return false;
  return currentWorld(state).processes.get(selection.process)?.status === 'frozen';
}

function isCut(state: Playground): boolean {
  const { selection } = state;
  if (selection?.kind !== 'link') return false;
  return currentWorld(state).links.get(linkKey(...selection.peers))?.cut ?? false;
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

/** Keys belong to the field, the dialog or the list that has the focus first. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input, select, textarea, [contenteditable], [role=slider], [role=tab]')) {
    return true;
  }
  // Space presses the button that has the focus; in all other places it plays and pauses. Cards and
  // lines of the stage are chosen with Enter, so that Space is free there too.
  const isButton = target.matches('button, a, summary, [role=button]');
  return event.code === 'Space' && isButton && !target.closest('.stage');
}

/** Binds the keys; the returned function lets go of them. */
export function bindKeys(store: PlaygroundStore): () => void {
  const bound = (action: Action, needsSingleKeys: boolean) => (event: KeyboardEvent) => {
    if (isTaken(event)) return;
    if (needsSingleKeys && !preferences.getState().singleKeys) return;
    event.preventDefault();
    action(store.getState(), store);
  };
  const entries = [
    ...Object.entries(plain).map(([key, action]) => [key, bound(action, false)] as const),
    ...Object.entries(single).map(([key, action]) => [key, bound(action, true)] as const),
  ];
  return tinykeys(window, Object.fromEntries(entries));
}
