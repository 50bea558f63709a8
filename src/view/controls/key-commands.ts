/**
 * The one table of what can be done by key: keys.ts binds it, key-list.ts lists it for help, and the
 * command palette offers it with the keys beside the words.
 */
import { applyTool } from '../stage/use-tool.ts';
import { toggleLight } from '../inspector/why/root.ts';
import { stepAlong } from '../command/stops.ts';
import { showCommands, showHelp, togglePresenting, toggleStageTable } from '../page-mode.ts';
import { changeWindow } from '../time/axis/time-axis.ts';
import { zoomWindow } from '../time/axis/window-buttons.tsx';
import {
  bin,
  changeSpeed,
  escape,
  logFilterEvent,
  nextGroup,
  onSelection,
  toCause,
  toEffect,
  toggleTheme,
} from './key-deeds.ts';
import type { Action } from './key-deeds.ts';

export const keyPlaces = ['Time', 'Things on the stage', 'Looking'] as const;

export interface KeyCommand {
  readonly place: (typeof keyPlaces)[number];
  /** What it does. */
  readonly words: string;
  /** Other words that people look for it by. */
  readonly also?: string;
  /** As they are bound; each does the same. */
  readonly keys: readonly string[];
  /** As a person reads them; the same in lists of keys and beside the words. */
  readonly shown: string;
  readonly run: Action;
  /** It works in a field as well, since nothing is typed with it. */
  readonly everywhere?: true;
  /** It says what is left to say by name: the palette lists the things themselves. */
  readonly keyOnly?: true;
}

const time: readonly Omit<KeyCommand, 'place'>[] = [
  {
    words: 'Play, pause',
    shown: 'Space',
    keys: ['Space'],
    run: ({ togglePlaying }) => togglePlaying(),
  },
  { words: 'Previous event', shown: '←', keys: ['ArrowLeft'], run: ({ step }) => step(-1) },
  { words: 'Next event', shown: '→', keys: ['ArrowRight'], run: ({ step }) => step(1) },
  {
    words: 'Previous generation',
    shown: 'Shift ←',
    keys: ['Shift+ArrowLeft'],
    run: ({ stepGeneration }) => stepGeneration(-1),
  },
  {
    words: 'Next generation',
    shown: 'Shift →',
    keys: ['Shift+ArrowRight'],
    run: ({ stepGeneration }) => stepGeneration(1),
  },
  {
    words: 'Next message',
    shown: 'M',
    keys: ['m'],
    run: ({ stepTo }) => stepTo({ by: 'message' }, 1),
  },
  {
    words: 'Previous message',
    shown: 'Shift M',
    keys: ['Shift+m'],
    run: ({ stepTo }) => stepTo({ by: 'message' }, -1),
  },
  {
    words: 'Next event of the selection',
    shown: 'E',
    keys: ['e'],
    run: (state) => stepAlong(state, 1),
  },
  {
    words: 'Previous event of the selection',
    shown: 'Shift E',
    keys: ['Shift+e'],
    run: (state) => stepAlong(state, -1),
  },
  {
    words: 'Run to the next breakpoint',
    shown: 'J',
    keys: ['j'],
    run: ({ runToBreakpoint }) => runToBreakpoint(),
  },
  { words: 'To the start', shown: 'Home', keys: ['Home'], run: ({ toStart }) => toStart() },
  {
    words: 'To the live edge',
    shown: 'End',
    keys: ['End'],
    run: ({ toLiveEdge }) => toLiveEdge(),
  },
  { words: 'Slower', shown: '[', keys: ['BracketLeft'], run: (state) => changeSpeed(state, -1) },
  { words: 'Faster', shown: ']', keys: ['BracketRight'], run: (state) => changeSpeed(state, 1) },
];

const things: readonly Omit<KeyCommand, 'place'>[] = [
  {
    words: 'New consumer',
    also: 'start add create',
    shown: 'N',
    keys: ['n'],
    run: (_, store) => applyTool(store, 'consumer', { kind: 'stage' }),
  },
  {
    words: 'New broker',
    also: 'start add create',
    shown: 'B',
    keys: ['b'],
    run: (_, store) => applyTool(store, 'broker', { kind: 'stage' }),
  },
  {
    words: 'New topic',
    also: 'start add create',
    shown: 'O',
    keys: ['o'],
    run: (_, store) => applyTool(store, 'topic', { kind: 'stage' }),
  },
  {
    words: 'Kill the selected process',
    shown: 'K',
    keys: ['k'],
    run: onSelection('kill'),
    keyOnly: true,
  },
  { words: 'Power it off', shown: 'P', keys: ['p'], run: onSelection('power-off'), keyOnly: true },
  {
    words: 'Freeze or thaw it',
    shown: 'Z',
    keys: ['z'],
    run: onSelection('thaw', 'freeze'),
    keyOnly: true,
  },
  { words: 'Stop it', shown: 'S', keys: ['s'], run: onSelection('stop'), keyOnly: true },
  { words: 'Restart it', shown: 'R', keys: ['r'], run: onSelection('restart'), keyOnly: true },
  {
    words: 'Cut or restore the selected link',
    shown: 'X',
    keys: ['x'],
    run: onSelection('restore-link', 'cut-link'),
    keyOnly: true,
  },
  {
    words: 'Slow the selected link',
    shown: 'L',
    keys: ['l'],
    run: onSelection('slow-link'),
    keyOnly: true,
  },
  {
    words: 'Kill the selected process, delete the topic of the selected tile',
    shown: 'Delete',
    keys: ['Delete'],
    run: bin,
    keyOnly: true,
  },
  {
    words: 'Undo the last action',
    shown: 'Ctrl Z',
    keys: ['$mod+z'],
    run: ({ undo }) => undo(),
  },
  { words: 'Redo', shown: 'Ctrl Shift Z', keys: ['$mod+Shift+z'], run: ({ redo }) => redo() },
];

const looking: readonly Omit<KeyCommand, 'place'>[] = [
  {
    words: 'All commands',
    shown: 'Ctrl K',
    keys: ['$mod+k'],
    run: showCommands,
    everywhere: true,
    keyOnly: true,
  },
  { words: 'Presenter mode', shown: 'V', keys: ['v'], run: togglePresenting },
  { words: 'The stage as a table, and back', shown: 'A', keys: ['a'], run: toggleStageTable },
  { words: 'The next group', shown: 'G', keys: ['g'], run: nextGroup },
  {
    words: 'Zoom in on the axis of time',
    shown: '+',
    keys: ['+', 'Shift++', '='],
    run: (state) => zoomWindow(state, 1 / 1.6),
  },
  {
    words: 'Zoom out on the axis of time',
    shown: '-',
    keys: ['-'],
    run: (state) => zoomWindow(state, 1.6),
  },
  {
    words: 'Fit the whole run on the axis of time',
    also: 'zoom',
    shown: '0',
    keys: ['0'],
    run: (state) => changeWindow(state, (now) => ({ ...now, mode: 'whole' })),
  },
  { words: 'Cause of the selected event', shown: ',', keys: [','], run: toCause },
  { words: 'Effect of the selected event', shown: '.', keys: ['.'], run: toEffect },
  {
    words: 'Light what led to the selection, and back',
    also: 'why cause chain',
    shown: 'W',
    keys: ['w'],
    run: toggleLight,
  },
  {
    words: 'Filter the log; there Enter and Shift Enter walk the matches',
    shown: '/',
    keys: ['/'],
    run: () => document.dispatchEvent(new CustomEvent(logFilterEvent)),
  },
  { words: 'Light or dark theme', shown: 'T', keys: ['t'], run: toggleTheme },
  {
    words: 'Put the tool down, end the light, clear the selection',
    shown: 'Escape',
    keys: ['Escape'],
    run: escape,
    keyOnly: true,
  },
  { words: 'Help', shown: '?', keys: ['?', 'Shift+?'], run: showHelp },
];

const at =
  (place: KeyCommand['place']) =>
  (command: Omit<KeyCommand, 'place'>): KeyCommand => ({ place, ...command });

export const keyCommands: readonly KeyCommand[] = [
  ...time.map(at('Time')),
  ...things.map(at('Things on the stage')),
  ...looking.map(at('Looking')),
];

/** All of these names are single letters or signs, as in "[ ]" or "N", with Shift or without. */
export function areSingle(names: string): boolean {
  const keys = names.split(' ').filter((name) => name !== 'Shift');
  return keys.every((name) => /^[A-Z0[\],./?+-]$/.test(name));
}
