/** What a consumer has, or begins with when it starts, at the cursor. */
import { activeRun } from '../../store/playground.ts';
import type { ProcessWorld } from '../../trace/world.ts';
import { usePlayground } from '../context.tsx';
import { plannedAt } from './planned.ts';

type Planned = ReturnType<typeof plannedAt>;

export function usePlanned(process: ProcessWorld | undefined): Planned {
  const text = usePlayground((state) => {
    const { experiment } = activeRun(state);
    const planned = process ? plannedAt(experiment, process, state.cursor.atUs / 1000) : null;
    if (!planned) return 'null';
    const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = planned;
    const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
    const { recordsPerSecond, topics, allow, deny } = planned;
    return JSON.stringify({ ...timing, recordsPerSecond, topics, allow, deny });
  });
  return JSON.parse(text) as Planned;
}
