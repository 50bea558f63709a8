/**
 * Which commands are meant by some words. Every word must begin a word of the command, or stand in
 * one: in any order, but never with letters left out or added. Names differ in one letter here, c-1
 * and c-11, and what is chosen in passing acts on a run: a near miss would do the wrong thing.
 */

export interface Named {
  readonly words: string;
}

/** They say nothing: "go to the start" is "start". */
const fillers: ReadonlySet<string> = new Set(['a', 'an', 'the', 'to', 'of', 'go']);

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s:,()\u2013]+/)
    .filter(Boolean);
}

function scoreOf(asked: string, words: readonly string[]): number {
  let best = 0;
  for (const word of words) {
    if (word === asked) return 3;
    if (word.startsWith(asked)) best = 2;
    else if (best === 0 && word.includes(asked)) best = 1;
  }
  return best;
}

/**
 * The commands that have all words of `query`, the best first, equals in their order; `isRecent` puts
 * one before its equals.
 * Without words: all of them.
 */
export function matching<T extends Named>(
  commands: readonly T[],
  query: string,
  isRecent: (command: T) => boolean,
): T[] {
  const typed = wordsOf(query);
  const told = typed.filter((word) => !fillers.has(word));
  const asked = told.length > 0 ? told : typed;
  const found: { command: T; score: number }[] = [];
  for (const command of commands) {
    const words = wordsOf(command.words);
    const scores = asked.map((word) => scoreOf(word, words));
    if (scores.includes(0)) continue;
    const score = scores.reduce((sum, one) => sum + one, 0);
    found.push({ command, score: isRecent(command) ? score + 0.5 : score });
  }
  return found.toSorted((a, b) => b.score - a.score).map(({ command }) => command);
}

/** A moment that was typed, in microseconds: "4.2", "4.2 s", "go to 4.2", "800 ms"; null: none was. */
export function timeTyped(query: string): number | null {
  const typed = /^(?:go\s+)?(?:to\s+)?(?:t\s*=\s*)?(\d+(?:\.\d+)?|\.\d+)\s*(s|ms)?$/i.exec(
    query.trim(),
  );
  if (!typed) return null;
  const [, number, unit] = typed;
  return Math.round(Number(number) * (unit?.toLowerCase() === 'ms' ? 1000 : 1_000_000));
}
