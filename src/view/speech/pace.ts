/**
 * How often a listener is spoken to: at most once in a while, and the last word wins. Where the
 * cursor is being moved by hand, nothing until it rests; what a hand did comes before what the run
 * does. Knows no clock of its own.
 */

export interface Clock {
  readonly nowMs: () => number;
  /** Calls back after a while, until the returned function is called. */
  readonly after: (ms: number, call: () => void) => () => void;
}

export interface Said {
  readonly text: string;
  /** What it is about: the same words about something else are said again. */
  readonly key: string;
}

type Words = () => Said;

export interface Speech {
  /** Says what the run does as soon as the last words have had their time; asked for only then. */
  readonly say: (words: Words) => void;
  /** Says what a hand did, as soon as the last words have had their time. */
  readonly sayDone: (words: Words) => void;
  /** Says where a hand has gone when nothing else has come for a moment; takes back what waits. */
  readonly sayAtRest: (words: Words) => void;
  /** Forgets what waits. */
  readonly hush: () => void;
}

export const leastGapMs = 1500;
export const restMs = 600;

interface Waiting {
  readonly words: Words;
  readonly isByHand: boolean;
}

/** `speak` gets what is due; the same about the same is not said twice in a row. */
export function createSpeech(clock: Clock, speak: (said: Said) => void): Speech {
  let lastMs = -Infinity;
  let lastKey = '';
  let waiting: Waiting | null = null;
  let cancel: (() => void) | null = null;
  const hush = () => {
    cancel?.();
    cancel = null;
    waiting = null;
  };
  const speakNow = () => {
    const due = waiting;
    hush();
    lastMs = clock.nowMs();
    const said = due?.words();
    if (!said || said.key === lastKey) return;
    lastKey = said.key;
    speak(said);
  };
  const gapLeftMs = () => Math.max(0, lastMs + leastGapMs - clock.nowMs());
  const byHand = (words: Words, leastMs: number) => {
    hush();
    waiting = { words, isByHand: true };
    cancel = clock.after(Math.max(leastMs, gapLeftMs()), speakNow);
  };
  return {
    hush,
    say(words) {
      if (waiting?.isByHand) return;
      waiting = { words, isByHand: false };
      // Never within the frame that has it said: a fault in the words must not stop time.
      cancel ??= clock.after(gapLeftMs(), speakNow);
    },
    sayDone: (words) => byHand(words, 0),
    sayAtRest: (words) => byHand(words, restMs),
  };
}
