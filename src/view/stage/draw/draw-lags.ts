/** Draws the bar of each tile's lag: on the cards, and on the shelf. */
import type { GroupWorld, PartitionKey, World } from '../../../trace/world.ts';
import type { Inks } from '../../ink.ts';
import { litAlpha } from '../../lit.ts';
import { cardTiles, shelfTiles } from '../card-tiles.ts';
import type { Flight } from './flights.ts';
import type { Box, Point } from '../places/geometry.ts';
import { lagBarOf } from './lags.ts';
import type { StageLayout } from '../places/layout.ts';
import type { Tile } from '../ownership.ts';
import { tileHeight } from '../places/pack.ts';
import { consumerView, shelfView } from '../views.ts';

interface LagScene {
  readonly world: World;
  readonly group: GroupWorld;
  readonly layout: StageLayout;
  readonly inks: Inks;
  readonly atUs: number;
  /** Tiles on their way have no bar. */
  readonly flights: ReadonlyMap<PartitionKey, Flight>;
  /** The partitions that are lit; null: all of them are. */
  readonly chain: ReadonlySet<PartitionKey> | null;
}

const barHeight = 3;

export function drawLags(context: CanvasRenderingContext2D, scene: LagScene): void {
  const { world, group, layout } = scene;
  for (const [name, place] of layout.consumers) {
    const process = world.processes.get(name);
    if (!process?.consumer) continue;
    const view = consumerView(world, group.group, process);
    const placed = cardTiles(view, place, layout.density);
    if (!placed) continue;
    for (const [index, tile] of view.tiles.entries()) {
      drawBar(context, scene, tile, placed.area, placed.packed.boxes[index]);
    }
  }
  const shelf = shelfView(world, group.group);
  const { area, boxes } = shelfTiles(shelf, layout);
  for (const tile of shelf.tiles) drawBar(context, scene, tile, area, boxes.get(tile.key));
}

function drawBar(
  context: CanvasRenderingContext2D,
  { world, group, inks, atUs, flights, chain }: LagScene,
  tile: Tile,
  area: Point,
  box: Box | undefined,
): void {
  if (!box || flights.has(tile.key)) return;
  const { share, grave } = lagBarOf(world, group, tile, atUs);
  const x = area.x + box.x;
  const y = area.y + box.y + tileHeight + 1;
  context.globalAlpha = litAlpha(chain?.has(tile.key) ?? true);
  context.fillStyle = inks.line;
  context.fillRect(x, y, box.width, barHeight);
  context.fillStyle = grave ? inks.warn : inks.heart;
  context.fillRect(x, y, Math.max(1, box.width * share), barHeight);
  context.globalAlpha = 1;
}
