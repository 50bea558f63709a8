/** Which lifelines are shown: the store, the brokers, and the consumers of the group shown. */
import { useState } from 'react';
import { activeRun, currentWorld } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import { useFrame, usePlayground, usePlaygroundStore } from '../../context.tsx';
import { timeIndexOf } from '../index-of.ts';

function lanesSeen(state: Playground): readonly Lane[] {
  const { trace, seenUs } = activeRun(state);
  return timeIndexOf(trace).lanes.lanes.filter(({ group, statuses: [first] }) => {
    return (
      (group === null || group === state.group) && first !== undefined && first.fromUs <= seenUs
    );
  });
}

/** Those started by the furthest moment seen, as a list that is another only where they are others. */
export function useLanes(): readonly Lane[] {
  const store = usePlaygroundStore();
  const [lanes, setLanes] = useState<readonly Lane[]>([]);
  useFrame(() => {
    const now = lanesSeen(store.getState());
    const isSame = now.length === lanes.length && now.every((lane, place) => lane === lanes[place]);
    if (!isSame) setLanes(now);
  });
  return lanes;
}

/** Who acts for the group at the playhead; null: nobody. */
export function useCoordinator(): string | null {
  return usePlayground((state) => currentWorld(state).groups.get(state.group)?.coordinator ?? null);
}
