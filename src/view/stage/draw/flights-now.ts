/** The flights at the cursor, worked out once for a moment and asked for by every tile. */
import { activeRun, currentWorld } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { PartitionKey } from '../../../trace/world.ts';
import { wantsCalm } from '../../preferences.ts';
import { flightsAt } from './flights.ts';
import type { Flight } from './flights.ts';

type Flights = ReadonlyMap<PartitionKey, Flight>;

interface Moment {
  readonly of: Pick<Playground, 'cursor' | 'runId' | 'group'>;
  readonly flights: Flights;
}

const none: Flights = new Map();
let lastMoment: Moment | null = null;

export function flightsNow(state: Playground): Flights {
  if (wantsCalm()) return none;
  const { cursor, runId, group } = state;
  const of = lastMoment?.of;
  if (lastMoment && of?.cursor === cursor && of.runId === runId && of.group === group) {
    return lastMoment.flights;
  }
  const { trace } = activeRun(state);
  const flights = flightsAt(currentWorld(state), trace, cursor.seq, cursor.atUs, group);
  lastMoment = { of: { cursor, runId, group }, flights };
  return flights;
}
