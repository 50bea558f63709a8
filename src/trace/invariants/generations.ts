/** [OWN-3] The generation of a group never decreases, whoever coordinates it. */
import type { EventOf } from '../events.ts';
import { lastRecord } from './watched.ts';
import type { Found, Watched } from './watched.ts';

function back(group: string, from: number, to: number): Found {
  return { rule: 'OWN-3', text: `generation of ${group} goes from ${from} back to ${to}` };
}

/** On record: the same again is a write repeated. */
export function recordGrows(
  watched: Watched,
  { group, generation }: EventOf<'metadata-written' | 'coordinator-loaded'>,
): Found | null {
  if (group === undefined || generation === undefined) return null;
  const before = lastRecord(watched, group);
  return before && generation < before.generation
    ? back(group, before.generation, generation)
    : null;
}

/** Completed: each is a new one. */
export function completionGrows(
  { completed }: Watched,
  { group, generation }: EventOf<'rebalance-completed'>,
): Found | null {
  const before = completed.get(group);
  return before !== undefined && generation <= before ? back(group, before, generation) : null;
}
