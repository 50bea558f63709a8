import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvTable, markdownTable } from './table-text.ts';

/** Reads CSV by RFC 4180, strictly. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[++at];
        else break;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    }
    row.push(cell);
    if (text[at] === ',') at += 1;
    else {
      if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no line break at ${at}`);
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '|', 'a') }),
);
const tables = fc.integer({ min: 1, max: 4 }).chain((width) => {
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc.record({ titles: row, rows: fc.array(row, { maxLength: 4 }) });
});

describe('CSV', () => {
  test('numbers as they are, nothing as nothing, text quoted where it has to be', () => {
    const rows = [['a,b', 'say "x"', -1.5, null]];
    expect(csvTable({ titles: ['a', 'b', 'c', 'd'], rows })).toBe(
      'a,b,c,d\r\n"a,b","say ""x""",-1.5,\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1'])('%j is no formula', (text) => {
    const [, [read] = []] = readCsv(csvTable({ titles: ['x'], rows: [[text]] }));
    expect(read).toBe(`'${text}`);
  });

  test('what is written is read again, and no cell begins like a formula', () => {
    fc.assert(
      fc.property(tables, ({ titles, rows }) => {
        const read = readCsv(csvTable({ titles, rows }));
        for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]/);
        const back = read.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r])/, '')));
        expect(back).toEqual(
          [titles, ...rows].map((row) =>
            row.map((text) => (text as string).replace(/^'(?=[=+\-@\t\r])/, '')),
          ),
        );
      }),
    );
  });
});

describe('Markdown', () => {
  test('pipes, marks and line breaks stay in their cell', () => {
    const rows = [['a|b', 'x\r\ny *z*', 3, null]];
    expect(markdownTable({ titles: ['p', 'q', 'r', 's'], rows })).toBe(
      '| p | q | r | s |\n| --- | --- | --: | --- |\n| a\\|b | x<br>y \\*z\\* | 3 |  |\n',
    );
  });

  test('whatever the cells hold, there are as many lines and columns', () => {
    fc.assert(
      fc.property(tables, ({ titles, rows }) => {
        const lines = markdownTable({ titles, rows }).split('\n');
        expect(lines).toHaveLength(rows.length + 3);
        for (const line of lines.slice(0, -1)) {
          expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(titles.length + 1);
        }
      }),
    );
  });
});
