/** [COORD-8] Under a broker whose lease ZooKeeper has not renewed: what is left of it, draining. */
import type { World } from '../../../trace/world.ts';
import type { Inks } from '../../ink.ts';
import { endangeredLease } from '../broker-views.ts';
import type { StageLayout } from '../places/layout.ts';

const barHeight = 3;
const inset = 12;

export function drawLeases(
  context: CanvasRenderingContext2D,
  world: World,
  layout: StageLayout,
  inks: Inks,
  atUs: number,
): void {
  for (const [name, box] of layout.brokers) {
    const process = world.processes.get(name);
    const lease = process ? endangeredLease(world, process, atUs) : null;
    if (!lease) continue;
    const whole = box.width - 2 * inset;
    const y = box.y + box.height - barHeight - 3;
    context.fillStyle = inks.line;
    context.fillRect(box.x + inset, y, whole, barHeight);
    context.fillStyle = inks.warn;
    context.fillRect(box.x + inset, y, whole * lease.share, barHeight);
  }
}
