/** [OWN-4] A commit is accepted only from a current member in the current generation, as recorded. */
import type { EventOf } from '../events.ts';
import { forgotten, mayBeForgotten, recordAt } from './watched.ts';
import type { Found, Watched } from './watched.ts';

/**
 * What counts is the record when the store took the offsets: which is when it sent the answer that
 * the coordinator is handling. Where that is too long ago to be remembered, nothing is judged.
 */
export function committedByMember(
  watched: Watched,
  event: EventOf<'offset-committed'>,
): Found | null {
  const { member, generation, group, cause, seq } = event;
  const takenAt = watched.delivered.get(cause ?? -1) ?? seq;
  if (takenAt === forgotten || mayBeForgotten(watched, group, { seq: takenAt })) return null;
  const record = recordAt(watched, group, takenAt);
  const who = `a commit of ${member} in generation ${generation} of ${group}`;
  if (!record) return { rule: 'OWN-4', text: `${who} is accepted without a record` };
  if (record.generation !== generation) {
    const text = `${who} is accepted while the record says generation ${record.generation}`;
    return { rule: 'OWN-4', text };
  }
  if (record.members.has(member)) return null;
  return { rule: 'OWN-4', text: `${who} is accepted from one who is no member` };
}
