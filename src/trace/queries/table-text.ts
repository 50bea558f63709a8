/** Tables as text that is pasted elsewhere: Markdown and CSV. Pure. */

/** A number is written as it is; null is an empty cell. */
export type Cell = string | number | null;

/** Column titles and rows of the same width. */
export interface TextTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/**
 * A text that stays in its cell and says in Markdown what it says: whatever marks something up there
 * is escaped, and a line break becomes `<br>`.
 */
export function markdownText(text: string): string {
  return text.replace(/[\\|`*_[\]<>&~]/g, String.raw`\$&`).replace(lineBreaks, '<br>');
}

/** The table as GitHub writes it; columns of numbers stand to the right. Ends in a line feed. */
export function markdownTable({ titles, rows }: TextTable): string {
  const isNumber = (column: number) => {
    const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
    return cells.length > 0 && cells.every((cell) => typeof cell === 'number');
  };
  const rule = titles.map((_, column) => (isNumber(column) ? '--:' : '---'));
  const lines = [titles.map(markdownText), rule, ...rows.map((row) => row.map(markdownCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function markdownCell(cell: Cell): string {
  return typeof cell === 'string' ? markdownText(cell) : String(cell ?? '');
}

/** The table by RFC 4180: lines end in CR LF, the first has the titles. */
export function csvTable({ titles, rows }: TextTable): string {
  return [titles, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** With these a spreadsheet would take a cell for a formula. */
const formula = /^[=+\-@\t\r]/;

/** Text that could be taken for a formula gets an apostrophe in front, and is only text then. */
function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const plain = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
