/**
 * A rebalance as the ledger has it. It keeps instants, so that it can be told as it stood at any
 * moment; what happened later than that must not show.
 */
import type { TriggerId } from '../../protocol/facts.ts';

export interface Trigger {
  readonly trigger: TriggerId;
  /** Who or what: a member id, a consumer's name for a newcomer, a topic. */
  readonly subject: string;
}

/** `lost`: its coordinator went away. */
export type Outcome = 'running' | 'completed' | 'abandoned' | 'lost';

export interface RebalanceRow extends Trigger {
  readonly group: string;
  readonly rebalance: number;
  readonly coordinator: string;
  readonly startedSeq: number;
  readonly startedAtUs: number;
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
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** Partitions whose owner changed. */
  readonly moved: number | null;
  /** Partition time that nobody read in this disturbance; null until it has ended. */
  readonly unreadUs: number | null;
}

/** How it stood at a moment after its start. */
export function outcomeAt(row: RebalanceRow, atUs: number): Outcome {
  const overAtUs = row.completedAtUs ?? row.endedAtUs;
  return overAtUs !== null && overAtUs <= atUs ? row.outcome : 'running';
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
