/** Draws the tiles that are on their way; flights.ts says which and how far. */
import type { World } from '../../trace/world.ts';
import { hueOf, inkOn } from '../hues.ts';
import type { Theme } from '../hues.ts';
import { cardTiles, shelfTiles } from './card-tiles.ts';
import type { Flight } from './flights.ts';
import { shelf } from './flights.ts';
import type { Point } from './geometry.ts';
import { centreOf } from './geometry.ts';
import type { Inks } from '../ink.ts';
import type { StageLayout } from './layout.ts';
import { lettersOf, namedPartition, tileLabel } from './marks.ts';
import { tileHeight, tileWidth } from './pack.ts';
import { consumerView, shelfView } from './views.ts';

interface FlightScene {
  readonly world: World;
  readonly group: string;
  readonly layout: StageLayout;
  readonly inks: Inks;
  readonly theme: Theme;
}

/** Centre of the partition's tile at one end of its way. */
function endOf({ world, group, layout }: FlightScene, place: string, key: string): Point | null {
  if (place === shelf) {
    const { area, boxes } = shelfTiles(shelfView(world, group), layout);
    const box = boxes.get(key) ?? { x: 0, y: 0, width: 30, height: tileHeight };
    return centreOf({ ...box, x: area.x + box.x, y: area.y + box.y });
  }
  const process = world.processes.get(place);
  const card = layout.consumers.get(place);
  if (!process?.consumer || !card) return null;
  const view = consumerView(world, group, process);
  const placed = cardTiles(view, card, layout.density);
  const index = view.tiles.findIndex((tile) => tile.key === key);
  const box = placed?.packed.boxes[index] ?? placed?.packed.more?.box;
  if (!placed || !box) {
    return { x: card.tiles.x + 16, y: card.tiles.y + tileHeight / 2 };
  }
  return centreOf({ ...box, x: placed.area.x + box.x, y: placed.area.y + box.y });
}

export function drawFlights(
  context: CanvasRenderingContext2D,
  flights: Iterable<Flight>,
  scene: FlightScene,
): void {
  const letters = lettersOf(scene.world);
  for (const { key, from, to, share } of flights) {
    const start = endOf(scene, from, key);
    const end = endOf(scene, to, key);
    if (!start || !end) continue;
    const x = start.x + (end.x - start.x) * share;
    const y = start.y + (end.y - start.y) * share;
    const { topic, partition } = namedPartition(key);
    drawTile(context, { x, y }, tileLabel(letters, topic, partition), scene, to);
  }
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
