/**
 * What a coordinator knows of its groups (META-1, META-2) and what it waits for. Plain data: it can be copied
 * at any moment and gone on with.
 */
import type { GroupStateName, TopicPartitions, TriggerId } from '../../facts.ts';
import type { GroupTiming } from '../../settings.ts';
import type { ConnectionId } from '../../step.ts';

export interface CoordinatorState {
  /** Subsets that this broker coordinates. */
  readonly roles: Map<number, Role>;
  /** Groups of loaded subsets that have a record or a registration. */
  readonly groups: Map<string, Group>;
  /** [META-2] Topic -> the groups that subscribe to it, by the stored generations. */
  readonly subscribers: Map<string, Set<string>>;
  /** [TOP-1] What is watched, or asked for the first time. */
  readonly topics: Map<string, WatchedTopic>;
}

export interface WatchedTopic {
  /** As it was when no read was under way; null before the first answer. */
  known: AssignedTopic | null;
  /** Reads that are not answered yet: what is known may be old. */
  reads: number;
}

/** The role for one subset, as it was given: fences are checked against exactly this. */
export interface Elected {
  readonly subset: number;
  readonly epoch: number;
  /** ZooKeeper session under which the broker was elected. */
  readonly session: string;
}

export interface Role extends Elected {
  /** What is being read from ZooKeeper, until all is (COORD-5). */
  phase: 'records' | 'topics' | 'loaded';
}

export interface Group {
  readonly id: string;
  readonly subset: number;
  readonly epoch: number;
  /** ZooKeeper session under which the broker was elected. */
  readonly session: string;
  state: GroupStateName;
  /** As stored: it grows when ZooKeeper has taken a rebalance. */
  generation: number;
  /** Epoch under which the stored record was written; null while there is no record (META-3). */
  recordEpoch: number | null;
  strategy: string;
  /** The next n of REG-4. */
  nextMemberNumber: number;
  readonly members: Map<string, Member>;
  /** Members of the stored generation that have left since. */
  departed: string[];
  /** Loaded members whose heartbeat has not been accepted yet (Ready, COORD-5). */
  readonly unconfirmed: Set<string>;
  /** Loaded members that were declared dead before they were heard (FO-3). */
  readonly missed: Set<string>;
  /** Topics of the last assignment, as they were then (TOP-2). */
  topics: Map<string, AssignedTopic>;
  /** Counts the attempts. */
  rebalances: number;
  attempt: Attempt | null;
  /** What came too late for the running attempt: by member id, or by connection for newcomers. */
  readonly next: Map<string, Registration>;
  /** Version 0: connection -> the member that a heartbeat on it named. */
  readonly bound: Map<ConnectionId, string>;
  readonly offsets: Offsets;
}

export interface Trigger {
  readonly trigger: TriggerId;
  /** Who or what: a member id, a consumer's name for a newcomer, a topic. */
  readonly subject: string;
  readonly reason: string;
}

/** One try at a rebalance, from its first trigger to the answers. */
export interface Attempt extends Trigger {
  readonly rebalance: number;
  /** Registrations that are in, in order of arrival: by member id, or by connection. */
  readonly parked: Map<string, Registration>;
  /** Live members whose registration is not in. */
  readonly waitingFor: Set<string>;
  /** What has been sent to ZooKeeper, until it is acknowledged. */
  proposal: Proposal | null;
}

export interface AssignedTopic {
  /** -1 where it does not exist. */
  readonly creation: number;
  readonly partitions: number;
}

/** The next generation as it was sent to ZooKeeper: nobody has it before it is acknowledged. */
export interface Proposal {
  readonly generation: number;
  readonly nextMemberNumber: number;
  /** In order of id. */
  readonly members: readonly Member[];
  /** Those that its members subscribe to, as they were dealt. */
  readonly topics: ReadonlyMap<string, AssignedTopic>;
  /** Ids given to newcomers. */
  readonly joined: readonly string[];
  /** Key in `parked` -> id. */
  readonly answers: ReadonlyMap<string, string>;
}

export interface Member extends GroupTiming {
  readonly id: string;
  readonly host: string;
  /** Name of the process behind it. */
  readonly consumer: string;
  readonly topics: readonly string[];
  readonly partitions: readonly TopicPartitions[];
  /** Where it was last heard; null where it has not been since loading. */
  connection: ConnectionId | null;
  /** REG-10; -1 for a loaded member. */
  highestCorrelationId: number;
  /** It was heard since its registration was answered (RB-8). */
  wasHeard: boolean;
}

/** A registration as the coordinator keeps it while it is parked. */
export interface Registration extends GroupTiming {
  /** Null for a newcomer. */
  readonly member: string | null;
  readonly consumer: string;
  readonly host: string;
  /** In order, each once. */
  readonly topics: readonly string[];
  readonly strategy: string;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly version: 0 | 1;
}

/** What wire version 0 does not carry, as brokers take it. */
export const presumedOfVersion0 = { heartbeatFrequency: 3, failedHeartbeatThreshold: 3 } as const;

/** Committed offsets, read topic by topic when somebody first asks; commits keep them current. */
export interface Offsets {
  /** Topic -> partition -> offset, of topics that have been read. */
  readonly committed: Map<string, Map<number, number>>;
  /** Topics that are being read. */
  readonly asked: Set<string>;
  /** Fetches that wait for them. */
  waiting: PendingFetch[];
}

export interface PendingFetch {
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly partitions: readonly { readonly topic: string; readonly partition: number }[];
}

export interface PendingCommit {
  readonly group: string;
  readonly epoch: number;
  readonly generation: number;
  readonly member: string;
  readonly consumer: string;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly offsets: readonly CommittedOffset[];
}

export interface CommittedOffset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** Which attempt of which role asked. */
interface AttemptReference {
  readonly group: string;
  readonly epoch: number;
  readonly rebalance: number;
}

/** Why something was asked of ZooKeeper: what is done with its answer. */
export type CoordinatorPurpose =
  | { readonly for: 'load'; readonly roles: readonly Elected[] }
  | { readonly for: 'topic'; readonly topic: string }
  | ({ readonly for: 'rebalance' } & AttemptReference)
  /** After a refused rebalance: which generation is stored? */
  | ({ readonly for: 'record' } & AttemptReference)
  | { readonly for: 'commit'; readonly commit: PendingCommit }
  | {
      readonly for: 'offsets';
      readonly group: string;
      readonly epoch: number;
      readonly topic: string;
    };

export function initialCoordinator(): CoordinatorState {
  return { roles: new Map(), groups: new Map(), subscribers: new Map(), topics: new Map() };
}

export function emptyGroup(id: string, { subset, epoch, session }: Elected): Group {
  return {
    id,
    subset,
    epoch,
    session,
    state: 'Down',
    generation: 0,
    recordEpoch: null,
    strategy: '',
    nextMemberNumber: 1,
    members: new Map(),
    departed: [],
    unconfirmed: new Set(),
    missed: new Set(),
    topics: new Map(),
    rebalances: 0,
    attempt: null,
    next: new Map(),
    bound: new Map(),
    offsets: { committed: new Map(), asked: new Set(), waiting: [] },
  };
}

/** Under which key a registration is parked (REG-5, REG-11). */
export function parkingKey({ member, connection }: Registration): string {
  return member ?? connection;
}

/** [HB-7] Whether a member's registration waits for an answer. */
export function isParked({ attempt, next }: Group, memberId: string): boolean {
  return next.has(memberId) || attempt?.parked.has(memberId) === true;
}

/**
 * Whether a group has no members, none that are being written and no parked newcomers: its strategy
 * is free (REG-2).
 */
export function isDeserted({ members, attempt, next }: Group): boolean {
  const { parked, proposal } = attempt ?? {};
  const counts = [members.size, next.size, parked?.size ?? 0, proposal?.members.length ?? 0];
  return counts.every((count) => count === 0);
}
