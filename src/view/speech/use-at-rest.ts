/** Values of the run for screen readers, which would read each change of what has the focus. */
import { useState } from 'react';
import type { Playground } from '../../store/playground.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';

/**
 * Follows the run while it rests; while it plays the value stands, until it is looked at anew: when
 * the focus comes, and when a hand has moved on.
 */
export function useAtRest<T extends string | number | null>(
  read: (state: Playground) => T,
): [T, () => void] {
  const store = usePlaygroundStore();
  const now = usePlayground(read);
  const stands = usePlayground((state) => (state.playing ? state.runId : null));
  const [kept, keep] = useState({ value: now, runId: stands });
  const isOld = stands !== kept.runId || (stands === null && kept.value !== now);
  if (isOld) keep({ value: now, runId: stands });
  const look = () => keep({ value: read(store.getState()), runId: stands });
  return [isOld ? now : kept.value, look];
}
