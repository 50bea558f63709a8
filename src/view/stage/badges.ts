/** Which lines carry a badge, because they are cut or slowed, and where it stands. Pure. */
import { clamp, lengthOf, placeAlong } from './places/geometry.ts';
import type { Box, Point } from './places/geometry.ts';
import type { Line, Scene } from './scene.ts';

/** Many badges are small ones, without words. */
export function markedLines(scene: Scene): { readonly marked: readonly Line[]; small: boolean } {
  const marked = [...scene.lines.values()].filter(({ link }) => link.cut || link.slowed);
  const { density, width } = scene.layout;
  return { marked, small: marked.length > 5 || density !== 'full' || width < 640 };
}

/** The place of a line's badge, wholly on the stage. */
export function badgePlace(line: Line, scene: Scene): Point {
  const { x, y } = placeOn(line, scene);
  const half = markedLines(scene).small ? 16 : 56;
  return { x: clamp(x, half, scene.layout.width - half), y };
}

/** Nearer to the consumer, where lines are further apart. */
function placeOn({ points, peers, isBackstage }: Line, scene: Scene): Point {
  if (isBackstage) return placeAlong(points, lengthOf(points) / 2);
  const consumer = peers.find((name) => scene.layout.consumers.has(name)) ?? '';
  const fromConsumer = peers[0] === consumer ? points : points.toReversed();
  // Where the line turns between cards, its free part begins behind the last turn.
  const free = fromConsumer.slice(-2);
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
