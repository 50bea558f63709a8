/** The engine of patterns, RE2 in JavaScript; importing this module is enough to have it. */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { providePatternEngine } from './pattern.ts';
import type { Pattern } from './pattern.ts';

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

providePatternEngine(compile);
