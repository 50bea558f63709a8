/**
 * The world: everything a person can see at one moment, folded from the trace alone. Plain data.
 * The fold knows no protocol's internals, so another protocol, or the log of a real cluster, fills
 * the same world. Processes and groups are changed in place; what else stands in a map or a list is
 * replaced, never changed, so that copies of a world share it.
 */
import type {
  Assignment,
  ConsumerStateName,
  GroupStateName,
  TriggerId,
} from '../protocol/facts.ts';
import type { ReadFrom, TopicLog } from '../protocol/logs.ts';
import type { ProcessRole } from '../protocol/step.ts';
import type { Direction } from '../wire/schema.ts';
import type { ErrorName } from '../wire/errors.ts';
import type { Reading } from './reading.ts';

/** A partition as one word, `<topic>/<number>`: the key of every map over partitions. */
export type PartitionKey = string;

export function partitionKey(topic: string, partition: number): PartitionKey {
  return `${topic}/${partition}`;
}

export type ProcessStatus = 'running' | 'frozen' | 'crashed' | 'stopped';

/** What a consumer believes and does. */
export interface ConsumerWorld extends Reading<HeldPartition> {
  readonly group: string;
  state: ConsumerStateName;
  stateSinceUs: number;
  stateReason: string;
  /** Its id in the group, once it has one. */
  member: string | null;
  /** -1 before the first. */
  generation: number;
  fetching: boolean;
  /** Partitions acquired and not released: what it believes it owns, in order of acquiring. */
  readonly held: Map<PartitionKey, HeldPartition>;
  topics: readonly string[];
  allow: readonly string[];
  deny: readonly string[];
  readonly sessionTimeoutMs: number;
  readonly heartbeatFrequency: number;
  readonly failedHeartbeatThreshold: number;
  readonly strategy: string;
  /** A fatal refusal. */
  failure: { readonly error: ErrorName; readonly text: string } | null;
  /** The last refusal that it heard since it was part of the group. */
  told: ToldWorld | null;
  /** Partitions released since it was part of the group. */
  gaveUp: GivenUp;
}

export interface GivenUp {
  readonly first: readonly PartitionKey[];
  readonly count: number;
}

export interface ToldWorld {
  readonly error: ErrorName;
  /** Why, as its sender has said; null where the trace does not say. */
  readonly reason: string | null;
  readonly api: string;
  readonly by: string;
  readonly atUs: number;
}

export interface HeldPartition {
  readonly topic: string;
  readonly partition: number;
  readonly generation: number;
  /** Where it began to read. */
  readonly offset: number;
  readonly sinceUs: number;
  /** Since when it has been read at the present pace, and from where: see `positionIn`. */
  readonly from: ReadFrom;
  /** Up to where the trace has said last that it was read. */
  readonly reported: ReadFrom;
}

/** What a broker says of its own roles, whatever the metadata store holds. */
export interface BrokerWorld {
  /** Groups that it acts for as it believes, with the epoch that it does so under. */
  readonly actsFor: ReadonlyMap<string, number>;
  /** What it gave up last; null since it has taken up a role. */
  readonly lost: LostRoles | null;
  /** Its requests to the metadata store that are not answered yet: message -> when it was sent. */
  readonly asked: ReadonlyMap<number, number>;
  /** When the last of them that was answered had been sent: its lease counts from there. */
  readonly leaseFromUs: number;
}

export interface LostRoles {
  readonly atUs: number;
  /** lease, session, fence, moved, ... */
  readonly reason: string;
  readonly groups: readonly string[];
}

export interface ProcessWorld {
  readonly name: string;
  readonly role: ProcessRole;
  readonly host: string;
  /** Where its card stands; never changes. */
  readonly slot: number;
  incarnation: number;
  status: ProcessStatus;
  statusSinceUs: number;
  /** kill, power-off, stop, freeze, fatal-error; empty while it runs. */
  statusReason: string;
  /** Of consumers only. */
  consumer: ConsumerWorld | null;
  /** Of brokers only. */
  broker: BrokerWorld | null;
}

export interface LinkWorld {
  readonly peers: readonly [string, string];
  readonly latencyMs: readonly [number, number];
  /** The network's, in force for every link that was not slowed by itself. */
  readonly usualLatencyMs: readonly [number, number];
  readonly cut: boolean;
  /** The latency differs from the usual one. */
  readonly slowed: boolean;
}

export interface ConnectionWorld {
  readonly connection: string;
  readonly opener: string;
  readonly peer: string;
  /** Ends that know it as open. */
  readonly openAt: ReadonlySet<string>;
}

export interface MessageWorld {
  readonly message: number;
  readonly connection: string;
  readonly from: string;
  readonly to: string;
  readonly api: string;
  readonly direction: Direction;
  readonly correlationId: number;
  readonly request: number | null;
  readonly group: string | null;
  readonly generation: number | null;
  readonly error: ErrorName | null;
  /** Of a refusal: the reason that its sender gave. */
  readonly reason: string | null;
  readonly sentAtUs: number;
  readonly arrivesAtUs: number;
  /** Held by a cut link, or arrived at a frozen process; its place on the line stands still. */
  readonly held: 'link-cut' | 'receiver-frozen' | null;
  readonly heldAtUs: number;
  /** `seq` of its message-sent event: bytes are read from there. */
  readonly sentSeq: number;
  /** What arrives is not what was sent. */
  readonly corrupted: boolean;
}

/** A message that is being handled. */
export interface DeliveredWorld {
  readonly seq: number;
  readonly from: string;
  readonly connection: string;
}

export interface RefusedWorld {
  /** The refused request. */
  readonly message: number;
  readonly reason: string;
}

/** A message that was lost a moment ago; kept for a second of virtual time to show the cross. */
export interface LostMessageWorld {
  readonly message: MessageWorld;
  readonly atUs: number;
  readonly reason: string;
}

export interface TimerWorld {
  readonly process: string;
  readonly timer: string;
  readonly subject: string;
  readonly startedAtUs: number;
  readonly deadlineUs: number;
  readonly startedSeq: number;
  /** While its process is frozen the timer stands still for that process; null when it runs. */
  readonly running: boolean;
}

/** With the end of its partitions' logs at any moment: see `endOffset`. */
export type TopicWorld = TopicLog;

export interface MemberWorld {
  readonly member: string;
  readonly consumer: string;
  readonly topics: readonly string[];
  readonly sessionTimeoutMs: number;
  readonly heartbeatFrequency: number;
  readonly failedHeartbeatThreshold: number;
  /** When its last heartbeat reached the coordinator; null before the first. */
  readonly heartbeatAtUs: number | null;
}

export interface ParkedWorld {
  readonly consumer: string;
  /** It came while a generation was being written: a newcomer waits for the attempt after that. */
  readonly late: boolean;
  readonly member: string | null;
  readonly sinceUs: number;
  /** On which it came; null where the trace does not say. */
  readonly connection: string | null;
}

export interface RebalanceWorld {
  readonly rebalance: number;
  readonly trigger: TriggerId;
  readonly subject: string;
  /** What has happened, in the coordinator's words. */
  readonly reason: string;
  readonly startedAtUs: number;
  readonly startedSeq: number;
  /** Of the group when it started: what comes of it is the next one. */
  readonly generation: number;
  /** Members that have not registered in this attempt; at most twenty are listed. */
  readonly waitingFor: readonly string[];
  readonly waitingCount: number;
}

/** Who coordinates a subset of the groups, as last elected. */
export interface CoordinatorWorld {
  readonly subset: number;
  readonly groups: readonly string[];
  readonly broker: string;
  readonly epoch: number;
}

export interface GroupWorld {
  readonly group: string;
  readonly protocol: string;
  readonly sessionTimeoutMs: number;
  readonly heartbeatFrequency: number;
  readonly failedHeartbeatThreshold: number;
  readonly strategy: string;
  /** -1 until the controller has said which. */
  subset: number;
  /** The broker that the record in ZooKeeper names; null before the first election. */
  coordinator: string | null;
  /** The broker acts as coordinator: neither crashed, nor stopped, nor did it give up the role. */
  coordinated: boolean;
  epoch: number;
  state: GroupStateName;
  stateSinceUs: number;
  stateReason: string;
  /** As recorded in ZooKeeper. */
  generation: number;
  assignment: Assignment;
  /** Members as the coordinator knows them at this moment, or the last one did, by id. */
  readonly members: Map<string, MemberWorld>;
  /** By consumer name. */
  readonly parked: Map<string, ParkedWorld>;
  rebalance: RebalanceWorld | null;
  /** Topics that its members subscribe to, as of the last completed rebalance. */
  topics: readonly string[];
  /** Their partitions at this moment. */
  partitions: readonly PartitionKey[];
  /** The same, to be looked up. */
  counted: ReadonlySet<PartitionKey>;
  /** Offsets that ZooKeeper has taken; a partition that is not here begins at 0. */
  readonly committed: Map<PartitionKey, number>;
  /** Records that its consumers have read, as far as the trace has said, and those read again. */
  consumed: number;
  duplicates: number;
  /** How many running, unfrozen processes of the group hold a partition. */
  readonly readers: Map<PartitionKey, number>;
  /** How many processes, frozen ones included, believe that they own a partition (OWN-6). */
  readonly believers: Map<PartitionKey, number>;
  /** Messages sent about it, by api. */
  readonly messages: Map<string, number>;
  readonly cost: CostWorld;
}

/** COST-1 and its neighbours, up to `accountedUs`; see `costAt` for any later moment. */
export interface CostWorld {
  accountedUs: number;
  /** Partitions that nobody reads at this moment; 0 before the first generation. */
  unreadNow: number;
  /** Partitions that two or more believe they own at this moment. */
  overlapNow: number;
  /** Counting has begun: a first rebalance has completed. */
  counting: boolean;
  /** Everything was read since the last disturbance: the next one counts anew. */
  calm: boolean;
  rebalancesCompleted: number;
  /** Partitions that changed owner between consecutive generations, summed. */
  partitionsMoved: number;
  /** Microseconds of partition time in which nobody read, from the first completed rebalance on. */
  unreadUs: number;
  /** The same, in the present disturbance, or in the last one where all is calm. */
  unreadInDisturbanceUs: number;
  /** Microseconds of partition time in which two or more believed that they owned it (OWN-6). */
  overlapUs: number;
  messages: number;
}

export interface World {
  /** Events 0..seq are in; -1: none. */
  seq: number;
  /** Time of the last event in. */
  atUs: number;
  readonly processes: Map<string, ProcessWorld>;
  /** By `linkKey(a, b)`. */
  readonly links: Map<string, LinkWorld>;
  readonly connections: Map<string, ConnectionWorld>;
  /** Under way: sent, neither delivered nor dropped. */
  readonly messages: Map<number, MessageWorld>;
  readonly lost: LostMessageWorld[];
  /** By `timerKey(process, timer, subject)`. */
  readonly timers: Map<string, TimerWorld>;
  readonly topics: Map<string, TopicWorld>;
  readonly groups: Map<string, GroupWorld>;
  controller: string | null;
  /** By subset. */
  readonly coordinators: Map<number, CoordinatorWorld>;
  /** Last write of each ZooKeeper path: the `seq` of its metadata-written. */
  readonly metadata: Map<string, number>;
  /** The message delivered last; what follows from it names its `seq` as cause. */
  delivered: DeliveredWorld | null;
  /** The request refused last; its answer is what is sent next. */
  refused: RefusedWorld | null;
}

/** It subscribes by patterns (WILD-1), not by names. */
export function hasPatterns({ allow, deny }: Pick<ConsumerWorld, 'allow' | 'deny'>): boolean {
  return allow.length + deny.length > 0;
}

export function linkKey(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}

export function timerKey(process: string, timer: string, subject: string): string {
  return `${process}|${timer}|${subject}`;
}
