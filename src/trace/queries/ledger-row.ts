/**
 * A rebalance as the ledger has it. It keeps instants, so that it can be told as it stood at any
 * moment; what happened later than that must not show.
 */
import type { TriggerId } from '../../protocol/facts.ts';

export interface Trigger {
  readonly trigger: TriggerId;
  /** Who or what: a member id, a consumer's name for a newcomer, a topic. */
  readonly subject: string;
  /** The process behind the subject, where that is a member; else the subject. */
  readonly subjectName: string;
}

/** `lost`: its coordinator went away. */
export type Outcome = 'running' | 'completed' | 'abandoned' | 'lost';

/** A member by its id, with the name of the process behind it. */
export interface Member {
  readonly member: string;
  readonly consumer: string;
}

/** From this moment on so many partitions are unread; before it, so much of the row's time was. */
export interface UnreadFrom {
  readonly atUs: number;
  readonly partitions: number;
  readonly unreadUs: number;
}

/** [OFF-2] Records that were read again, and when that was said. */
export interface ReadAgain {
  readonly atUs: number;
  readonly records: number;
}

export interface RebalanceRow extends Trigger {
  readonly group: string;
  readonly rebalance: number;
  readonly coordinator: string;
  readonly startedSeq: number;
  readonly startedAtUs: number;
  /** What it goes back to: a user's action, the start of a process, or a setting. */
  readonly firstCauseSeq: number;
  /** The same in words. */
  readonly firstCause: string;
  /** The user's action, or the start of a process, that it goes back to; null: a mere setting. */
  readonly originSeq: number | null;
  readonly originAtUs: number | null;
  /** Further triggers that joined it. */
  readonly further: readonly (Trigger & { readonly atUs: number })[];
  /** All live members had registered: the result was about to be written. */
  readonly allInAtUs: number | null;
  /** The write was acknowledged. */
  readonly completedAtUs: number | null;
  /** The last member of the generation had its answer. */
  readonly answeredAtUs: number | null;
  /** Everything was read again, or the next rebalance began, or this one came to nothing. */
  readonly endedAtUs: number | null;
  /** As it stands at the end of what is known; see {@link outcomeAt}. */
  readonly outcome: Outcome;
  /** The generation that it made. */
  readonly generation: number | null;
  readonly joined: readonly Member[];
  readonly left: readonly Member[];
  /** Partitions whose owner changed. */
  readonly moved: number | null;
  /** How many had to, at the least: see `leastMoves`. */
  readonly leastMoved: number | null;
  /** Partition time that nobody read in this disturbance; null until it has ended. */
  readonly unreadUs: number | null;
  /** How that came together, in order of time; see {@link unreadAt}. */
  readonly unread: readonly UnreadFrom[];
  /**
   * [OFF-2] Records read again in the generation that it made, each time that some were said: at
   * commits, releases and crashes, so also after it has ended. See {@link duplicatesAt}.
   */
  readonly duplicates: readonly ReadAgain[];
}

/** The rows that had begun at a moment; they are in order of time. */
export function rowsAt(rows: readonly RebalanceRow[], atUs: number): readonly RebalanceRow[] {
  return rows.filter(({ startedAtUs }) => startedAtUs <= atUs);
}

/** How it stood at a moment after its start. */
export function outcomeAt(row: RebalanceRow, atUs: number): Outcome {
  const overAtUs = row.completedAtUs ?? row.endedAtUs;
  return overAtUs !== null && overAtUs <= atUs ? row.outcome : 'running';
}

/** [COST-1] Partition time that nobody had read in this disturbance up to a moment. */
export function unreadAt({ unread, endedAtUs }: RebalanceRow, atUs: number): number {
  const last = unread.findLast((one) => one.atUs <= atUs);
  if (!last) return 0;
  const toUs = Math.min(atUs, endedAtUs ?? Infinity);
  return last.unreadUs + last.partitions * Math.max(0, toUs - last.atUs);
}

/** [OFF-2] Records that it made to be read again, as far as that was said at a moment. */
export function duplicatesAt({ duplicates }: RebalanceRow, atUs: number): number {
  let sum = 0;
  for (const said of duplicates) if (said.atUs <= atUs) sum += said.records;
  return sum;
}

/** How long each phase had lasted at a moment; null: it had not begun, or cannot be told. */
export interface Phases {
  /** From its origin until the coordinator began it. */
  readonly detectUs: number | null;
  /** Waiting for the registrations of all live members. */
  readonly waitUs: number | null;
  /** Until the result was written. */
  readonly writeUs: number | null;
  /** Until every member had its answer. */
  readonly answerUs: number | null;
}

export function phasesAt(row: RebalanceRow, atUs: number): Phases {
  const { originAtUs, startedAtUs, allInAtUs, completedAtUs, answeredAtUs, endedAtUs } = row;
  const end = endedAtUs ?? atUs;
  return {
    detectUs: lasted(originAtUs, startedAtUs, atUs),
    waitUs: lasted(startedAtUs, allInAtUs ?? end, atUs),
    writeUs: lasted(allInAtUs, completedAtUs ?? end, atUs),
    answerUs: lasted(completedAtUs, answeredAtUs ?? end, atUs),
  };
}

function lasted(fromUs: number | null, toUs: number, atUs: number): number | null {
  return fromUs === null || fromUs > atUs ? null : Math.min(toUs, atUs) - fromUs;
}
