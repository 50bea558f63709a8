/**
 * How often a listener is spoken to: at most once in a while, and the last word wins. Where the
 * cursor is being moved by hand, nothing until it rests. Knows no clock of its own.
 */

export interface Clock {
  readonly nowMs: () => number;
  /** Calls back after a while, until the returned function is called. */
  readonly after: (ms: number, call: () => void) => () => void;
}

export interface Speech {
  /** Says it as soon as the last words have had their time; what it is, is asked only then. */
  readonly say: (text: () => string) => void;
  /** Says it when nothing else has come for a moment; takes back what still waits. */
  readonly sayAtRest: (text: () => string) => void;
  /** Forgets what waits. */
  readonly hush: () => void;
}

export const leastGapMs = 1500;
export const restMs = 600;

/** `speak` gets each text that is due; the same text is not said twice in a row. */
export function createSpeech(clock: Clock, speak: (text: string) => void): Speech {
  let lastMs = -Infinity;
  let lastText = '';
  let waiting = () => '';
  let cancel: (() => void) | null = null;
  const hush = () => {
    cancel?.();
    cancel = null;
  };
  const speakNow = () => {
    cancel = null;
    lastMs = clock.nowMs();
    const text = waiting();
    if (text === lastText) return;
    lastText = text;
    speak(text);
  };
  const gapLeftMs = () => lastMs + leastGapMs - clock.nowMs();
  return {
    hush,
    say(text) {
      waiting = text;
      // Never within the frame that has it said: a fault in the words must not stop time.
      cancel ??= clock.after(Math.max(0, gapLeftMs()), speakNow);
    },
    sayAtRest(text) {
      hush();
      waiting = text;
      cancel = clock.after(Math.max(restMs, gapLeftMs()), speakNow);
    },
  };
}
