/**
 * What the metadata store holds at any event: its own state machine, given again what the trace says
 * that reached it. Nothing is guessed: the same code gives the same nodes.
 */
import { clone } from '../../../lib/clone.ts';
import type { Effect, Input, TimerName } from '../../../protocol/step.ts';
import { zooKeeperMachine } from '../../../protocol/zookeeper/machine.ts';
import type { ZooKeeperState } from '../../../protocol/zookeeper/state.ts';
import type { CloseReason } from '../../../protocol/step.ts';
import { perTrace } from '../../../store/forks.ts';
import type { Scenario } from '../../../trace/experiment.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { messagesOf } from '../message-index.ts';

/** Inputs between two states that are kept, to go on from when one seeks back. */
const keptEvery = 500;

interface Kept {
  /** Events up to here are in. */
  readonly seq: number;
  readonly inputs: number;
  readonly state: ZooKeeperState;
}

export class ZooKeeperReplay {
  readonly #trace: TraceReader;
  /** Name of the process. */
  readonly #store: string;
  readonly #scenario: Scenario;
  #kept: Kept[];
  #state: ZooKeeperState;
  #seq = -1;
  #inputs = 0;

  constructor(trace: TraceReader, store: string, scenario: Scenario, from?: Kept[]) {
    this.#trace = trace;
    this.#store = store;
    this.#scenario = scenario;
    this.#kept = from ?? [{ seq: -1, inputs: 0, state: firstState(store, scenario) }];
    this.#state = this.#goBack(Infinity);
  }

  /** Of a fork of the trace, with what is known of the events up to `seq`, which both have. */
  fork(trace: TraceReader, seq: number): ZooKeeperReplay {
    const shared = this.#kept.filter((kept) => kept.seq <= seq);
    const isAhead = this.#seq > seq;
    const now = { seq: this.#seq, inputs: this.#inputs, state: this.#state };
    const from = isAhead ? shared : [...shared, { ...now, state: clone(now.state) }];
    return new ZooKeeperReplay(trace, this.#store, this.#scenario, from);
  }

  /** How much has reached the store by the state that was asked for last. */
  get inputs(): number {
    return this.#inputs;
  }

  /** The state with events 0..seq in it. It is changed by the next call: read it, never keep it. */
  stateAt(seq: number, onEffects: (effects: readonly Effect[], seq: number) => void = ignore) {
    if (seq < this.#seq) this.#state = this.#goBack(seq);
    while (this.#seq < Math.min(seq, this.#trace.length - 1)) {
      this.#seq += 1;
      const input = this.#inputAt(this.#seq);
      if (!input) continue;
      onEffects(zooKeeperMachine.step(this.#state, input, this.#trace.atUs(this.#seq)), this.#seq);
      this.#inputs += 1;
      if (this.#inputs % keptEvery === 0) {
        this.#kept.push({
          seq: this.#seq,
          inputs: this.#inputs,
          state: clone(this.#state),
        });
      }
    }
    return this.#state;
  }

  /** To the last state that is kept up to `seq`. */
  #goBack(seq: number): ZooKeeperState {
    this.#kept = this.#kept.filter((kept) => kept.seq <= seq);
    const last = this.#kept.at(-1);
    if (!last) throw new Error('the first state is always kept');
    this.#seq = last.seq;
    this.#inputs = last.inputs;
    return clone(last.state);
  }

  /** What reached the store with this event; null: nothing. */
  #inputAt(seq: number): Input | null {
    const trace = this.#trace;
    const text = (field: string) => trace.text(seq, field) ?? '';
    const kind = trace.kind(seq);
    // A topic is nobody's; the store is who changes it.
    if (trace.process(seq) !== this.#store && kind !== 'topic-changed') return null;
    switch (kind) {
      case 'connection-opened':
        return { kind: 'connection-opened', connection: text('connection'), peer: text('peer') };
      case 'connection-closed': {
        const reason = text('reason') as CloseReason;
        const [connection, peer] = [text('connection'), text('peer')];
        return { kind: 'connection-closed', connection, peer, reason };
      }
      case 'timer-fired':
        return { kind: 'timer', timer: text('timer') as TimerName, subject: text('subject') };
      case 'topic-changed': {
        const partitions = trace.int(seq, 'partitions') ?? 0;
        const recordsPerSecond = trace.int(seq, 'recordsPerSecond') ?? 0;
        return { kind: 'change-topic', topic: text('topic'), partitions, recordsPerSecond };
      }
      case 'message-delivered':
        return this.#message(seq);
      default:
        return null;
    }
  }

  #message(seq: number): Input | null {
    const trace = this.#trace;
    const message = trace.int(seq, 'message') ?? -1;
    const [sent] = messagesOf(trace).eventsOf(message);
    const bytes = sent === undefined ? null : trace.bytes(sent, 'bytes');
    if (sent === undefined || !bytes) return null;
    return { kind: 'message', connection: trace.text(sent, 'connection') ?? '', bytes };
  }
}

function firstState(store: string, { topics }: Scenario): ZooKeeperState {
  const settings = { role: 'zookeeper', topics } as const;
  return zooKeeperMachine.initialState({ name: store, incarnation: 1, seed: 0, settings });
}

function ignore(): void {
  // Whoever wants the nodes alone.
}

/** One for each trace; `store` is the name of the store's process in it. */
export const replayOf = perTrace(
  (trace: TraceReader, store: string, scenario: Scenario) =>
    new ZooKeeperReplay(trace, store, scenario),
  (replay, seq, trace) => replay.fork(trace, seq),
);
