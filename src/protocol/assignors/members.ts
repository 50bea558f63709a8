/** What an assignor sees of a member, and the order in which members are dealt with. */

export interface Subscriber {
  readonly id: string;
  readonly topics: readonly string[];
}

export interface TopicSize {
  readonly topic: string;
  readonly partitions: number;
}

/** Member id -> topic -> partitions, ascending. Every member has an entry. */
export type Dealt = Map<string, Map<string, number[]>>;

/** Order of id: the trailing number, then the text: c-2 before c-10. */
export function compareIds(a: string, b: string): number {
  const difference = trailingNumber(a) - trailingNumber(b);
  if (difference !== 0) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}

function trailingNumber(id: string): number {
  const digits = /\d{1,15}$/.exec(id);
  return digits ? Number(digits[0]) : -1;
}

export function emptyHands(members: readonly Subscriber[]): Dealt {
  return new Map(members.map(({ id }) => [id, new Map()]));
}

export function deal(dealt: Dealt, member: string, topic: string, partition: number): void {
  const hand = dealt.get(member);
  const partitions = hand?.get(topic);
  if (partitions) partitions.push(partition);
  else hand?.set(topic, [partition]);
}
