/** Who is behind a member's id. */
import type { Assignment } from '../../protocol/facts.ts';
import type { GroupWorld } from '../world.ts';
import type { Member } from './ledger-row.ts';

/** Who was declared dead is a member no more, but stands in the record. */
export function consumerBehind({ members, assignment }: GroupWorld, subject: string): string {
  const entry = members.get(subject) ?? assignment.find(({ member }) => member === subject);
  return entry?.consumer ?? subject;
}

/** A member as an assignment names it. */
export function named(member: string, assignment: Assignment): Member {
  const entry = assignment.find((one) => one.member === member);
  return { member, consumer: entry?.consumer ?? member };
}
