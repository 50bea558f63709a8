/** What the lamps say of the invariants. Pure. */
import type { RuleId } from '../../protocol/rules.ts';
import type { Violation } from '../../trace/invariants.ts';
import { inSeconds } from '../amounts.ts';

export type LampState = 'holds' | 'broken' | 'waits';

export interface LampView {
  readonly rule: RuleId;
  readonly state: LampState;
  /** What is the case, in a sentence. */
  readonly says: string;
  /** The first event that breaks the rule. */
  readonly seq: number | null;
}

interface LampFacts {
  readonly rule: RuleId;
  readonly violation: Violation | null;
  /** Not all that has been seen has been looked at. */
  readonly isBeingRead: boolean;
}

/** What lies beyond what has been seen, events up to `last`, is nobody's news yet. */
export function newsUpTo(violation: Violation | null, last: number): Violation | null {
  return violation !== null && violation.seq <= last ? violation : null;
}

/** [OWN-5] is about what comes to be in the end: until then it waits. */
export function lampOf(
  { rule, violation, isBeingRead }: LampFacts,
  lacks: readonly string[],
): LampView {
  if (violation) {
    const says = `Broken at ${inSeconds(violation.atUs)}: ${violation.text}`;
    return { rule, state: 'broken', says, seq: violation.seq };
  }
  if (isBeingRead) return { rule, state: 'waits', says: beingRead, seq: null };
  if (rule !== 'OWN-5') return { rule, state: 'holds', says: 'It holds so far.', seq: null };
  const [first] = lacks;
  if (first === undefined)
    return { rule, state: 'holds', says: 'The group has settled.', seq: null };
  return { rule, state: 'waits', says: `Not settled: ${first}.`, seq: null };
}

const beingRead = 'The run is being read: whether it holds is not known yet.';

/** All of them in a few words. */
export function lampsWords(lamps: readonly LampView[], isBeingRead: boolean): string {
  const broken = lamps.filter(({ state }) => state === 'broken');
  if (broken.length > 0) return `${broken.map(({ rule }) => rule).join(', ')} broken`;
  if (isBeingRead) return 'being read';
  return lamps.some(({ state }) => state === 'waits') ? 'hold, not settled yet' : 'all hold';
}
