/**
 * The ledger of rebalances: what set each off, how long its phases took, what it moved and what it
 * cost. It folds its own small world, of everything but messages, timers, links and offsets, so its
 * costs are the world's. A row keeps instants, so that it can be told as it stood at any moment.
 */
import type { TriggerId } from '../../protocol/facts.ts';
import type { EventKind, EventOf, TraceEvent } from '../events.ts';
import { countMoved } from '../fold/coordinators.ts';
import { costAt } from '../fold/cost.ts';
import { emptyWorld } from '../fold/empty.ts';
import { applyEvent } from '../fold/fold.ts';
import type { TraceReader } from '../reader.ts';
import type { GroupWorld, World } from '../world.ts';
import { reasonsOf } from '../why.ts';

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
  /** As far as it is known; it is `running` until the moment in `endedAtUs` or `completedAtUs`. */
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

type Open<T> = { -readonly [K in keyof T]: T[K] };

interface GroupLedger {
  readonly rows: Open<RebalanceRow>[];
  /** The last row, while it has not ended. */
  current: Open<RebalanceRow> | null;
  /** Members of the new generation that have not been answered. */
  readonly unanswered: Set<string>;
  /** Unread time up to here belongs to earlier rows, or to nobody's. */
  unreadBefore: number;
  /** What the last row left behind. */
  unreadEnded: number;
}

/** Kinds that a ledger has no use for; there are many of them. */
const ignored: ReadonlySet<EventKind> = new Set([
  'message-sent',
  'message-held',
  'message-released',
  'message-delivered',
  'message-dropped',
  'timer-started',
  'timer-cancelled',
  'timer-fired',
  'connection-opened',
  'connection-closed',
  'link-changed',
  'offset-committed',
  'records-consumed',
]);

export class LedgerCollector {
  readonly #world: World = emptyWorld();
  readonly #groups = new Map<string, GroupLedger>();

  /** The rebalances of a group, in order of time. */
  rowsOf(group: string): readonly RebalanceRow[] {
    return this.#groups.get(group)?.rows ?? [];
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    if (ignored.has(kind)) return;
    const event = trace.event(seq);
    const told = 'group' in event ? this.#world.groups.get(event.group ?? '') : undefined;
    const movedBy = told && event.kind === 'metadata-written' ? movedByWrite(told, event) : null;
    applyEvent(this.#world, event);
    for (const group of this.#world.groups.values()) this.#note(trace, group, event, movedBy);
  }

  #note(trace: TraceReader, group: GroupWorld, event: TraceEvent, movedBy: number | null): void {
    const ledger = this.#ledgerOf(group.group);
    const { current } = ledger;
    const isAbout = 'group' in event && event.group === group.group;
    if (current && isAbout) noteProgress(ledger, current, event, movedBy);
    if (current?.outcome === 'running' && group.rebalance?.startedSeq !== current.startedSeq) {
      current.outcome = 'lost';
      endRow(ledger, group, event.atUs);
    }
    const isBegun = event.kind === 'rebalance-started' && group.rebalance?.startedSeq === event.seq;
    if (isBegun) beginRow(trace, ledger, group, event);
    else if (current?.completedAtUs !== null && group.cost.unreadNow === 0) {
      endRowWhenAnswered(ledger, group, event.atUs);
    }
  }

  #ledgerOf(group: string): GroupLedger {
    let ledger = this.#groups.get(group);
    if (!ledger) {
      ledger = {
        rows: [],
        current: null,
        unanswered: new Set(),
        unreadBefore: 0,
        unreadEnded: 0,
      };
      this.#groups.set(group, ledger);
    }
    return ledger;
  }
}

function movedByWrite(group: GroupWorld, event: EventOf<'metadata-written'>): number | null {
  return event.assignment ? countMoved(group.assignment, event.assignment) : null;
}

function beginRow(
  trace: TraceReader,
  ledger: GroupLedger,
  group: GroupWorld,
  event: EventOf<'rebalance-started'>,
): void {
  const { seq, atUs, rebalance, trigger, subject, process = '' } = event;
  endRow(ledger, group, atUs);
  const { unreadUs, unreadInDisturbanceUs, calm } = costAt(group, atUs);
  const before = calm ? unreadUs : unreadUs - unreadInDisturbanceUs;
  ledger.unreadBefore = Math.max(before, ledger.unreadEnded);
  ledger.unanswered.clear();
  const origin = reasonsOf(trace, seq).at(-1) ?? seq;
  const isSetting = trace.kind(origin) === 'group-configured';
  ledger.current = {
    ...{ group: group.group, rebalance, coordinator: process, trigger, subject },
    ...{ startedSeq: seq, startedAtUs: atUs },
    originSeq: isSetting ? null : origin,
    originAtUs: isSetting ? null : trace.atUs(origin),
    further: [],
    ...{ allInAtUs: null, completedAtUs: null, answeredAtUs: null, endedAtUs: null },
    outcome: 'running',
    ...{ generation: null, joined: [], left: [], moved: null, unreadUs: null },
  };
  ledger.rows.push(ledger.current);
}

/** What comes of the current rebalance. */
function noteProgress(
  ledger: GroupLedger,
  row: Open<RebalanceRow>,
  event: TraceEvent,
  movedBy: number | null,
): void {
  const { atUs } = event;
  const isItsOwn = 'rebalance' in event && event.rebalance === row.rebalance;
  if (event.kind === 'metadata-written') row.moved = movedBy;
  else if (event.kind === 'group-state' && event.state === 'Rebalancing') row.allInAtUs ??= atUs;
  else if (event.kind === 'consumer-state') noteAnswer(ledger, row, event);
  else if (!isItsOwn || row.outcome !== 'running') return;
  else if (event.kind === 'rebalance-joined') {
    row.further = [...row.further, { trigger: event.trigger, subject: event.subject, atUs }];
  } else if (event.kind === 'rebalance-abandoned') {
    row.outcome = 'abandoned';
    row.endedAtUs = atUs;
  } else if (event.kind === 'rebalance-completed') {
    const { generation, joined, left } = event;
    Object.assign(row, { outcome: 'completed', completedAtUs: atUs, generation, joined, left });
    for (const { member } of event.assignment) ledger.unanswered.add(member);
  }
}

function noteAnswer(
  { unanswered }: GroupLedger,
  row: Open<RebalanceRow>,
  { member, generation, state, atUs }: EventOf<'consumer-state'>,
): void {
  if (member === null || state !== 'PartOfGroup' || generation !== row.generation) return;
  if (unanswered.delete(member) && unanswered.size === 0) row.answeredAtUs = atUs;
}

/** All have their answer and all is read. */
function endRowWhenAnswered(ledger: GroupLedger, group: GroupWorld, atUs: number): void {
  if (ledger.unanswered.size === 0) endRow(ledger, group, atUs);
}

function endRow(ledger: GroupLedger, group: GroupWorld, atUs: number): void {
  const { current, unreadBefore } = ledger;
  if (!current) return;
  const { unreadUs } = costAt(group, atUs);
  current.endedAtUs ??= atUs;
  current.unreadUs = unreadUs - unreadBefore;
  ledger.unreadEnded = unreadUs;
  ledger.current = null;
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
