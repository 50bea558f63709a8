/**
 * Patterns over whole names, with the syntax and the semantics of RE2: the time that a match takes
 * grows with the name, whatever the pattern, so nobody's pattern can make a page hang.
 *
 * The engine is large and few experiments have patterns, so the page loads it when one is first
 * read. Where patterns are met at once (workers, command line, tests), `pattern-engine.ts` is
 * imported with the rest.
 */
import { known } from './assert.ts';

export type Pattern =
  | { readonly ok: true; readonly matches: (name: string) => boolean }
  /** In one line: what is wrong, and where. */
  | { readonly ok: false; readonly message: string };

/** What compiles a text; `pattern-engine.ts` has the one there is. */
export type PatternEngine = (text: string) => Pattern;

let engine: PatternEngine | null = null;

/** Called once, by the module of the engine as it is loaded. */
export function providePatternEngine(provided: PatternEngine): void {
  engine = provided;
}

/** Compiling is slow and depends on the text alone, so it is remembered, for so many texts. */
const compiled = new Map<string, Pattern>();
const rememberedAtMost = 1000;

/**
 * A pattern as code, or why its text is none. A name matches if all of it does.
 *
 * @throws Error if no engine has been loaded: whoever reads an experiment loads it before.
 */
export function compilePattern(text: string): Pattern {
  const before = compiled.get(text);
  if (before) return before;
  if (compiled.size >= rememberedAtMost) compiled.clear();
  const pattern = known(engine, 'pattern engine')(text);
  compiled.set(text, pattern);
  return pattern;
}
