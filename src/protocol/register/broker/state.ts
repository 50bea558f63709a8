/** What a broker knows beside the groups it coordinates. Plain data. */
import type { Us } from '../../../lib/time.ts';
import type { BrokerSettings } from '../../settings.ts';
import type { ConnectionId } from '../../step.ts';
import type { CoordinatorPurpose, CoordinatorState } from '../coordinator/state.ts';
import type { BrokerAddress } from '../messages.ts';

export interface BrokerState {
  readonly name: string;
  readonly incarnation: number;
  readonly settings: BrokerSettings;
  nextConnection: number;
  /** Open connections, also those to ZooKeeper and other brokers -> name at the other end. */
  readonly peers: Map<ConnectionId, string>;
  readonly zookeeper: ZooKeeperClient;
  /** Own ephemeral node exists under the present session. */
  registered: boolean;
  /** Who coordinates which subset; null before the first map (COORD-10). */
  metadata: Map<number, SubsetCoordinator> | null;
  readonly controller: ControllerState;
  readonly coordinator: CoordinatorState;
}

export interface SubsetCoordinator {
  readonly coordinator: BrokerAddress;
  readonly epoch: number;
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
  sentAtUs: Us;
  readonly bytes: Uint8Array;
  readonly api: string;
  readonly purpose: Purpose;
}

/** Why something was asked of ZooKeeper. */
export type Purpose =
  | { readonly for: 'connect' | 'ping' | 'close' }
  | { readonly for: 'register' | 'elect' | 'watch-controller' }
  | { readonly for: 'brokers' | 'stored-coordinators' }
  | { readonly for: 'place'; readonly placed: readonly Placed[] }
  | { readonly for: 'topics'; readonly request: PendingTopics }
  | { readonly for: 'coordinator'; readonly purpose: CoordinatorPurpose };

export interface Placed {
  readonly subset: number;
  readonly entry: SubsetCoordinator;
}

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

export interface Push {
  connection: ConnectionId | null;
  phase: 'opening' | 'sent' | 'waiting' | 'done';
  correlationId: number;
  /** The map has changed since it was sent. */
  stale: boolean;
}

export const zooKeeperName = 'zookeeper';
export const brokerPort = 9092;
export const reconnectUs = 100_000;
export const repeatPushUs = 200_000;
