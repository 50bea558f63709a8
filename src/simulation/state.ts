/**
 * What the loop knows beside the processes' own states: plain data, all of it in a checkpoint. Things
 * refer to each other by reference where the loop would look them up for every event; a copy of the
 * whole keeps the references among the copies.
 */
import type { RandomStream } from '../lib/random.ts';
import type { Us } from '../lib/time.ts';
import type { RuleId } from '../protocol/rules.ts';
import type {
  CloseReason,
  ConnectionId,
  Input,
  MessageAbout,
  ProcessRole,
  TimerName,
} from '../protocol/step.ts';
import type { GroupTiming, ProcessSettings, Subscription } from '../protocol/settings.ts';
import type { Consumption } from './consumption.ts';
import type { Key, Queue } from './queue.ts';

export interface LoopState {
  nowUs: Us;
  /** Everything up to here, inclusive, has been handled. */
  handledUntilUs: Us;
  readonly seed: number;
  /** Of connections that are given up from now on. */
  transportTimeoutUs: Us;
  /** Of links that were not slowed one by one. */
  defaultLatencyUs: readonly [Us, Us];
  readonly queue: Queue<Item>;
  /** Next number of anything that is queued or sent; counts up with every use. */
  nextNumber: number;
  nextMessage: number;
  /** Index of the next command of the experiment. */
  nextCommand: number;
  /** By name, in order of first start. */
  readonly processes: Map<string, ProcessRecord>;
  /** The same by their numbers. */
  readonly records: ProcessRecord[];
  /** Settings of processes that are yet to start, by name. */
  readonly planned: Map<string, PlannedProcess>;
  /** By `linkKey`. */
  readonly links: Map<string, Link>;
  /** Those of which an end is not closed. */
  readonly connections: Map<ConnectionId, Connection>;
  /** Subset -> broker, as last written to ZooKeeper: whom `@group` means. */
  readonly coordinators: Map<number, string>;
  controller: string | null;
  /** Key of a command -> whom it hit. */
  readonly remembered: Map<string, readonly string[]>;
  /** By id: the settings that a group has now. */
  readonly groups: Map<string, GroupSettings>;
  /** How many members the record of a group in ZooKeeper has. */
  readonly memberCounts: Map<string, number>;
  /** Groups whose next generation is being prepared or written. */
  readonly rebalancing: Set<string>;
  /** Groups whose consumers wait for the end of a strategy. */
  readonly heldBack: Map<string, HeldBack>;
  readonly consumption: Consumption;
}

/** A group's settings as its consumers get them where they have none of their own. */
export interface GroupSettings extends GroupTiming {
  readonly id: string;
  readonly strategy: string;
  readonly recordsPerSecond: number;
  /** Of a newcomer that says nothing. */
  readonly subscription: Subscription;
}

export interface HeldBack {
  /** The command that changed the strategy. */
  readonly cause: number;
  /** Names of consumers, in the order in which they are to start. */
  readonly waiting: string[];
}

export interface PlannedProcess {
  readonly role: ProcessRole;
  readonly host: string;
  readonly settings: ProcessSettings;
}

/** One incarnation of a process. */
export interface ProcessRecord {
  readonly name: string;
  readonly role: ProcessRole;
  readonly host: string;
  /** Counts all processes; kept over incarnations, as the next. */
  readonly index: number;
  /** Counts the processes of its role. */
  readonly slot: number;
  readonly settings: ProcessSettings;
  readonly incarnation: number;
  status: 'running' | 'frozen' | 'crashed' | 'stopped';
  /** When it was last frozen. */
  frozenAtUs: Us;
  /** Its machine lost power: nothing answers for it, not even its system. */
  unpowered: boolean;
  /** What piled up while it is frozen, in order. */
  pile: Waiting[];
  /** Those whose end here is not closed. */
  readonly connections: Set<Connection>;
  /** Timers by name, then subject: those that run, and some that may run again. */
  readonly timers: Map<TimerName, Map<string, TimerItem>>;
}

export interface Link {
  readonly peers: readonly [string, string];
  latencyUs: readonly [Us, Us];
  cut: boolean;
  /** It was slowed by itself: the network's latency is not its own. */
  hasOwnLatency: boolean;
  /** The command that damages the next message that the first of the peers sends, and the second. */
  readonly corrupt: [number | null, number | null];
  /** Of what the first of the peers sends, and the second; null until it does. */
  readonly streams: [RandomStream | null, RandomStream | null];
  /** What waits for the cut to end. */
  held: Parcel[];
}

export interface Connection {
  readonly id: ConnectionId;
  readonly link: Link;
  readonly opener: string;
  readonly target: string;
  readonly openerEnd: End;
  /** Null until the request to open has arrived. */
  targetEnd: End | null;
  /** Since when its link has been cut; null while it passes. */
  cutSinceUs: Us | null;
}

export interface End {
  /** Of the process that holds this end; another incarnation knows nothing of it. */
  readonly incarnation: number;
  /** Of that process, whichever incarnation. */
  readonly index: number;
  state: 'opening' | 'open' | 'closed';
  /** Arrival of the last thing sent from here: order is kept. */
  lastArrivalUs: Us;
  /** Correlation ids of requests sent from here -> message, until they are answered. */
  readonly requests: Map<number, number>;
}

interface Crossing extends Key {
  readonly connection: Connection;
  readonly from: string;
  readonly to: string;
  readonly cause: number;
}

/** A message under way. */
export interface Message extends Crossing {
  readonly kind: 'message';
  readonly message: number;
  readonly bytes: Uint8Array;
  readonly about: MessageAbout;
}

/** What opens a connection: the request, and the answer. */
export interface Opening extends Crossing {
  readonly kind: 'open' | 'accept';
}

/** What tells an end that its connection is no more. */
export interface Ending extends Crossing {
  readonly kind: 'refuse' | 'close' | 'reset';
}

/** What crosses a link. */
export type Parcel = Message | Opening | Ending;

/**
 * A timer. Most are started again and again before they fire, so what is queued is not taken out
 * then: it comes up at an earlier moment, and goes back to the queue under its present key.
 */
export interface TimerItem extends Key {
  readonly kind: 'timer';
  readonly process: ProcessRecord;
  readonly timer: TimerName;
  readonly subject: string;
  rules: readonly RuleId[];
  /** The key under which it is queued, if it is. */
  atUs: Us;
  number: number;
  queued: boolean;
  /** The key of its present start. */
  deadlineUs: Us;
  startNumber: number;
  running: boolean;
  /** Its deadline has come; it may still wait on a pile. */
  due: boolean;
}

export interface StartItem {
  readonly kind: 'start';
  readonly process: string;
  readonly role: ProcessRole;
  readonly cause: number | null;
}

/** What is queued. */
export type Item =
  | Parcel
  | TimerItem
  | (Key & StartItem)
  | (Key & { readonly kind: 'command' })
  | TransportTimeout;

export interface TransportTimeout extends Key {
  readonly kind: 'transport-timeout';
  readonly connection: Connection;
  /** The link has been cut since then; null where the peer has lost power. */
  readonly cutSinceUs: Us | null;
  readonly cause: number;
}

/** A process's system tells it that a connection has ended. */
export interface Ended {
  readonly kind: 'ended';
  readonly connection: Connection;
  /** Who is told. */
  readonly to: string;
  readonly reason: CloseReason;
  readonly cause: number;
}

/** What a process has to handle: it waits on its pile while it is frozen. */
export type Waiting =
  | Message
  | Opening
  | TimerItem
  | Ended
  | { readonly kind: 'started' | 'thawed' | 'stop'; readonly to: string; readonly cause: number }
  | Told;

/** What no other process tells it: the user does, or the simulation. */
export interface Told {
  readonly kind: 'told';
  readonly to: string;
  readonly cause: number;
  readonly input: Extract<Input, { kind: 'logs' | 'subscribe' | 'change-topic' }>;
}
