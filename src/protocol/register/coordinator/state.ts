/** What a coordinator stores (META-1, META-2) and what it waits for. Plain data. */
import type { Assignment, GroupStateName, TopicPartitions, TriggerId } from '../../facts.ts';
import type { GroupTiming } from '../../settings.ts';
import type { ConnectionId } from '../../step.ts';

export interface CoordinatorState {
  /** Subsets that this broker coordinates. */
  readonly roles: Map<number, Role>;
  readonly groups: Map<string, Group>;
  /** Inbound connection -> groups with a nameless registration parked on it (REG-11). */
  readonly parkedOn: Map<ConnectionId, Set<string>>;
}

/** The role for one subset, as it was given: fences are checked against exactly this. */
export interface Role {
  readonly subset: number;
  readonly epoch: number;
  /** ZooKeeper session under which it was elected. */
  readonly session: string;
  /** Its groups have been read from ZooKeeper (COORD-5). */
  loaded: boolean;
}

export interface Group {
  readonly id: string;
  readonly subset: number;
  readonly epoch: number;
  /** ZooKeeper session under which the broker was elected. */
  readonly session: string;
  state: GroupStateName;
  generation: number;
  /** Epoch under which the stored record was written; null while there is no record (META-3). */
  recordEpoch: number | null;
  strategy: string;
  /** The next n of REG-4. */
  nextMemberNumber: number;
  readonly members: Map<string, Member>;
  /** Topics of the last assignment, as they were then (TOP-2). */
  topics: Map<string, AssignedTopic>;
  /** Waiting registrations: by member id, or by connection for newcomers. */
  readonly parked: Map<string, Parked>;
  /** Members whose registration is in, in the running attempt. */
  readonly registered: Set<string>;
  /** Members whose heartbeat has been accepted since loading (Ready). */
  readonly accepted: Set<string>;
  /** Counts the attempts. */
  rebalance: number;
  attempt: Attempt | null;
  /** Committed offsets by `topic/partition`, of topics that have been read. */
  readonly offsets: Map<string, number>;
  readonly offsetsRead: Set<string>;
}

export interface Attempt {
  readonly rebalance: number;
  readonly trigger: TriggerId;
  readonly subject: string;
  /** In Rebalancing: topics whose partition count is not read yet. */
  readonly awaitedTopics: Set<string>;
  readonly topics: Map<string, AssignedTopic>;
  /** What has been sent to ZooKeeper, until it is acknowledged. */
  write: Write | null;
}

export interface AssignedTopic {
  readonly creation: number;
  readonly partitions: number;
}

export interface Write {
  readonly generation: number;
  readonly nextMemberNumber: number;
  readonly members: readonly Member[];
  /** Key in `parked` -> id, for everybody who is answered with this result. */
  readonly answers: Map<string, string>;
  readonly joined: readonly string[];
  readonly assignment: Assignment;
}

export interface Member extends GroupTiming {
  readonly id: string;
  readonly host: string;
  /** Name of the process behind it. */
  readonly consumer: string;
  topics: readonly string[];
  partitions: readonly TopicPartitions[];
  /** Where it was last heard; null where it has not been since loading. */
  connection: ConnectionId | null;
  /** REG-10; -1 for a loaded member. */
  highestCorrelationId: number;
}

export interface Parked extends GroupTiming {
  readonly key: string;
  /** Null for a newcomer. */
  readonly member: string | null;
  readonly consumer: string;
  readonly host: string;
  readonly topics: readonly string[];
  readonly strategy: string;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly version: 0 | 1;
  /** It came in Rebalancing and waits for the attempt after this one. */
  readonly forNext: boolean;
}

/** Why something was asked of ZooKeeper: what is done with its answer. */
export type CoordinatorPurpose =
  | { readonly for: 'load'; readonly subsets: readonly number[] }
  | {
      readonly for: 'topic';
      readonly group: string;
      readonly rebalance: number;
      readonly topic: string;
    }
  | {
      readonly for: 'rebalance';
      readonly group: string;
      readonly epoch: number;
      readonly rebalance: number;
    }
  | { readonly for: 'commit'; readonly commit: PendingCommit }
  | { readonly for: 'offsets'; readonly fetch: PendingFetch };

export interface PendingCommit {
  readonly group: string;
  readonly epoch: number;
  readonly generation: number;
  readonly member: string;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly offsets: readonly {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
  }[];
}

export interface PendingFetch {
  readonly group: string;
  readonly member: string;
  readonly connection: ConnectionId;
  readonly correlationId: number;
  readonly partitions: readonly { readonly topic: string; readonly partition: number }[];
  /** The topic that is being read. */
  readonly topic: string;
}

export function initialCoordinator(): CoordinatorState {
  return { roles: new Map(), groups: new Map(), parkedOn: new Map() };
}

/** Timer subject of a member: ids are unique only within a group. */
export function memberSubject(group: Group, memberId: string): string {
  return `${group.id}/${memberId}`;
}
