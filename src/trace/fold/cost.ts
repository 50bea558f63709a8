/** [COST-1] [OWN-6] Reading time that was lost, and time in which two believe, in whole microseconds. */
import type { CostWorld, GroupWorld, PartitionKey, ProcessWorld, World } from '../world.ts';

export function emptyCost(): CostWorld {
  return {
    accountedUs: 0,
    unreadNow: 0,
    overlapNow: 0,
    counting: false,
    calm: true,
    rebalancesCompleted: 0,
    partitionsMoved: 0,
    unreadUs: 0,
    unreadInDisturbanceUs: 0,
    overlapUs: 0,
    messages: 0,
  };
}

/** Adds what has gone by since the last change; called before every change. */
function account(cost: CostWorld, atUs: number): void {
  const { unreadUs, unreadInDisturbanceUs, overlapUs } = at(cost, atUs);
  cost.unreadUs = unreadUs;
  cost.unreadInDisturbanceUs = unreadInDisturbanceUs;
  cost.overlapUs = overlapUs;
  cost.accountedUs = atUs;
}

type Times = Pick<CostWorld, 'unreadUs' | 'unreadInDisturbanceUs' | 'overlapUs'>;

function at(cost: CostWorld, atUs: number): Times {
  const passedUs = Math.max(0, atUs - cost.accountedUs);
  const unread = cost.unreadNow * passedUs;
  return {
    unreadUs: cost.unreadUs + unread,
    unreadInDisturbanceUs: cost.unreadInDisturbanceUs + unread,
    overlapUs: cost.overlapUs + cost.overlapNow * passedUs,
  };
}

/** The cost of a group up to any moment from the last event on. */
export function costAt(group: GroupWorld, atUs: number): CostWorld {
  return { ...group.cost, ...at(group.cost, atUs) };
}

/** Counts the partitions that nobody reads, and that several do, after a change at `atUs`. */
export function recount(group: GroupWorld, atUs: number): void {
  const { cost, readers, partitions } = group;
  account(cost, atUs);
  if (!cost.counting) return;
  let unread = 0;
  let overlap = 0;
  for (const key of partitions) {
    const count = readers.get(key) ?? 0;
    if (count === 0) unread += 1;
    else if (count > 1) overlap += 1;
  }
  if (unread > 0 && cost.calm) {
    cost.calm = false;
    cost.unreadInDisturbanceUs = 0;
  }
  if (unread === 0 && group.state === 'Steady') cost.calm = true;
  cost.unreadNow = unread;
  cost.overlapNow = overlap;
}

/** One process begins (+1) or ceases (-1) to read a partition. */
export function changeReader(group: GroupWorld, key: PartitionKey, by: 1 | -1): void {
  const count = (group.readers.get(key) ?? 0) + by;
  if (count > 0) group.readers.set(key, count);
  else group.readers.delete(key);
}

/** A process begins or ceases to run: all that it holds with it. */
export function changeReaders(
  world: World,
  { consumer }: ProcessWorld,
  by: 1 | -1,
  atUs: number,
): void {
  const group = consumer && world.groups.get(consumer.group);
  if (!consumer || !group || consumer.held.size === 0) return;
  for (const key of consumer.held.keys()) changeReader(group, key, by);
  recount(group, atUs);
}
