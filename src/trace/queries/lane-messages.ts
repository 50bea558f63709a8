/** Messages of the space-time diagram: from which lane to which, when, and what became of them. */
import type { Direction } from '../../wire/schema.ts';
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { Column } from './column.ts';
import { IntervalIndex } from './interval-index.ts';
import type { LaneLines } from './lane-lines.ts';
import { Names } from './names.ts';

const ends = ['under-way', 'delivered', 'dropped'] as const;
export type MessageEnd = (typeof ends)[number];

/** A stretch in which a message stood still: on a cut link, or before a frozen process. */
export interface Hold {
  readonly reason: string;
  readonly fromUs: number;
  /** Infinity while it lasts. */
  toUs: number;
  readonly heldSeq: number;
  /** Of its release, or of its loss; null while it lasts. */
  endSeq: number | null;
}

export interface LaneMessage {
  readonly message: number;
  /** Ids of lanes; -1 where that process was never seen to start. */
  readonly from: number;
  readonly to: number;
  readonly api: string;
  readonly direction: Direction;
  /** Of a refusal, else null. */
  readonly error: string | null;
  readonly group: string | null;
  readonly generation: number | null;
  /** The number of the message that it answers. */
  readonly request: number | null;
  /** A sign of life, and nothing else: see {@link MessageLines.isBeat}. */
  readonly isBeat: boolean;
  readonly sentUs: number;
  /** When it was to arrive, as it stood when it was sent. */
  readonly plannedUs: number;
  /** Infinity while it is under way. */
  readonly endedUs: number;
  readonly end: MessageEnd;
  readonly holds: readonly Hold[];
  readonly sentSeq: number;
  readonly corruptedSeq: number | null;
  /** Of its delivery or loss. */
  readonly endSeq: number | null;
}

type Take = (lines: MessageLines, trace: TraceReader, seq: number) => void;

const takes: Readonly<Partial<Record<EventKind, Take>>> = {
  'message-sent': (lines, trace, seq) => lines.send(trace, seq),
  'message-corrupted': (lines, trace, seq) => lines.corrupt(trace, seq),
  'message-held': (lines, trace, seq) => lines.hold(trace, seq),
  'message-released': (lines, trace, seq) => lines.release(trace, seq),
  'message-delivered': (lines, trace, seq) => lines.finish(trace, seq, 'delivered'),
  'message-dropped': (lines, trace, seq) => lines.finish(trace, seq, 'dropped'),
};

/** What is sent only to say that one lives; an answer to it that refuses says more. */
const beatApis: ReadonlySet<string> = new Set(['Heartbeat', 'ZooKeeperPing']);
const noHolds: readonly Hold[] = [];
const absent = -1;

/** What a message looks like apart from its times: of a run's messages many look alike. */
const beat = 1;
const refusal = 2;
const response = 4;

export class MessageLines {
  readonly times = new IntervalIndex();
  readonly #lanes: LaneLines;
  readonly #names = new Names();
  readonly #rows = new Map<number, number>();
  readonly #holds = new Map<number, Hold[]>();
  readonly #corrupted = new Map<number, number>();
  readonly #message = new Column(1024);
  readonly #from = new Column(1024);
  readonly #to = new Column(1024);
  readonly #api = new Column(1024);
  readonly #marks = new Column(1024);
  readonly #error = new Column(1024);
  readonly #group = new Column(1024);
  readonly #generation = new Column(1024);
  readonly #request = new Column(1024);
  readonly #planned = new Column(1024);
  readonly #sentSeq = new Column(1024);
  readonly #end = new Column(1024);
  readonly #endSeq = new Column(1024);

  constructor(lanes: LaneLines) {
    this.#lanes = lanes;
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    takes[kind]?.(this, trace, seq);
  }

  send(trace: TraceReader, seq: number): void {
    const row = this.times.begin(trace.atUs(seq));
    const message = trace.int(seq, 'message') ?? absent;
    const api = trace.text(seq, 'api') ?? '';
    const error = trace.text(seq, 'error');
    const isRefusal = typeof error === 'string' && error !== 'None';
    const isAnswer = trace.text(seq, 'direction') === 'response';
    this.#rows.set(message, row);
    this.#message.push(message);
    this.#from.push(this.#lanes.idOf(trace.process(seq)));
    this.#to.push(this.#lanes.idOf(trace.text(seq, 'to')));
    this.#api.push(this.#names.idOf(api));
    const isBeat = !isRefusal && beatApis.has(api);
    this.#marks.push((isBeat ? beat : 0) + (isRefusal ? refusal : 0) + (isAnswer ? response : 0));
    this.#error.push(isRefusal ? this.#names.idOf(error) : absent);
    this.#group.push(this.#names.idOf(trace.text(seq, 'group')));
    this.#generation.push(trace.int(seq, 'generation') ?? NaN);
    this.#request.push(trace.int(seq, 'request') ?? NaN);
    this.#planned.push(trace.int(seq, 'arrivesAtUs') ?? trace.atUs(seq));
    this.#sentSeq.push(seq);
    this.#end.push(0);
    this.#endSeq.push(absent);
  }

  corrupt(trace: TraceReader, seq: number): void {
    const row = this.#openRow(trace, seq);
    if (row !== undefined) this.#corrupted.set(row, seq);
  }

  hold(trace: TraceReader, seq: number): void {
    const row = this.#openRow(trace, seq);
    if (row === undefined) return;
    const reason = trace.text(seq, 'reason') ?? '';
    const fromUs = trace.atUs(seq);
    const hold = { reason, fromUs, toUs: Infinity, heldSeq: seq, endSeq: null };
    const before = this.#holds.get(row);
    if (before) before.push(hold);
    else this.#holds.set(row, [hold]);
  }

  release(trace: TraceReader, seq: number): void {
    const row = this.#openRow(trace, seq);
    if (row !== undefined) this.#endHold(row, trace.atUs(seq), seq);
  }

  finish(trace: TraceReader, seq: number, end: MessageEnd): void {
    const row = this.#openRow(trace, seq);
    if (row === undefined) return;
    const atUs = trace.atUs(seq);
    this.#endHold(row, atUs, seq);
    this.times.end(row, atUs);
    this.#end.set(row, ends.indexOf(end));
    this.#endSeq.set(row, seq);
  }

  /** The row of a message by its number, -1: none was sent. */
  rowOf(message: number): number {
    return this.#rows.get(message) ?? -1;
  }

  /** How many rows there are of what was sent up to event `seq`. */
  countUpTo(seq: number): number {
    return this.#sentSeq.firstAtLeast(seq + 1);
  }

  /** The event in which it was sent. */
  sentSeqOf(row: number): number {
    return this.#sentSeq.at(row);
  }

  /** The lane that a message left, and the one that it went to. */
  fromOf(row: number): number {
    return this.#from.at(row);
  }

  toOf(row: number): number {
    return this.#to.at(row);
  }

  /** It says that its sender lives, or that this was heard, and nothing else. */
  isBeat(row: number): boolean {
    return (this.#marks.at(row) & beat) !== 0;
  }

  apiOf(row: number): string {
    return this.#names.at(this.#api.at(row)) ?? '';
  }

  /** It refuses a request. */
  isRefusal(row: number): boolean {
    return (this.#marks.at(row) & refusal) !== 0;
  }

  /** All that is known of the message in a row, with what became of it at whatever time. */
  at(row: number): LaneMessage {
    return {
      message: this.#message.at(row),
      from: this.#from.at(row),
      to: this.#to.at(row),
      api: this.#names.at(this.#api.at(row)) ?? '',
      direction: (this.#marks.at(row) & response) !== 0 ? 'response' : 'request',
      error: this.#names.at(this.#error.at(row)),
      group: this.#names.at(this.#group.at(row)),
      generation: orNull(this.#generation.at(row)),
      request: orNull(this.#request.at(row)),
      isBeat: this.isBeat(row),
      sentUs: this.times.fromUs(row),
      plannedUs: this.#planned.at(row),
      endedUs: this.times.toUs(row),
      end: ends[this.#end.at(row)] as MessageEnd,
      holds: this.#holds.get(row) ?? noHolds,
      sentSeq: this.#sentSeq.at(row),
      corruptedSeq: this.#corrupted.get(row) ?? null,
      endSeq: this.#end.at(row) === 0 ? null : this.#endSeq.at(row),
    };
  }

  /** The events of a message in order: sent, damaged, held, released, delivered or lost. */
  seqsOf(message: number): readonly number[] {
    const row = this.rowOf(message);
    if (row < 0) return [];
    const { sentSeq, corruptedSeq, holds, endSeq } = this.at(row);
    const held = holds.flatMap((hold) => [hold.heldSeq, hold.endSeq]);
    const seqs = [sentSeq, corruptedSeq, ...held, endSeq].filter((seq) => seq !== null);
    return [...new Set(seqs)].toSorted((a, b) => a - b);
  }

  #openRow(trace: TraceReader, seq: number): number | undefined {
    const row = this.#rows.get(trace.int(seq, 'message') ?? absent);
    return row === undefined || this.#end.at(row) !== 0 ? undefined : row;
  }

  #endHold(row: number, atUs: number, seq: number): void {
    const last = this.#holds.get(row)?.at(-1);
    if (last?.endSeq !== null) return;
    last.toUs = atUs;
    last.endSeq = seq;
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
