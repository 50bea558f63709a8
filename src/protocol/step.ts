/**
 * The boundary of every process: what goes in, what comes out. A process is a state machine,
 * `step(state, input, now) -> effects`: no clock, no unseeded random, no I/O, no reference outside
 * its state. The state is plain data (objects, arrays, Maps, numbers, strings) and a step changes
 * it in place; whoever holds it can copy it, ship it and go on with the copy.
 */
import type { Us } from '../lib/time.ts';
import type { Direction } from '../wire/schema.ts';
import type { ErrorName } from '../wire/errors.ts';
import type { Fact } from './facts.ts';
import type { TopicLog } from './logs.ts';
import type { RuleId } from './rules.ts';
import type { ProcessSettings, Subscription } from './settings.ts';

export type ProcessRole = 'consumer' | 'broker' | 'zookeeper';

/** `<opener>/<incarnation>/<n>`: chosen by the process that opens it, unique in a run. */
export type ConnectionId = string;

/** Why a connection ended, as its end learns it. */
export type CloseReason = 'closed' | 'reset' | 'refused' | 'timeout';

/** The names of timers; (timer, subject) identifies one within a process. */
export type TimerName =
  | 'heartbeat'
  | 'dead-after'
  | 'coordinator-failed'
  | 'registration'
  | 'request'
  | 'backoff'
  | 'metadata-refresh'
  | 'commit'
  | 'session-ping'
  | 'session'
  | 'lease'
  | 'reconnect'
  | 'placement'
  | 'update-metadata';

/** What the loop hands to a process. One input, one step. */
export type Input =
  /** First input of an incarnation. */
  | { readonly kind: 'started' }
  /** A whole frame arrived. */
  | { readonly kind: 'message'; readonly connection: ConnectionId; readonly bytes: Uint8Array }
  | { readonly kind: 'timer'; readonly timer: TimerName; readonly subject: string }
  /** At the opener after one round trip, at the other end when the request to open arrives. */
  | { readonly kind: 'connection-opened'; readonly connection: ConnectionId; readonly peer: string }
  /** Never for an end that closed it itself. */
  | {
      readonly kind: 'connection-closed';
      readonly connection: ConnectionId;
      readonly peer: string;
      readonly reason: CloseReason;
    }
  /** After a freeze, which began at `frozenAtUs`; what piled up follows as inputs of their own. */
  | { readonly kind: 'thawed'; readonly frozenAtUs: Us }
  /**
   * The logs of all topics there are, for a consumer: right after its start and at every change.
   * Records are no messages here: the data path is not simulated.
   */
  | { readonly kind: 'logs'; readonly logs: readonly TopicLog[] }
  /** The user asks it to stop in good order; it ends with an `exit` effect. */
  | { readonly kind: 'stop' }
  /** The user changes what a consumer subscribes to (REG-8). */
  | { readonly kind: 'subscribe'; readonly subscription: Subscription }
  /** The user changes a topic; only ZooKeeper gets this. `partitions` 0 deletes it. */
  | {
      readonly kind: 'change-topic';
      readonly topic: string;
      readonly partitions: number;
      readonly recordsPerSecond: number;
    };

/**
 * What a sender says of its own message, for the trace. The receiver never sees it: it has only the
 * bytes.
 */
export interface MessageAbout {
  readonly api: string;
  readonly direction: Direction;
  readonly correlationId: number;
  readonly group?: string;
  readonly generation?: number;
  readonly error?: ErrorName;
}

/** What a step asks for. The loop carries effects out in order, at the same instant. */
export type Effect =
  | {
      readonly do: 'send';
      readonly connection: ConnectionId;
      readonly bytes: Uint8Array;
      readonly about: MessageAbout;
      readonly rules: readonly RuleId[];
    }
  /** Starting a running (timer, subject) again replaces it. */
  | {
      readonly do: 'start-timer';
      readonly timer: TimerName;
      readonly subject: string;
      readonly afterUs: Us;
      readonly rules: readonly RuleId[];
    }
  /** Cancelling a timer that does not run has no effect. */
  | { readonly do: 'cancel-timer'; readonly timer: TimerName; readonly subject: string }
  | { readonly do: 'open-connection'; readonly connection: ConnectionId; readonly to: string }
  /** In order behind what was sent. This end reads nothing more from it. */
  | { readonly do: 'close-connection'; readonly connection: ConnectionId }
  | { readonly do: 'report'; readonly fact: Fact; readonly rules: readonly RuleId[] }
  /** The process ends after this step; its connections are closed in order behind its data. */
  | { readonly do: 'exit'; readonly reason: 'stop' | 'fatal-error' };

/** What a process knows when it starts. */
export interface ProcessStart {
  readonly name: string;
  /** 1 for the first start of that name, then counting up. */
  readonly incarnation: number;
  /** Seed of the experiment; a process makes its own stream from it, its name and incarnation. */
  readonly seed: number;
  readonly settings: ProcessSettings;
}

/** One kind of process. `State` is plain data. */
export interface Machine<State = unknown> {
  readonly initialState: (start: ProcessStart) => State;
  readonly step: (state: State, input: Input, nowUs: Us) => Effect[];
}

/** A machine whose state only it knows; for tables of machines. */
export function opaque<State>(machine: Machine<State>): Machine {
  return machine as unknown as Machine;
}

/** A protocol: which machine plays which role. */
export interface Protocol {
  readonly id: string;
  readonly machines: Readonly<Record<ProcessRole, Machine>>;
}

/** Collects the effects of one step, in order. */
export class Effects {
  readonly list: Effect[] = [];

  send(
    connection: ConnectionId,
    bytes: Uint8Array,
    about: MessageAbout,
    rules: readonly RuleId[] = [],
  ): void {
    this.list.push({ do: 'send', connection, bytes, about, rules });
  }

  startTimer(timer: TimerName, subject: string, afterUs: Us, rules: readonly RuleId[] = []): void {
    this.list.push({ do: 'start-timer', timer, subject, afterUs, rules });
  }

  cancelTimer(timer: TimerName, subject: string): void {
    this.list.push({ do: 'cancel-timer', timer, subject });
  }

  openConnection(connection: ConnectionId, to: string): void {
    this.list.push({ do: 'open-connection', connection, to });
  }

  closeConnection(connection: ConnectionId): void {
    this.list.push({ do: 'close-connection', connection });
  }

  report(fact: Fact, rules: readonly RuleId[] = []): void {
    this.list.push({ do: 'report', fact, rules });
  }

  exit(reason: 'stop' | 'fatal-error'): void {
    this.list.push({ do: 'exit', reason });
  }
}
