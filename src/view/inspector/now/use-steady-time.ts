/** The time for figures that count on between events: twenty times a second, not in every frame. */
import { usePlayground, useWorld } from '../../context.tsx';

const everyUs = 50_000;

/** Never before the world's last event, which the figures start from. */
export function useSteadyTime(): number {
  const world = useWorld();
  const atUs = usePlayground(({ cursor }) => Math.floor(cursor.atUs / everyUs) * everyUs);
  return Math.max(atUs, world.atUs);
}
