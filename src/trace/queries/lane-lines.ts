/** Lifelines: every process with what it was when, and of consumers what they did. */
import { consumerStates } from '../../protocol/facts.ts';
import type { ConsumerStateName } from '../../protocol/facts.ts';
import type { ProcessRole } from '../../protocol/step.ts';
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import type { ProcessStatus } from '../world.ts';

export interface StatusSpan {
  readonly status: ProcessStatus;
  readonly fromUs: number;
  /** Infinity while it lasts. */
  toUs: number;
  /** The event that began it. */
  readonly seq: number;
  /** Which life of the process it belongs to, from 1. */
  readonly incarnation: number;
}

export interface StateSpan {
  readonly state: ConsumerStateName;
  readonly member: string | null;
  /** -1 before the first. */
  readonly generation: number;
  readonly fetching: boolean;
  readonly fromUs: number;
  /** Infinity while it lasts. */
  toUs: number;
  /** The consumer-state event. */
  readonly seq: number;
}

export interface Lane {
  /** In order of first appearance; never changes. */
  readonly id: number;
  readonly process: string;
  readonly role: ProcessRole;
  readonly slot: number;
  /** Of consumers, else null. */
  readonly group: string | null;
  /** In order of time, from the first start on: before that it had not been started. */
  readonly statuses: StatusSpan[];
  /** In order of time; none while it is down. */
  readonly states: StateSpan[];
}

type Take = (lines: LaneLines, trace: TraceReader, seq: number) => void;

const takes: Readonly<Partial<Record<EventKind, Take>>> = {
  'process-started': (lines, trace, seq) => lines.start(trace, seq),
  'process-frozen': (lines, trace, seq) => lines.change(trace, seq, 'frozen'),
  'process-thawed': (lines, trace, seq) => lines.change(trace, seq, 'running'),
  'process-crashed': (lines, trace, seq) => lines.change(trace, seq, 'crashed'),
  'process-stopped': (lines, trace, seq) => lines.change(trace, seq, 'stopped'),
  'consumer-state': (lines, trace, seq) => lines.takeState(trace, seq),
  'member-added': (lines, trace, seq) => lines.takeMember(trace, seq),
};

/** Down the stage: the store, the brokers, the consumers. */
const rank: Readonly<Record<ProcessRole, number>> = { zookeeper: 0, broker: 1, consumer: 2 };

export class LaneLines {
  readonly #lanes: Lane[] = [];
  readonly #byName = new Map<string, Lane>();
  /** `<group>/<id>` of a member -> its consumer. */
  readonly #members = new Map<string, string>();
  /** In the order of the stage; null where one came since they were sorted. */
  #sorted: readonly Lane[] | null = [];

  /** All lanes in the order of the stage: the store, brokers, consumers, each as they first came. */
  get inOrder(): readonly Lane[] {
    this.#sorted ??= this.#lanes.toSorted(
      (a, b) => rank[a.role] - rank[b.role] || a.slot - b.slot || a.id - b.id,
    );
    return this.#sorted;
  }

  /** All lanes by id. */
  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  /** The id of a process's lane; -1: it has never been started. */
  idOf(process: string | null | undefined): number {
    return this.#byName.get(process ?? '')?.id ?? -1;
  }

  /** The consumer behind a member, `<group>/<id>` as timers name it, once it was let in. */
  consumerOf(member: string): string | undefined {
    return this.#members.get(member);
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    takes[kind]?.(this, trace, seq);
  }

  takeMember(trace: TraceReader, seq: number): void {
    const key = `${trace.text(seq, 'group') ?? ''}/${trace.text(seq, 'member') ?? ''}`;
    this.#members.set(key, trace.text(seq, 'consumer') ?? '');
  }

  start(trace: TraceReader, seq: number): void {
    const process = trace.process(seq) ?? '';
    const lane = this.#byName.get(process) ?? this.#add(trace, seq, process);
    endLast(lane.states, trace.atUs(seq));
    beginStatus(lane, 'running', trace, seq, trace.int(seq, 'incarnation') ?? 1);
  }

  change(trace: TraceReader, seq: number, status: ProcessStatus): void {
    const lane = this.#byName.get(trace.process(seq) ?? '');
    if (!lane) return;
    if (status === 'crashed' || status === 'stopped') endLast(lane.states, trace.atUs(seq));
    beginStatus(lane, status, trace, seq, lane.statuses.at(-1)?.incarnation ?? 1);
  }

  takeState(trace: TraceReader, seq: number): void {
    const lane = this.#byName.get(trace.process(seq) ?? '');
    const state = consumerStates.find((name) => name === trace.text(seq, 'state'));
    if (!lane || !state) return;
    const fromUs = trace.atUs(seq);
    endLast(lane.states, fromUs);
    if (state === 'Down') return;
    lane.states.push({
      state,
      member: trace.text(seq, 'member') ?? null,
      generation: trace.int(seq, 'generation') ?? -1,
      fetching: trace.bool(seq, 'fetching') ?? false,
      fromUs,
      toUs: Infinity,
      seq,
    });
  }

  #add(trace: TraceReader, seq: number, process: string): Lane {
    const lane: Lane = {
      id: this.#lanes.length,
      process,
      role: (trace.text(seq, 'role') ?? 'consumer') as ProcessRole,
      slot: trace.int(seq, 'slot') ?? 0,
      group: trace.text(seq, 'group') ?? null,
      statuses: [],
      states: [],
    };
    this.#lanes.push(lane);
    this.#byName.set(process, lane);
    this.#sorted = null;
    return lane;
  }
}

function beginStatus(
  { statuses }: Lane,
  status: ProcessStatus,
  trace: TraceReader,
  seq: number,
  incarnation: number,
): void {
  const fromUs = trace.atUs(seq);
  endLast(statuses, fromUs);
  statuses.push({ status, fromUs, toUs: Infinity, seq, incarnation });
}

function endLast(spans: readonly { toUs: number }[], atUs: number): void {
  const last = spans.at(-1);
  if (last?.toUs === Infinity) last.toUs = atUs;
}
