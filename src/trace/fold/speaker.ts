/**
 * Whose word counts: what a broker says of a group holds while no later election has taken the
 * group from it. One that was deposed and does not know it yet speaks of its own past.
 */
import type { GroupWorld, World } from '../world.ts';

interface Told {
  readonly process?: string | undefined;
  readonly group: string;
  readonly epoch?: number | undefined;
}

/** The group that an event is about, if who tells it may speak for it. */
export function spokenFor(world: World, { process, group: id, epoch }: Told): GroupWorld | null {
  const group = world.groups.get(id);
  if (!group) return null;
  if (epoch !== undefined && epoch < group.epoch) return null;
  const isLater = epoch !== undefined && epoch > group.epoch;
  const { coordinator } = group;
  return isLater || coordinator === null || process === coordinator ? group : null;
}
