/**
 * The invariants OWN-1 to OWN-4, watched over the events alone: a checker sees what a reader of the
 * trace sees, and nothing of the protocol's insides. (OWN-5, liveness, is a matter of a whole run.)
 */
import type { RuleId } from '../protocol/rules.ts';
import type { EventKind, TraceEvent } from './events.ts';
import { committedByMember } from './invariants/commits.ts';
import { completionGrows, recordGrows } from './invariants/generations.ts';
import { assignedOnce, ownedBySubscribers, toldAsRecorded } from './invariants/ownership.ts';
import { notes, nothingWatched } from './invariants/watched.ts';
import type { Check, Found, Watched } from './invariants/watched.ts';

export interface Violation {
  readonly rule: RuleId;
  readonly seq: number;
  readonly atUs: number;
  readonly text: string;
}

export interface Invariants {
  /** To be called with every event, in order; the first violation that it brings, or null. */
  readonly check: (event: TraceEvent) => Violation | null;
}

/** What is looked at when, in this order. A kind that stands nowhere costs nothing. */
const checks: { readonly [K in EventKind]?: readonly Check<K>[] } = {
  'metadata-written': [recordGrows, assignedOnce, ownedBySubscribers],
  'rebalance-completed': [completionGrows, assignedOnce, ownedBySubscribers],
  'coordinator-loaded': [recordGrows],
  'partition-acquired': [toldAsRecorded],
  'offset-committed': [committedByMember],
};

type AnyNote = (watched: Watched, event: TraceEvent) => void;

const checksOf = new Map(Object.entries(checks) as unknown as [EventKind, Check<EventKind>[]][]);
const noteOf = new Map(Object.entries(notes) as unknown as [EventKind, AnyNote][]);

/** A fresh set of checkers for one run. */
export function createInvariants(): Invariants {
  const watched = nothingWatched();
  return {
    check: (event) => {
      const found = firstFound(watched, event);
      noteOf.get(event.kind)?.(watched, event);
      return found ? { ...found, seq: event.seq, atUs: event.atUs } : null;
    },
  };
}

function firstFound(watched: Watched, event: TraceEvent): Found | null {
  for (const check of checksOf.get(event.kind) ?? []) {
    const found = check(watched, event);
    if (found) return found;
  }
  return null;
}
