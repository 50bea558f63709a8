/** The least number of partitions that a rebalance had to move, whatever its strategy. Pure. */
import type { Assignment } from '../../protocol/facts.ts';
import { ownersOf } from '../owners.ts';

/**
 * The least number of partitions that had to change their owner, to come from `before` to any
 * balanced assignment of what `after` assigns to the members of `after` by their subscriptions.
 *
 * *Balanced*: each partition belongs to a subscriber of its topic, and of each topic all subscribers
 * own the same number or, where it does not divide, numbers that differ by one. (Both strategies,
 * ASG-1 and ASG-2, always give such an assignment, so none moves less than this.) *Moved*, as
 * everywhere: it had an owner before and has another one now; a partition that is new, or that nobody
 * owns any more, has not moved.
 *
 * So of each topic, of P partitions and M subscribers: P mod M of them may keep up to one more than
 * the whole part of P / M, those who own so many if there are some; the others up to that whole part;
 * all else that had an owner moves. Above all what belonged to those who are gone.
 */
export function leastMoves(before: Assignment, after: Assignment): number {
  const kept = keptAtMost(before, after);
  let owned = 0;
  const now = ownersOf(after);
  for (const key of ownersOf(before).keys()) if (now.has(key)) owned += 1;
  return owned - kept;
}

interface Topic {
  partitions: number;
  readonly subscribers: string[];
  /** Partitions that each member had and that are still there. */
  readonly had: Map<string, number>;
}

/** Partitions of all topics that need not move. */
function keptAtMost(before: Assignment, after: Assignment): number {
  let kept = 0;
  for (const { partitions, subscribers, had } of topicsOf(before, after).values()) {
    const whole = Math.floor(partitions / subscribers.length);
    const rest = partitions % subscribers.length;
    const numbers = subscribers.map((member) => had.get(member) ?? 0);
    const withMore = numbers.filter((number) => number > whole).length;
    for (const number of numbers) kept += Math.min(number, whole);
    kept += Math.min(rest, withMore);
  }
  return kept;
}

/** The topics of the new assignment, by name. */
function topicsOf(before: Assignment, after: Assignment): ReadonlyMap<string, Topic> {
  const topics = new Map<string, Topic>();
  for (const { member, topics: names } of after) {
    for (const name of new Set(names)) {
      const topic: Topic = topics.get(name) ?? { partitions: 0, subscribers: [], had: new Map() };
      topic.subscribers.push(member);
      topics.set(name, topic);
    }
  }
  const earlier = ownersOf(before);
  for (const key of ownersOf(after).keys()) {
    const topic = topics.get(key.slice(0, key.lastIndexOf('/')));
    if (!topic) continue;
    topic.partitions += 1;
    const member = earlier.get(key);
    if (member !== undefined) topic.had.set(member, (topic.had.get(member) ?? 0) + 1);
  }
  return topics;
}
