/** What a broker knows beside the groups that it coordinates. Plain data. */
import type { Us } from '../../../lib/time.ts';
import type { RuleId } from '../../rules.ts';
import type { BrokerSettings } from '../../settings.ts';
import type { ConnectionId } from '../../step.ts';
import type { CoordinatorPurpose, CoordinatorState } from '../coordinator/state.ts';
import type { BrokerAddress } from '../messages.ts';

export interface BrokerState {
  readonly name: string;
  readonly incarnation: number;
  readonly settings: BrokerSettings;
  nextConnection: number;
  /** Connections that others opened, while they are open -> name at the other end. */
  readonly inbound: Map<ConnectionId, string>;
  readonly zookeeper: ZooKeeperClient;
  /** Its own ephemeral node exists under the present session. */
  registered: boolean;
  /** Who coordinates which subset; null before the first map (COORD-10). */
  metadata: Map<number, SubsetCoordinator> | null;
  readonly controller: ControllerState;
  readonly coordinator: CoordinatorState;
}

export interface SubsetCoordinator {
  readonly coordinator: BrokerAddress;
  readonly epoch: number;
  /** Session of the coordinator at its election (COORD-9). */
  readonly session: string;
}

export interface ZooKeeperClient {
  connection: ConnectionId | null;
  /** `ready`: the session is accepted on this connection. */
  phase: 'closed' | 'opening' | 'connecting' | 'ready';
  /** Empty: none yet. */
  session: string;
  nextCorrelationId: number;
  /** In the order sent; ZooKeeper answers in that order (COORD-7). */
  unanswered: Unanswered[];
  /** When the last request that was answered had been sent: the lease counts from there (COORD-8). */
  leaseFromUs: Us;
}

export interface Unanswered {
  readonly correlationId: number;
  /** When it was last sent. */
  sentAtUs: Us;
  readonly bytes: Uint8Array;
  readonly api: string;
  readonly purpose: Purpose;
}

/** Why something was asked of ZooKeeper. */
export type Purpose =
  | { readonly for: 'connect' | 'ping' }
  | { readonly for: 'register' | 'elect' | 'watch-controller' }
  | { readonly for: 'brokers' | 'stored-coordinators' }
  | { readonly for: 'place'; readonly placed: readonly Placed[] }
  | { readonly for: 'topics'; readonly request: PendingTopics }
  | { readonly for: 'coordinator'; readonly purpose: CoordinatorPurpose };

/** An election that has been sent to ZooKeeper. */
export interface Placed {
  readonly subset: number;
  readonly entry: SubsetCoordinator;
  readonly reason: string;
  readonly rules: readonly RuleId[];
}

/** A TopicMetadataRequest that waits for ZooKeeper. */
export interface PendingTopics {
  readonly connection: ConnectionId;
  readonly correlationId: number;
  /** Empty: all. */
  readonly topics: readonly string[];
}

export interface ControllerState {
  active: boolean;
  /** The stored map has been read. */
  loaded: boolean;
  /** Z has passed since the election: the brokers that are there must do. */
  late: boolean;
  /** Elections have been sent to ZooKeeper and are not answered yet. */
  placing: boolean;
  /** Live brokers by name, as last read. */
  readonly brokers: Map<string, LiveBroker>;
  /** Broker -> how far the map has got there. */
  readonly pushes: Map<string, Push>;
}

export interface LiveBroker {
  readonly address: BrokerAddress;
  /** Session of its ephemeral node. */
  readonly session: string;
}

/** The controller's map on its way to one broker (COORD-10). */
export interface Push {
  connection: ConnectionId | null;
  /** `waiting`: to try again. */
  phase: 'waiting' | 'opening' | 'sent' | 'done';
  correlationId: number;
  /** The map has changed since it was last sent. */
  stale: boolean;
}

/** The name of the ZooKeeper process. */
export const zooKeeperName = 'zookeeper';
/** A label: in this simulation a broker is found by its host. */
export const brokerPort = 9092;

/** The id of the next connection that this broker opens. */
export function nextConnection(state: BrokerState): ConnectionId {
  return `${state.name}/${state.incarnation}/${state.nextConnection++}`;
}

/** Whether this broker opened the connection. */
export function isOwn({ name, incarnation }: BrokerState, connection: ConnectionId): boolean {
  return connection.startsWith(`${name}/${incarnation}/`);
}
