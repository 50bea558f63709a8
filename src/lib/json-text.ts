/**
 * Reads JSON that a stranger wrote: too deep, broken or ambiguous text gives one error with line and
 * column instead of a crash or a guess.
 */
import { printParseErrorCode, visit } from 'jsonc-parser';

/** What is wrong with an input, and where; both in words. */
export interface InputError {
  readonly place: string;
  readonly message: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: InputError };

/** No file of ours nests nearly as deep. */
const deepest = 32;

export function readJson(text: string): Result<unknown> {
  const tooDeep = offsetOfDepth(text, deepest + 1);
  if (tooDeep >= 0) return refuse(text, tooDeep, `nests deeper than ${deepest} levels`);
  try {
    const value: unknown = JSON.parse(text);
    const double = repeatedKey(text);
    if (double)
      return refuse(text, double.offset, `key ${JSON.stringify(double.key)} stands twice`);
    return { ok: true, value };
  } catch {
    const { offset, message } = firstError(text);
    return refuse(text, offset, message);
  }
}

function refuse(text: string, offset: number, message: string): Result<never> {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return { ok: false, error: { place: `line ${line}, column ${column}`, message } };
}

/** Where the text first nests `depth` levels deep, or -1. A string ends with its line at the latest. */
function offsetOfDepth(text: string, depth: number): number {
  let level = 0;
  let inString = false;
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset];
    if (inString) {
      if (character === '\\') offset++;
      else if (character === '"' || character === '\n' || character === '\r') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (++level === depth) return offset;
    } else if (character === '}' || character === ']') level--;
  }
  return -1;
}

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is no JSON value',
  InvalidNumberFormat: 'a number that is not written as JSON wants it',
  PropertyNameExpected: 'a key in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'nothing more is expected',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a string does not end',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a \\u escape needs four hexadecimal digits',
  InvalidEscapeCharacter: 'an escape that JSON does not know',
  InvalidCharacter: 'a character that must be escaped',
};

function firstError(text: string): { readonly offset: number; readonly message: string } {
  let first: { offset: number; message: string } | null = null;
  const onError = (code: Parameters<typeof printParseErrorCode>[0], offset: number) => {
    const message = words[printParseErrorCode(code)] ?? 'something else is expected';
    first ??= { offset, message: `not JSON: ${message}` };
  };
  visit(text, { onError }, strict);
  return first ?? { offset: 0, message: 'not JSON' };
}

/** `JSON.parse` would silently take the last of two equal keys. */
function repeatedKey(text: string): { readonly key: string; readonly offset: number } | null {
  let found: { key: string; offset: number } | null = null;
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset) => {
      const keys = open.at(-1);
      if (keys?.has(key)) found ??= { key, offset };
      keys?.add(key);
    },
  });
  return found;
}
