/** A message in a line. Pure. */
import type { MessageWorld } from '../../../trace/world.ts';

/** `Heartbeat request, c-1 to broker-1`; of one that waits, why. */
export function messageWords({ api, direction, from, to, held, error }: MessageWorld): string {
  const refusal = error === null || error === 'None' ? '' : `, ${error}`;
  const waits = held === null ? '' : held === 'link-cut' ? ', link cut' : `, ${to} frozen`;
  return `${api} ${direction}, ${from} to ${to}${refusal}${waits}`;
}
