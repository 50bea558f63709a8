/** What a consumer has: by the record, and by what it believes. They are two facts. Pure. */
import type { GroupWorld, ProcessWorld } from '../../../trace/world.ts';
import { namedPartition } from '../../stage/marks.ts';
import type { PartitionName } from '../../stage/marks.ts';
import { byTopicAndNumber, recordedFor } from '../../stage/ownership.ts';
import { partitionWords } from '../../words/partitions.ts';
import type { Row } from '../facts.tsx';

/** More than are read one by one: the table below, and the cards, have them all. */
const namedAtMost = 12;

function words(names: readonly PartitionName[]): string {
  return partitionWords(names.slice(0, namedAtMost), names.length);
}

/** A row for each of the two. */
export function holdingRows(group: GroupWorld | undefined, process: ProcessWorld): readonly Row[] {
  const recorded = group ? [...recordedFor(group, process)] : [];
  const held = [...(process.consumer?.held.keys() ?? [])].map(namedPartition);
  const believed = held.toSorted(byTopicAndNumber);
  const isAlive = process.status === 'running' || process.status === 'frozen';
  const nothing = isAlive ? 'that it owns nothing' : 'nothing: it does not run';
  return [
    { name: 'recorded for it', value: recorded.length === 0 ? 'nothing' : words(recorded) },
    {
      name: 'it believes',
      value: believed.length === 0 ? nothing : `that it owns ${words(believed)}`,
    },
  ];
}
