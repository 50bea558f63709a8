/** What the loop knows beside the processes' own states: plain data, all of it in a checkpoint. */
import type { RandomStream } from '../lib/random.ts';
import type { Us } from '../lib/time.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { ConnectionId, MessageAbout, ProcessRole, TimerName } from '../protocol/step.ts';
import type { ProcessSettings } from '../protocol/settings.ts';
import type { Entry, Queue } from './queue.ts';

export interface LoopState {
  nowUs: Us;
  /** Everything up to here, inclusive, has been handled. */
  handledUntilUs: Us;
  readonly seed: number;
  readonly transportTimeoutUs: Us;
  readonly defaultLatencyUs: readonly [Us, Us];
  readonly queue: Queue<Item>;
  /** Next number of anything that is queued or sent; counts up with every use. */
  nextNumber: number;
  nextMessage: number;
  /** Index of the next command of the experiment. */
  nextCommand: number;
  /** By name, in order of first start. */
  readonly processes: Map<string, ProcessRecord>;
  /** Settings of processes that are yet to start, by name. */
  readonly planned: Map<string, PlannedProcess>;
  readonly links: Map<string, Link>;
  readonly connections: Map<ConnectionId, Connection>;
  /** Subset -> broker, as last written to ZooKeeper: whom `@group` means. */
  readonly coordinators: Map<number, string>;
  controller: string | null;
}

export interface PlannedProcess {
  readonly role: ProcessRole;
  readonly host: string;
  readonly settings: ProcessSettings;
}

export interface ProcessRecord {
  readonly name: string;
  readonly role: ProcessRole;
  readonly host: string;
  readonly slot: number;
  settings: ProcessSettings;
  incarnation: number;
  status: 'running' | 'frozen' | 'crashed' | 'stopped';
  /** Its machine lost power: nothing answers for it, not even its system. */
  unpowered: boolean;
  /** What piled up while it is frozen, in order. */
  pile: Item[];
  /** Connections that one of its ends belongs to. */
  readonly connections: Set<ConnectionId>;
  /** Running timers by `timer|subject`. */
  readonly timers: Map<string, RunningTimer>;
}

export interface RunningTimer {
  readonly timer: TimerName;
  readonly subject: string;
  readonly deadlineUs: Us;
  /** Tells this start of the timer from an earlier one that is still queued. */
  readonly number: number;
  readonly rules: readonly RuleId[];
}

export interface Link {
  readonly peers: readonly [string, string];
  latencyUs: readonly [Us, Us];
  cut: boolean;
  /** By sender. */
  readonly streams: Map<string, RandomStream>;
  /** What waits for the cut to end, in the order in which it would have arrived. */
  held: Entry<Item>[];
}

export interface Connection {
  readonly id: ConnectionId;
  readonly opener: string;
  readonly target: string;
  /** By process name. */
  readonly ends: Map<string, End>;
  /** Since when its link has been cut; null while it passes. */
  cutSinceUs: Us | null;
}

export interface End {
  /** Of the process that holds this end; another incarnation knows nothing of it. */
  readonly incarnation: number;
  state: 'opening' | 'open' | 'closed';
  /** Arrival of the last thing sent from here: order is kept. */
  lastArrivalUs: Us;
  /** Correlation ids of requests sent from here -> message, until they are answered. */
  readonly requests: Map<number, number>;
}

/** A message under way. */
export interface Message {
  readonly message: number;
  readonly connection: ConnectionId;
  readonly from: string;
  readonly to: string;
  readonly bytes: Uint8Array;
  readonly about: MessageAbout;
}

/** What crosses a link. */
export type Parcel =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'open'; readonly connection: ConnectionId; readonly from: string }
  | { readonly kind: 'accept' | 'refuse'; readonly connection: ConnectionId; readonly from: string }
  | { readonly kind: 'close' | 'reset'; readonly connection: ConnectionId; readonly from: string };

/** What is queued, or piled up at a frozen process. */
export type Item =
  | { readonly kind: 'command' }
  | {
      readonly kind: 'start';
      readonly process: string;
      readonly role: ProcessRole;
      readonly cause: number | null;
    }
  | {
      readonly kind: 'parcel';
      readonly to: string;
      readonly parcel: Parcel;
      readonly cause: number;
    }
  | {
      readonly kind: 'timer';
      readonly process: string;
      readonly key: string;
      readonly number: number;
    }
  | {
      readonly kind: 'transport-timeout';
      readonly connection: ConnectionId;
      /** The link has been cut since then; null where the peer has lost power. */
      readonly cutSinceUs: Us | null;
      readonly cause: number;
    }
  | { readonly kind: 'thawed'; readonly process: string; readonly cause: number }
  | {
      readonly kind: 'closed';
      readonly process: string;
      readonly connection: ConnectionId;
      readonly reason: 'timeout' | 'reset' | 'refused' | 'closed';
      readonly cause: number;
    }
  | { readonly kind: 'stop'; readonly process: string; readonly cause: number };
