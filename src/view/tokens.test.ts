import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = import.meta.dirname;
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.css') && !path.endsWith('tokens.css'),
);

/** Lines of all style sheets but the tokens' that look like this, with their place. */
function linesLike(pattern: RegExp): readonly string[] {
  return sheets.flatMap((path) => {
    const lines = readFileSync(join(folder, path), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    );
  });
}

describe('the style sheets', () => {
  test('take their colours from the tokens', () => {
    expect(sheets.length).toBeGreaterThan(10);
    expect(linesLike(/:.*(#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\()/i)).toEqual([]);
  });

  test('take their sizes of type from the tokens', () => {
    expect(linesLike(/font(-size)?:[^;/]*\b\d+(px|rem|em)\b/)).toEqual([]);
  });

  test('take their layers from the tokens', () => {
    expect(linesLike(/z-index:[^;]*(?<![-\w])-?\d/)).toEqual([]);
  });

  test('take their round corners from the tokens', () => {
    expect(linesLike(/border(-[a-z]+)*-radius:[^;]*\b\d*\.?\d+(px|rem|em|%)/)).toEqual([]);
  });
});
