/** A stored group record as the trace tells it. */
import type { Assignment } from '../facts.ts';
import type { GroupRecord } from './nodes.ts';

export function assignmentOf(record: GroupRecord): Assignment {
  return record.members.map(({ id, consumer, topics, partitions }) => ({
    member: id,
    consumer,
    topics,
    partitions,
  }));
}
