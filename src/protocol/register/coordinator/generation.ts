/** Whether a generation that somebody names is current (HB-2, OFF-1). */
import type { Refusal } from './asked.ts';
import type { Group } from './state.ts';

/** [HB-2] In this order: not equal to the current one, then a pending rebalance. */
export function illegalGeneration(group: Group, given: number): Refusal | null {
  const reason = reasonOf(group, given);
  if (!reason) return null;
  const currentGeneration = group.generation;
  return { error: 'IllegalGeneration', reason, currentGeneration, rules: ['HB-2'] };
}

function reasonOf({ generation, state }: Group, given: number): string | null {
  if (given !== generation) return given < generation ? 'stale' : 'future';
  const isPending = state === 'PreparingRebalance' || state === 'Rebalancing';
  return isPending ? 'rebalance-pending' : null;
}
