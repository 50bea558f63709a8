/**
 * Timers of the space-time diagram: a row for every start, up to the moment at which it fired, was
 * started again, was cancelled, or ended with its process. Heartbeats start the same timers again and
 * again; {@link TimerLines.runsOf} makes one run of what follows without a gap.
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { Column } from './column.ts';
import { IntervalIndex } from './interval-index.ts';
import type { LaneLines } from './lane-lines.ts';
import { Names } from './names.ts';

const ends = ['running', 'fired', 'restarted', 'cancelled', 'gone'] as const;
/** `gone`: its process ended. */
export type TimerEnd = (typeof ends)[number];

export interface LaneTimer {
  /** The id of its owner's lane; -1 where that was never seen to start. */
  readonly lane: number;
  readonly timer: string;
  /** Whom or what it is about; empty where there is only one. */
  readonly subject: string;
  readonly fromUs: number;
  /** When it is to fire; a frozen process may be later. */
  readonly deadlineUs: number;
  /** Infinity while it runs. */
  readonly toUs: number;
  readonly end: TimerEnd;
  readonly startedSeq: number;
  /** The event that ended it. */
  readonly endSeq: number | null;
}

/** Starts of one timer of which each ended the one before. */
export interface TimerRun {
  readonly lane: number;
  readonly timer: string;
  readonly subject: string;
  /** In order of time; never empty. */
  readonly rows: number[];
}

type Take = (lines: TimerLines, trace: TraceReader, seq: number) => void;

const takes: Readonly<Partial<Record<EventKind, Take>>> = {
  'timer-started': (lines, trace, seq) => lines.start(trace, seq),
  'timer-fired': (lines, trace, seq) => lines.finish(trace, seq, 'fired'),
  'timer-cancelled': (lines, trace, seq) => lines.finish(trace, seq, 'cancelled'),
  'process-started': (lines, trace, seq) => lines.drop(trace, seq),
  'process-crashed': (lines, trace, seq) => lines.drop(trace, seq),
  'process-stopped': (lines, trace, seq) => lines.drop(trace, seq),
};

/** Running timers of a process: by timer, by subject -> row. */
type Running = Map<string, Map<string, number>>;

export class TimerLines {
  readonly times = new IntervalIndex();
  /** Rows of those that fired, in the order in which they did. */
  readonly fired: number[] = [];
  readonly #lanes: LaneLines;
  readonly #names = new Names();
  readonly #running = new Map<string, Running>();
  readonly #lane = new Column(1024);
  readonly #timer = new Column(1024);
  readonly #subject = new Column(1024);
  readonly #deadline = new Column(1024);
  readonly #startedSeq = new Column(1024);
  readonly #end = new Column(1024);
  readonly #endSeq = new Column(1024);
  /** The first row of the run that it belongs to. */
  readonly #run = new Column(1024);

  constructor(lanes: LaneLines) {
    this.#lanes = lanes;
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    takes[kind]?.(this, trace, seq);
  }

  start(trace: TraceReader, seq: number): void {
    const process = trace.process(seq) ?? '';
    const timer = trace.text(seq, 'timer') ?? '';
    const subject = trace.text(seq, 'subject') ?? '';
    const running = this.#runningOf(process, timer);
    const before = running.get(subject);
    if (before !== undefined) this.#close(before, trace.atUs(seq), seq, 'restarted');
    const row = this.times.begin(trace.atUs(seq));
    running.set(subject, row);
    this.#lane.push(this.#lanes.idOf(process));
    this.#timer.push(this.#names.idOf(timer));
    this.#subject.push(this.#names.idOf(subject));
    this.#deadline.push(trace.int(seq, 'deadlineUs') ?? trace.atUs(seq));
    this.#startedSeq.push(seq);
    this.#end.push(0);
    this.#endSeq.push(-1);
    this.#run.push(before === undefined ? row : this.#run.at(before));
  }

  finish(trace: TraceReader, seq: number, end: TimerEnd): void {
    const running = this.#runningOf(trace.process(seq) ?? '', trace.text(seq, 'timer') ?? '');
    const subject = trace.text(seq, 'subject') ?? '';
    const row = running.get(subject);
    if (row === undefined) return;
    running.delete(subject);
    this.#close(row, trace.atUs(seq), seq, end);
    if (end === 'fired') this.fired.push(row);
  }

  /** A process ends, or begins anew: none of its timers runs any more. */
  drop(trace: TraceReader, seq: number): void {
    const process = trace.process(seq) ?? '';
    for (const bySubject of this.#running.get(process)?.values() ?? []) {
      for (const row of bySubject.values()) this.#close(row, trace.atUs(seq), seq, 'gone');
    }
    this.#running.delete(process);
  }

  /** How many rows there are of what was started up to event `seq`. */
  countUpTo(seq: number): number {
    return this.#startedSeq.firstAtLeast(seq + 1);
  }

  laneOf(row: number): number {
    return this.#lane.at(row);
  }

  timerOf(row: number): string {
    return this.#names.at(this.#timer.at(row)) ?? '';
  }

  /** The event that ended it; -1 while it runs. */
  endSeqOf(row: number): number {
    return this.#endSeq.at(row);
  }

  /** All that is known of the start in a row, with what became of it at whatever time. */
  at(row: number): LaneTimer {
    const end = this.#end.at(row);
    return {
      lane: this.#lane.at(row),
      timer: this.timerOf(row),
      subject: this.#names.at(this.#subject.at(row)) ?? '',
      fromUs: this.times.fromUs(row),
      deadlineUs: this.#deadline.at(row),
      toUs: this.times.toUs(row),
      end: ends[end] as TimerEnd,
      startedSeq: this.#startedSeq.at(row),
      endSeq: end === 0 ? null : this.#endSeq.at(row),
    };
  }

  /** Rows of a window put together: each run has those that end one another. */
  runsOf(rows: Uint32Array): TimerRun[] {
    const runs = new Map<number, TimerRun>();
    for (const row of rows) {
      const number = this.#run.at(row);
      const run = runs.get(number);
      if (run) {
        run.rows.push(row);
        continue;
      }
      const { lane, timer, subject } = this.at(row);
      runs.set(number, { lane, timer, subject, rows: [row] });
    }
    return [...runs.values()];
  }

  #runningOf(process: string, timer: string): Map<string, number> {
    let byTimer = this.#running.get(process);
    if (!byTimer) this.#running.set(process, (byTimer = new Map<string, Map<string, number>>()));
    let bySubject = byTimer.get(timer);
    if (!bySubject) byTimer.set(timer, (bySubject = new Map<string, number>()));
    return bySubject;
  }

  #close(row: number, atUs: number, seq: number, end: TimerEnd): void {
    this.times.end(row, atUs);
    this.#end.set(row, ends.indexOf(end));
    this.#endSeq.set(row, seq);
  }
}
