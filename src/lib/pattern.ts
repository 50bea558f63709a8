/**
 * Patterns over whole names, with the syntax and the semantics of RE2: the time that a match takes
 * grows with the name, whatever the pattern, so nobody's pattern can make a page hang.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js';

export type Pattern =
  | { readonly ok: true; readonly matches: (name: string) => boolean }
  /** In one line: what is wrong, and where. */
  | { readonly ok: false; readonly message: string };

/** Compiling is slow and depends on the text alone, so it is remembered, for so many texts. */
const compiled = new Map<string, Pattern>();
const rememberedAtMost = 1000;

/** A pattern as code, or why its text is none. A name matches if all of it does. */
export function compilePattern(text: string): Pattern {
  const before = compiled.get(text);
  if (before) return before;
  if (compiled.size >= rememberedAtMost) compiled.clear();
  const pattern = compile(text);
  compiled.set(text, pattern);
  return pattern;
}

function compile(text: string): Pattern {
  try {
    const expression = RE2JS.compile(text);
    return { ok: true, matches: (name) => expression.testExact(name) };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = error.getPattern();
    const place = part === null || part === text ? '' : `: ${JSON.stringify(part)}`;
    return { ok: false, message: `${error.getDescription()}${place}` };
  }
}
