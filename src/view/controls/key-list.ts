/** The keys of the page in words, for help; keys.ts and the presenter's clicker.ts bind them. */

interface KeyGroup {
  readonly title: string;
  /** The keys, and what they do. */
  readonly keys: readonly (readonly [string, string])[];
}

export const keyGroups: readonly KeyGroup[] = [
  {
    title: 'Time',
    keys: [
      ['Space', 'play, pause'],
      ['← →', 'previous, next event'],
      ['Shift ← →', 'previous, next generation'],
      ['Home End', 'start, live edge; in a list or a text that scrolls, its ends'],
      ['[ ]', 'slower, faster'],
    ],
  },
  {
    title: 'Things on the stage',
    keys: [
      ['Tab', 'walk the processes'],
      ['Enter', 'select, or use the tool in hand'],
      ['N', 'new consumer'],
      ['B', 'new broker'],
      ['O', 'new topic'],
      ['K', 'kill the selected process'],
      ['P', 'power it off'],
      ['Z', 'freeze or thaw it'],
      ['S', 'stop it'],
      ['R', 'restart it'],
      ['X', 'cut or restore the selected link'],
      ['L', 'slow the selected link'],
      ['Delete', 'kill the selected process, delete the topic of the selected tile'],
      ['Shift F10', 'what can be done with the selection'],
      ['Ctrl Z', 'undo; with Shift redo'],
    ],
  },
  {
    title: 'Looking',
    keys: [
      ['V', 'presenter mode'],
      ['A', 'the stage as a table, and back'],
      ['G', 'the next group'],
      [', .', 'cause, effect of the selected event'],
      ['W', 'light what led to the selection, and back'],
      ['/', 'filter the log; there Enter goes to the next match, Shift Enter to the previous'],
      ['T', 'theme'],
      ['Escape', 'put the tool down, end the light, clear the selection'],
      ['?', 'this help'],
    ],
  },
  {
    title: 'Presenting, also with a clicker',
    keys: [
      ['PageDown →', 'to the next caption'],
      ['PageUp ←', 'to the previous caption'],
      ['. B', 'blank the screen, and back'],
      ['Escape F5', 'leave'],
    ],
  },
];
