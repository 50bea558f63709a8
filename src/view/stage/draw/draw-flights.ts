/** Draws the tiles that are on their way; flights.ts says which and how far. */
import type { PartitionKey, World } from '../../../trace/world.ts';
import { hueOf, inkOn } from '../../hues.ts';
import type { Theme } from '../../hues.ts';
import { cardTiles, shelfTiles } from '../card-tiles.ts';
import type { Flight } from './flights.ts';
import { shelf } from './flights.ts';
import type { Box, Point } from '../places/geometry.ts';
import { centreOf } from '../places/geometry.ts';
import type { Inks } from '../../ink.ts';
import { litAlpha } from '../../lit.ts';
import type { ConsumerPlace, StageLayout } from '../places/layout.ts';
import { lettersOf } from '../marks.ts';
import { byTopicAndNumber, plainTile } from '../ownership.ts';
import type { Tile } from '../ownership.ts';
import { tileHeight, tileWidth } from '../places/pack.ts';
import { consumerView, shelfView } from '../views.ts';

interface FlightScene {
  readonly world: World;
  readonly group: string;
  readonly layout: StageLayout;
  readonly inks: Inks;
  readonly theme: Theme;
  /** The whole way is shown: while time stands. */
  readonly trails: boolean;
  /** The partitions that are lit; null: all of them are. */
  readonly chain: ReadonlySet<PartitionKey> | null;
}

/** Where a partition's tile stands at one end of its way: its centre, or null where that is nowhere. */
type End = (key: PartitionKey) => Point | null;

function shelfEnd({ world, group, layout }: FlightScene): End {
  const { area, boxes, more } = shelfTiles(shelfView(world, group), layout);
  return (key) => inArea(area, boxes.get(key) ?? more?.box ?? firstPlace);
}

const firstPlace: Box = { x: 0, y: 0, width: 30, height: tileHeight };

function inArea(area: Box, box: Box): Point {
  return centreOf({ ...box, x: area.x + box.x, y: area.y + box.y });
}

/** Those that have just left a card leave from where they stood: among those that are still on it. */
function cardEnd(scene: FlightScene, name: string, leaving: readonly Tile[]): End {
  const { world, group, layout } = scene;
  const process = world.processes.get(name);
  const place = layout.consumers.get(name);
  if (!process?.consumer || !place) return () => null;
  const view = consumerView(world, group, process);
  const gone = leaving.filter(({ key }) => !view.tiles.some((tile) => tile.key === key));
  const tiles = [...view.tiles, ...gone].toSorted(byTopicAndNumber);
  const note = gone.length > 0 || view.note.startsWith('gave up') ? '' : view.note;
  const placed = cardTiles(
    { ...view, tiles, count: view.count + gone.length, note },
    place,
    layout.density,
  );
  if (!placed) return () => beginningOf(place);
  const { area, packed } = placed;
  const indices = new Map(tiles.map(({ key }, index) => [key, index]));
  return (key) =>
    inArea(area, packed.boxes[indices.get(key) ?? -1] ?? packed.more?.box ?? firstPlace);
}

/** A chip or a cell has no tiles: they come from its ring, and go there. */
function beginningOf({ tiles: { x, y, width }, ring }: ConsumerPlace): Point {
  return width === 0 ? ring : { x: x + 16, y: y + tileHeight / 2 };
}

export function drawFlights(
  context: CanvasRenderingContext2D,
  flights: readonly Flight[],
  scene: FlightScene,
): void {
  if (flights.length === 0) return;
  const letters = lettersOf(scene.world);
  const ends = new Map<string, End>();
  const endAt = (place: string): End => {
    const known = ends.get(place) ?? newEnd(place);
    ends.set(place, known);
    return known;
  };
  const newEnd = (place: string): End => {
    if (place === shelf) return shelfEnd(scene);
    const leaving = flights.filter(({ from }) => from === place);
    return cardEnd(
      scene,
      place,
      leaving.map(({ key }) => plainTile(key, letters)),
    );
  };
  for (const { key, from, to, share } of flights) {
    const start = endAt(from)(key);
    const end = endAt(to)(key);
    if (!start || !end) continue;
    const x = start.x + (end.x - start.x) * share;
    const y = start.y + (end.y - start.y) * share;
    context.globalAlpha = litAlpha(scene.chain?.has(key) ?? true);
    if (scene.trails) drawTrail(context, start, end, scene.inks);
    drawTile(context, { x, y }, plainTile(key, letters).label, scene, to);
  }
  context.globalAlpha = 1;
}

/** Whoever steps from event to event sees whence a tile comes and where it goes. */
function drawTrail(context: CanvasRenderingContext2D, start: Point, end: Point, inks: Inks): void {
  const angle = Math.atan2(end.y - start.y, end.x - start.x);
  const side = (turn: number) => ({
    x: end.x - 8 * Math.cos(angle + turn),
    y: end.y - 8 * Math.sin(angle + turn),
  });
  const [left, right] = [side(0.45), side(-0.45)];
  context.beginPath();
  context.moveTo(start.x, start.y);
  context.lineTo(end.x, end.y);
  context.lineWidth = 1.5;
  context.strokeStyle = inks.textSoft;
  context.setLineDash([3, 4]);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(left.x, left.y);
  context.lineTo(end.x, end.y);
  context.lineTo(right.x, right.y);
  context.stroke();
}

function drawTile(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  label: string,
  { world, inks, theme }: FlightScene,
  to: string,
): void {
  const width = tileWidth(Math.max(2, label.length));
  const slot = world.processes.get(to)?.slot;
  context.beginPath();
  context.roundRect(x - width / 2, y - tileHeight / 2, width, tileHeight, 5);
  context.fillStyle = slot === undefined ? inks.card : hueOf(slot, theme);
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = slot === undefined ? inks.warn : hueOf(slot, theme);
  context.setLineDash(slot === undefined ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
  context.font = `600 12px ${inks.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = slot === undefined ? inks.text : inkOn[theme];
  context.fillText(label, x, y + 0.5);
  context.textAlign = 'start';
}
