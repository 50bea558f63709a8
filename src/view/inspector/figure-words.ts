/** What the figures at the foot of the inspector are called, and what is counted. Pure. */
import type { CostWorld, GroupWorld } from '../../trace/world.ts';

/** On the button that opens the list of rules. */
export function coverageWords(shown: number, all: number, isReading: boolean): string {
  const soFar = isReading ? ' so far: the run is being read' : '';
  return `Rules shown: ${shown} of ${all}${soFar}`;
}

const lastGap = 'Of that, in the last gap';
const thisGap = 'Of that, in this gap';
const gap =
  'A gap begins when a partition has no reader. It ends when all are read in a steady group.';

/** [COST-1] In a group without members no topic counts, and so no gap goes on. */
export function gapWords(
  { partitions }: Pick<GroupWorld, 'partitions'>,
  { calm }: Pick<CostWorld, 'calm'>,
): string {
  return calm || partitions.length === 0 ? lastGap : thisGap;
}

/** What is counted, by the name of the figure. */
export const meanings: Readonly<Record<string, string>> = {
  'Nobody read': 'Time in which a partition had no reader, added up over all partitions (COST-1)',
  [lastGap]: gap,
  [thisGap]: gap,
  'Two believe they own':
    'Time in which two or more believed that they own a partition, added up over all (OWN-6)',
  'Records read · read again':
    'Read again: records that somebody of the group had read before (OFF-2)',
};
