/** Which ink stands for what on the stage's canvas. */
import type { Inks } from '../../ink.ts';
import type { ShapeName } from '../marks.ts';

/** The ink of each kind of message; a refusal is red whatever it answers. */
export const shapeInks: Readonly<Record<ShapeName, keyof Inks>> = {
  dot: 'heart',
  diamond: 'coordinator',
  triangle: 'note',
  square: 'textSoft',
  hexagon: 'textFaint',
};
