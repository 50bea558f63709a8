/** Who is out of the group and does not know it, in words. */
import type { Outsider } from '../../trace/members.ts';
import { partitionWords } from '../words/partitions.ts';
import { listed } from '../words/text.ts';
import { namedPartition } from './marks.ts';
import { byTopicAndNumber } from './ownership.ts';

const namedAtMost = 4;

/** Who is out and what it believes, in a sentence; null where nobody is. */
export function outsiderSentence(outsiders: readonly Outsider[]): string | null {
  const [first, ...others] = outsiders;
  if (!first) return null;
  const holds = [...new Set(outsiders.flatMap(({ keys }) => keys))]
    .map(namedPartition)
    .toSorted(byTopicAndNumber);
  const what = partitionWords(holds.slice(0, namedAtMost), holds.length);
  if (others.length > 0) {
    return `${namesOf(outsiders)} are out of the group and do not know it: they believe that they own ${what}.`;
  }
  const { name, isFrozen } = first;
  const belief = isFrozen ? 'frozen, it believes that it owns' : 'it still reads';
  return `${name} is out of the group and does not know it: ${belief} ${what}.`;
}

/** The same in passing: "c-2 is out and does not know it". */
export function outsiderPhrase(outsiders: readonly Outsider[]): string | null {
  if (outsiders.length === 0) return null;
  const [verb, know] = outsiders.length === 1 ? ['is', 'does not'] : ['are', 'do not'];
  return `${namesOf(outsiders)} ${verb} out and ${know} know it`;
}

function namesOf(outsiders: readonly Outsider[]): string {
  return outsiders.length > namedAtMost
    ? `${outsiders.length} consumers`
    : listed(outsiders.map(({ name }) => name));
}
