/** The colours of the tokens, read once for a theme, for what is drawn on the canvas. */
import type { ShapeName } from './marks.ts';

export interface Inks {
  readonly ground: string;
  readonly card: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textSoft: string;
  readonly textFaint: string;
  readonly coordinator: string;
  readonly accent: string;
  readonly bad: string;
  readonly warn: string;
  readonly note: string;
  readonly heart: string;
  readonly font: string;
}

const tokens: Readonly<Record<keyof Inks, string>> = {
  ground: '--ground',
  card: '--card',
  line: '--line',
  lineStrong: '--line-strong',
  text: '--text',
  textSoft: '--text-soft',
  textFaint: '--text-faint',
  coordinator: '--coordinator',
  accent: '--accent',
  bad: '--bad',
  warn: '--warn',
  note: '--note',
  heart: '--heart',
  font: '--font',
};

export function readInks(element: Element): Inks {
  const style = getComputedStyle(element);
  const entries = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim(),
  ]);
  return Object.fromEntries(entries) as Inks;
}

/** The ink of each kind of message; a refusal is red whatever it answers. */
export const shapeInks: Readonly<Record<ShapeName, keyof Inks>> = {
  dot: 'heart',
  diamond: 'coordinator',
  triangle: 'note',
  square: 'textSoft',
  hexagon: 'textFaint',
};
