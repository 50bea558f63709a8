/**
 * [OFF-2] How far each partition lags, as a bar under its tile: a function of world and time, so it
 * moves between two events as the numbers do. Pure.
 */
import { lagOf } from '../../../trace/consumption.ts';
import type { GroupWorld, ProcessWorld, World } from '../../../trace/world.ts';
import type { PartitionName } from '../marks.ts';
import { namesOn } from '../ownership.ts';
import { plural } from '../../words/text.ts';

export interface LagBar {
  readonly records: number;
  /** Of the tile's width, 0 to 1. */
  readonly share: number;
  /** More than a few seconds' worth of records: nobody keeps up. */
  readonly grave: boolean;
}

/** So many seconds' worth of records fill half of the bar; more and more fill less and less. */
const halfFullSeconds = 5;
const graveSeconds = 4;

export function lagBarOf(
  world: World,
  group: GroupWorld,
  { topic, partition }: PartitionName,
  atUs: number,
): LagBar {
  const records = lagOf(world, group, { topic, partition }, atUs);
  const seconds = records / Math.max(1, world.topics.get(topic)?.recordsPerSecond ?? 1);
  const share = seconds / (seconds + halfFullSeconds);
  return { records, share, grave: seconds > graveSeconds };
}

/** Of all partitions on the card of a consumer, together. */
export function lagOfAll(
  world: World,
  group: GroupWorld,
  process: ProcessWorld,
  atUs: number,
): number {
  let records = 0;
  for (const name of namesOn(group, process)) records += lagOf(world, group, name, atUs);
  return records;
}

/** "lag 42 records". */
export function lagWords({ records }: LagBar): string {
  return `lag ${plural(records, 'record')}`;
}
