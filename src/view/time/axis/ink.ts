/** Hatches and measured texts for the canvases of the time views. */

const hatchSize = 7;

/** Slanted lines in one colour, for what nobody reads and for what is being rebalanced. */
export class Hatches {
  readonly #patterns = new Map<string, CanvasPattern>();

  of(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
    const known = this.#patterns.get(colour);
    if (known) return known;
    const pattern = context.createPattern(hatchTile(colour), 'repeat');
    if (!pattern) return colour;
    pattern.setTransform(new DOMMatrix().scale(1 / window.devicePixelRatio));
    this.#patterns.set(colour, pattern);
    return pattern;
  }
}

function hatchTile(colour: string): HTMLCanvasElement {
  const size = Math.round(hatchSize * window.devicePixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const context = tile.getContext('2d');
  if (!context) return tile;
  context.strokeStyle = colour;
  context.lineWidth = 1.6 * window.devicePixelRatio;
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - 1, size + 1);
    context.lineTo(shift + size + 1, -1);
  }
  context.stroke();
  return tile;
}

const widths = new Map<string, number>();

/** Width of a text in the context's font; every text is measured once. */
export function textWidth(context: CanvasRenderingContext2D, text: string): number {
  const key = `${context.font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 5000) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** A long name is cut; one that is short, or a place that is, has all of it or nothing (null). */
export function fittedText(
  context: CanvasRenderingContext2D,
  word: string,
  room: number,
): string | null {
  if (textWidth(context, word) <= room) return word;
  const fewest = 12;
  for (let length = Math.floor(room / 5); length >= fewest; length--) {
    const cut = `${word.slice(0, length)}…`;
    if (length < word.length && textWidth(context, cut) <= room) return cut;
  }
  return null;
}
