/** Which lines carry a badge, because they are cut or slowed, and where it stands. Pure. */
import { lengthOf, placeAlong } from './geometry.ts';
import type { Box, Point } from './geometry.ts';
import type { Line, Scene } from './scene.ts';

/** Many badges are small ones, without words. */
export function markedLines(scene: Scene): { readonly marked: readonly Line[]; small: boolean } {
  const marked = [...scene.lines.values()].filter(({ link }) => link.cut || link.slowed);
  return { marked, small: marked.length > 5 || scene.layout.density !== 'full' };
}

/** Nearer to the consumer, where lines are further apart. */
export function badgePlace({ points, peers, isBackstage }: Line, scene: Scene): Point {
  if (isBackstage) return placeAlong(points, lengthOf(points) / 2);
  const consumer = peers.find((name) => scene.layout.consumers.has(name)) ?? '';
  const fromConsumer = peers[0] === consumer ? points : points.toReversed();
  // Where the line turns between cards, its free part begins behind the last turn.
  const free = fromConsumer.length > 2 ? fromConsumer.slice(-2) : fromConsumer;
  return placeAlong(free, lengthOf(free) * 0.4);
}

/** Room that labels of messages leave to badges. */
export function badgeBoxes(scene: Scene): Box[] {
  const { marked, small } = markedLines(scene);
  const width = small ? 28 : 108;
  return marked.map((line) => {
    const { x, y } = badgePlace(line, scene);
    return { x: x - width / 2, y: y - 13, width, height: 26 };
  });
}
