/**
 * The ledger of rebalances: what set each off, how long its phases took, what it moved and what it
 * cost. It folds its own small world, of everything but messages, timers, links and offsets, so its
 * costs are the world's. A row keeps instants, so that it can be told as it stood at any moment.
 */
import type { Assignment } from '../../protocol/facts.ts';
import { describe } from '../describe.ts';
import type { EventKind, EventOf, TraceEvent } from '../events.ts';
import { costAt } from '../fold/cost.ts';
import { emptyWorld } from '../fold/empty.ts';
import { applyEvent } from '../fold/fold.ts';
import type { TraceReader } from '../reader.ts';
import type { GroupWorld, World } from '../world.ts';
import { reasonsOf } from '../why.ts';
import { consumerBehind, named } from './ledger-names.ts';
import { leastMoves } from './least-moves.ts';
import type { ReadAgain, RebalanceRow, UnreadFrom } from './ledger-row.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };
type OpenRow = Open<RebalanceRow> & {
  readonly unread: UnreadFrom[];
  readonly duplicates: ReadAgain[];
};

interface GroupLedger {
  readonly rows: OpenRow[];
  /** The last row, while it has not ended. */
  current: OpenRow | null;
  /** Members of the new generation that have not been answered. */
  readonly unanswered: Set<string>;
  /** Unread time up to here belongs to earlier rows, or to nobody's. */
  unreadBefore: number;
  /** Unread time when the last row ended. */
  unreadEnded: number;
  /** Partitions moved before this row. */
  movedBefore: number;
  /** Who owned what when this row began. */
  assignmentBefore: Assignment;
  /** The last row that made a generation. */
  completed: OpenRow | null;
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
]);

export class LedgerCollector {
  readonly #world: World = emptyWorld();
  readonly #groups = new Map<string, GroupLedger>();

  /** The rebalances of a group, in order of time. */
  rowsOf(group: string): readonly RebalanceRow[] {
    return this.#groups.get(group)?.rows ?? [];
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    if (kind === 'records-consumed') return this.#noteDuplicates(trace, seq);
    if (ignored.has(kind)) return;
    const event = trace.event(seq);
    applyEvent(this.#world, event);
    for (const group of this.#world.groups.values()) {
      const ledger = this.#ledgerOf(group.group);
      if ('group' in event && event.group === group.group) noteProgress(ledger, group, event);
      endIfOver(ledger, group, event);
      const isBegun = group.rebalance?.startedSeq === seq;
      if (isBegun && event.kind === 'rebalance-started') beginRow(trace, ledger, group, event);
      noteUnread(ledger, group, event.atUs);
    }
  }

  /** [OFF-2] They come of the last generation, whoever says so and however late. */
  #noteDuplicates(trace: TraceReader, seq: number): void {
    const records = trace.int(seq, 'duplicates') ?? 0;
    const row = this.#groups.get(trace.text(seq, 'group') ?? '')?.completed;
    if (row && records > 0) row.duplicates.push({ atUs: trace.atUs(seq), records });
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
        movedBefore: 0,
        assignmentBefore: [],
        completed: null,
      };
      this.#groups.set(group, ledger);
    }
    return ledger;
  }
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
  ledger.movedBefore = group.cost.partitionsMoved;
  ledger.assignmentBefore = group.assignment;
  ledger.unanswered.clear();
  const reasons = reasonsOf(trace, seq);
  const firstCauseSeq = thawBehind(trace, reasons) ?? reasons.at(-1) ?? seq;
  const originSeq = isMoment(trace.kind(firstCauseSeq)) ? firstCauseSeq : null;
  ledger.current = {
    group: group.group,
    rebalance,
    coordinator: process,
    trigger,
    subject,
    startedSeq: seq,
    startedAtUs: atUs,
    firstCauseSeq,
    firstCause: describe(trace.event(firstCauseSeq), trace),
    subjectName: consumerBehind(group, subject),
    originSeq,
    originAtUs: originSeq === null ? null : trace.atUs(originSeq),
    ...nothingYet,
    unread: [],
    duplicates: [],
  };
  ledger.rows.push(ledger.current);
}

/**
 * What reached a frozen process takes effect as it thaws: then that is what set the rebalance off,
 * and not what had become of the process meanwhile. The command, or null: no step is such a one.
 */
function thawBehind(trace: TraceReader, reasons: readonly number[]): number | null {
  for (const step of reasons) {
    const process = trace.process(step);
    for (let at = step; at >= 0 && trace.atUs(at) === trace.atUs(step); at--) {
      if (trace.kind(at) === 'process-thawed' && trace.process(at) === process) {
        return trace.cause(at);
      }
    }
  }
  return null;
}

/** What a row has to say at its start. */
const nothingYet = {
  further: [],
  allInAtUs: null,
  completedAtUs: null,
  answeredAtUs: null,
  endedAtUs: null,
  outcome: 'running',
  generation: null,
  joined: [],
  left: [],
  moved: null,
  leastMoved: null,
  unreadUs: null,
} as const;

/** What set something off at a moment: an action, or the start of a process; a setting did not. */
function isMoment(kind: EventKind): boolean {
  return kind === 'command' || kind === 'process-started';
}

/** What comes of the current rebalance. */
function noteProgress(ledger: GroupLedger, group: GroupWorld, event: TraceEvent): void {
  const { current: row, unanswered } = ledger;
  if (!row) return;
  const { atUs } = event;
  if (event.kind === 'consumer-state') return noteAnswer(ledger, row, event);
  if (row.outcome !== 'running' || event.process !== row.coordinator) return;
  if (event.kind === 'group-state' && event.state === 'Rebalancing') row.allInAtUs ??= atUs;
  if (!('rebalance' in event) || event.rebalance !== row.rebalance) return;
  if (event.kind === 'rebalance-joined') {
    const { trigger, subject } = event;
    const subjectName = consumerBehind(group, subject);
    row.further = [...row.further, { trigger, subject, subjectName, atUs }];
  } else if (event.kind === 'rebalance-abandoned') {
    row.outcome = 'abandoned';
  } else if (event.kind === 'rebalance-completed') {
    complete(ledger, row, event);
    row.moved = group.cost.partitionsMoved - ledger.movedBefore;
    for (const { member } of event.assignment) unanswered.add(member);
  }
}

function complete(
  ledger: GroupLedger,
  row: OpenRow,
  { atUs, generation, assignment, joined, left }: EventOf<'rebalance-completed'>,
): void {
  const { assignmentBefore } = ledger;
  row.outcome = 'completed';
  row.completedAtUs = atUs;
  row.generation = generation;
  row.joined = joined.map((member) => named(member, assignment));
  row.left = left.map((member) => named(member, assignmentBefore));
  row.leastMoved = leastMoves(assignmentBefore, assignment);
  ledger.completed = row;
}

/** Adds a point where the number of unread partitions changes; one at each moment. */
function noteUnread({ current: row, unreadBefore }: GroupLedger, group: GroupWorld, atUs: number) {
  if (!row) return;
  const last = row.unread.at(-1);
  const { unreadNow: partitions } = group.cost;
  if (last?.partitions === partitions) return;
  if (last?.atUs === atUs) row.unread.pop();
  row.unread.push({ atUs, partitions, unreadUs: costAt(group, atUs).unreadUs - unreadBefore });
}

function noteAnswer(
  { unanswered }: GroupLedger,
  row: OpenRow,
  { member, generation, state, atUs }: EventOf<'consumer-state'>,
): void {
  if (member === null || state !== 'PartOfGroup' || generation !== row.generation) return;
  if (unanswered.delete(member) && unanswered.size === 0) row.answeredAtUs = atUs;
}

/** It came to nothing; or all have their answer, and all is read. */
function endIfOver(ledger: GroupLedger, group: GroupWorld, { atUs }: TraceEvent): void {
  const { current: row, unanswered } = ledger;
  if (!row) return;
  if (row.outcome === 'running') {
    if (group.rebalance?.startedSeq === row.startedSeq) return;
    row.outcome = 'lost';
  }
  const isOver = row.outcome !== 'completed' || (unanswered.size === 0 && !group.cost.unreadNow);
  if (isOver) endRow(ledger, group, atUs);
}

function endRow(ledger: GroupLedger, group: GroupWorld, atUs: number): void {
  const { current, unreadBefore } = ledger;
  if (!current) return;
  const { unreadUs } = costAt(group, atUs);
  current.endedAtUs = atUs;
  current.unreadUs = unreadUs - unreadBefore;
  ledger.unreadEnded = unreadUs;
  ledger.current = null;
}
