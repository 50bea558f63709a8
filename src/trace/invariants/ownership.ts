/** [OWN-1] [OWN-2] Every partition has one owner, who subscribes to it; and who holds it was told so. */
import type { Assignment } from '../../protocol/facts.ts';
import type { EventOf } from '../events.ts';
import { ownersOf } from '../owners.ts';
import { partitionKey } from '../world.ts';
import { countsSince, lastRecord, mayBeForgotten, recordOf } from './watched.ts';
import type { Found, Watched } from './watched.ts';

interface Generation {
  readonly seq: number;
  readonly group?: string | undefined;
  readonly generation?: number | undefined;
  readonly assignment?: Assignment | undefined;
}

/** [OWN-1] Every partition of a subscribed topic is owned, and only by one that subscribes to it. */
export function ownedBySubscribers(watched: Watched, event: Generation): Found | null {
  const { group, generation, assignment } = event;
  if (group === undefined || generation === undefined || !assignment) return null;
  for (const { member, topics, partitions } of assignment) {
    const alien = partitions.find(({ topic }) => !topics.includes(topic))?.topic;
    if (alien === undefined) continue;
    const text = `${member} owns ${alien} in generation ${generation} without subscribing to it`;
    return { rule: 'OWN-1', text };
  }
  return ownedWholly(watched, group, generation, assignment, event.seq);
}

function ownedWholly(
  watched: Watched,
  group: string,
  generation: number,
  assignment: Assignment,
  seq: number,
): Found | null {
  const owners = ownersOf(assignment);
  const topics = new Set(assignment.flatMap((entry) => entry.topics));
  for (const topic of topics) {
    // A topic may have changed since the coordinator last heard of it: that is a trigger of its own.
    const counts = countsSince(watched, topic, watched.knownUntil.get(group) ?? seq);
    const missing = counts.map((count) => firstWithoutOwner(owners, topic, count));
    const [first] = missing;
    if (first === undefined || missing.includes(-1)) continue;
    const text = `${topic}/${first} has no owner in generation ${generation} of ${group}`;
    return { rule: 'OWN-1', text };
  }
  return null;
}

/** -1: there is none. */
function firstWithoutOwner(
  owners: ReadonlyMap<string, string>,
  topic: string,
  count: number,
): number {
  for (let number = 0; number < count; number++) {
    if (!owners.has(partitionKey(topic, number))) return number;
  }
  return -1;
}

/** [OWN-2] No partition stands twice in one assignment, and a generation is given out once. */
export function assignedOnce(watched: Watched, event: Generation): Found | null {
  const { group, generation, assignment } = event;
  if (group === undefined || generation === undefined || !assignment) return null;
  const twice = ownedTwice(assignment);
  if (twice !== null) {
    const text = `${twice} has two owners in generation ${generation} of ${group}`;
    return { rule: 'OWN-2', text };
  }
  const before = recordOf(watched, group, generation);
  if (!before || isSame(before.assignment, assignment)) return null;
  return { rule: 'OWN-2', text: `generation ${generation} of ${group} is given out twice` };
}

function isSame(a: Assignment, b: Assignment): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function ownedTwice(assignment: Assignment): string | null {
  const seen = new Set<string>();
  for (const { partitions } of assignment) {
    for (const { topic, partitions: numbers } of partitions) {
      for (const number of numbers) {
        const key = partitionKey(topic, number);
        if (seen.has(key)) return key;
        seen.add(key);
      }
    }
  }
  return null;
}

/**
 * [OWN-2] A consumer takes up only what the record of its generation gives to it. One that was frozen
 * for long may take up what was on record so long ago that nobody remembers it: that is not judged.
 */
export function toldAsRecorded(
  watched: Watched,
  event: EventOf<'partition-acquired'>,
): Found | null {
  const { group, member, generation, topic, partition, process = member } = event;
  if (!lastRecord(watched, group)) return null;
  const what = `${process} takes ${topic}/${partition} in generation ${generation} of ${group}`;
  const record = recordOf(watched, group, generation);
  if (!record) {
    if (mayBeForgotten(watched, group, { generation })) return null;
    return { rule: 'OWN-2', text: `${what}, which is not on record` };
  }
  const owner = record.owners.get(partitionKey(topic, partition));
  if (owner === member) return null;
  return { rule: 'OWN-2', text: `${what}, but on record it is ${owner ?? 'nobody'}'s` };
}
