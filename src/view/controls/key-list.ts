/** The keys of the page in words, for help: the table of commands, and what other parts listen to. */
import { keyCommands, keyPlaces } from './key-commands.ts';

/** The keys, and what they do. */
type KeyRow = readonly [string, string];

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly KeyRow[];
}

/** By place: what the parts of the page themselves do with keys. */
const own: Readonly<Record<(typeof keyPlaces)[number], readonly KeyRow[]>> = {
  Time: [['Home End', 'In a list or a text that scrolls: its ends']],
  'Things on the stage': [
    ['Tab', 'Walk the processes'],
    ['Enter', 'Select, or use the tool in hand'],
    ['Shift F10', 'What can be done with the selection'],
  ],
  Looking: [],
};

const presenting: KeyGroup = {
  title: 'Presenting, also with a clicker',
  keys: [
    ['PageDown →', 'To the next caption'],
    ['PageUp ←', 'To the previous caption'],
    ['. B', 'Blank the screen, and back'],
    ['Escape F5', 'Leave'],
  ],
};

export const keyGroups: readonly KeyGroup[] = [
  ...keyPlaces.map((title): KeyGroup => {
    const commands = keyCommands.filter(({ place }) => place === title);
    return {
      title,
      keys: [...commands.map(({ shown, words }): KeyRow => [shown, words]), ...own[title]],
    };
  }),
  presenting,
];
