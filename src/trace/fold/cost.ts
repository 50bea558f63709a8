/**
 * [COST-1] [OWN-6] Partition time in which nobody reads, and in which two or more believe that they
 * own a partition. Whole microseconds, added up at every change, exact at any moment between two.
 */
import { partitionKey } from '../world.ts';
import type { CostWorld, GroupWorld, PartitionKey, World } from '../world.ts';

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

/** The cost of a group up to any moment from the last event on. */
export function costAt({ cost }: GroupWorld, atUs: number): CostWorld {
  const { accountedUs, unreadNow, overlapNow } = cost;
  const passedUs = Math.max(0, atUs - accountedUs);
  return {
    ...cost,
    accountedUs: accountedUs + passedUs,
    unreadUs: cost.unreadUs + unreadNow * passedUs,
    unreadInDisturbanceUs: cost.unreadInDisturbanceUs + unreadNow * passedUs,
    overlapUs: cost.overlapUs + overlapNow * passedUs,
  };
}

/** Adds what has gone by since the last change; called before every change of the counts. */
function account(cost: CostWorld, atUs: number): void {
  const passedUs = atUs - cost.accountedUs;
  if (passedUs <= 0) return;
  const unreadUs = cost.unreadNow * passedUs;
  cost.unreadUs += unreadUs;
  cost.unreadInDisturbanceUs += unreadUs;
  cost.overlapUs += cost.overlapNow * passedUs;
  cost.accountedUs = atUs;
}

/** How the number of those who read a partition, and of those who believe they own it, changes. */
export interface Change {
  readonly reads: -1 | 0 | 1;
  readonly believes: -1 | 0 | 1;
}

/** A consumer takes up a partition or lets it go, or a process that holds it ceases to run. */
export function changeHolding(
  group: GroupWorld,
  key: PartitionKey,
  { reads, believes }: Change,
  atUs: number,
): void {
  const { cost, readers, believers } = group;
  account(cost, atUs);
  const readersNow = add(readers, key, reads);
  const believersNow = add(believers, key, believes);
  const isUnreadNow = readersNow === 0 && reads === -1;
  const isReadNow = readersNow === 1 && reads === 1;
  if (cost.counting && group.counted.has(key)) {
    if (isUnreadNow) cost.unreadNow += 1;
    else if (isReadNow) cost.unreadNow -= 1;
  }
  if (believersNow === 2 && believes === 1) cost.overlapNow += 1;
  else if (believersNow === 1 && believes === -1) cost.overlapNow -= 1;
  noteCalm(group);
}

function add(counts: Map<PartitionKey, number>, key: PartitionKey, by: number): number {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
  return count;
}

/** A disturbance begins when something is not read, and ends when all is read in a steady group. */
function noteCalm({ cost, state }: GroupWorld): void {
  if (cost.unreadNow > 0 && cost.calm) {
    cost.calm = false;
    cost.unreadInDisturbanceUs = 0;
  } else if (cost.unreadNow === 0 && state === 'Steady') {
    cost.calm = true;
  }
}

/** Counts anew: the partitions that are to be read have changed, or the state of the group has. */
export function recount(world: World, group: GroupWorld, atUs: number): void {
  const { cost, readers, topics } = group;
  account(cost, atUs);
  group.partitions = partitionsOf(world, topics);
  group.counted = new Set(group.partitions);
  if (cost.counting) {
    cost.unreadNow = group.partitions.filter((key) => !readers.has(key)).length;
  }
  noteCalm(group);
}

/** The state of a group has changed: a disturbance may be over. */
export function noteState(group: GroupWorld, atUs: number): void {
  account(group.cost, atUs);
  noteCalm(group);
}

function partitionsOf(world: World, topics: readonly string[]): PartitionKey[] {
  const keys: PartitionKey[] = [];
  for (const topic of topics) {
    const { partitions = 0 } = world.topics.get(topic) ?? {};
    for (let partition = 0; partition < partitions; partition++) {
      keys.push(partitionKey(topic, partition));
    }
  }
  return keys;
}
