/**
 * [COORD-2] Which subsets need another coordinator, and who is to be it. Pure: the live brokers and
 * the map in, the elections out.
 */
import { known } from '../../../lib/assert.ts';
import { subsetCount } from '../../subset.ts';
import type { RuleId } from '../../rules.ts';
import type { LiveBroker, Placed, SubsetCoordinator } from './state.ts';

type CoordinatorMap = ReadonlyMap<number, SubsetCoordinator>;

interface Reason {
  readonly reason: string;
  readonly rules: readonly RuleId[];
}

const first: Reason = { reason: 'placed at the start', rules: ['COORD-2'] };
const gone: Reason = { reason: 'its coordinator is gone', rules: ['COORD-2', 'COORD-4'] };
const another: Reason = {
  reason: 'its coordinator is back under another session',
  rules: ['COORD-2', 'COORD-9'],
};
const moved: Reason = { reason: 'moved to a broker that has fewer', rules: ['COORD-2'] };

interface Share extends LiveBroker {
  /** What it coordinates, in the order in which it was given. */
  readonly subsets: number[];
}

/**
 * The elections that are due: every subset without a living coordinator gets one, spread evenly; then
 * as few others move as make the numbers differ by at most 1. Empty: all is as it should be.
 */
export function electionsFor(
  brokers: ReadonlyMap<string, LiveBroker>,
  map: CoordinatorMap,
): Placed[] {
  const shares = [...brokers.values()]
    .toSorted((a, b) => a.address.id - b.address.id)
    .map((broker): Share => ({ ...broker, subsets: [] }));
  if (shares.length === 0) return [];
  const orphans: number[] = [];
  for (let subset = 0; subset < subsetCount; subset++) {
    const share = holderOf(shares, map.get(subset));
    if (share) share.subsets.push(subset);
    else orphans.push(subset);
  }
  const due = new Map<number, Placed>();
  for (const subset of orphans) {
    const why = whyOrphaned(brokers, map.get(subset));
    due.set(subset, give(smallest(shares), subset, map, why));
  }
  for (let subset = surplus(shares); subset !== undefined; subset = surplus(shares)) {
    const { reason, rules } = due.get(subset) ?? moved;
    due.set(subset, give(smallest(shares), subset, map, { reason, rules }));
  }
  return [...due.values()].toSorted((a, b) => a.subset - b.subset);
}

/** [COORD-9] A broker whose node has another session than the one elected is another broker. */
function holderOf(shares: readonly Share[], entry: SubsetCoordinator | undefined) {
  return shares.find(
    ({ address, session }) => address.host === entry?.coordinator.host && session === entry.session,
  );
}

function whyOrphaned(
  brokers: ReadonlyMap<string, LiveBroker>,
  entry: SubsetCoordinator | undefined,
): Reason {
  if (!entry) return first;
  return brokers.has(entry.coordinator.host) ? another : gone;
}

/** The one with the fewest; of several the one with the lowest number. */
function smallest(shares: readonly Share[]): Share {
  const least = Math.min(...shares.map(({ subsets }) => subsets.length));
  return known(
    shares.find(({ subsets }) => subsets.length === least),
    'broker',
  );
}

/** Takes a subset from the one with the most, where that has at least 2 more than another. */
function surplus(shares: readonly Share[]): number | undefined {
  const most = Math.max(...shares.map(({ subsets }) => subsets.length));
  if (most - smallest(shares).subsets.length < 2) return undefined;
  return shares.find(({ subsets }) => subsets.length === most)?.subsets.pop();
}

function give(share: Share, subset: number, map: CoordinatorMap, why: Reason): Placed {
  share.subsets.push(subset);
  const { address: coordinator, session } = share;
  // [COORD-2] One more at every election of this subset.
  const epoch = (map.get(subset)?.epoch ?? 0) + 1;
  return { subset, entry: { coordinator, session, epoch }, ...why };
}
