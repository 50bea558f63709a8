/** What a consumer knows. Plain data. */
import type { RandomStream } from '../../../lib/random.ts';
import type { Us } from '../../../lib/time.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { ConsumerSettings } from '../../settings.ts';
import type { ConnectionId } from '../../step.ts';

export interface ConsumerState {
  readonly name: string;
  readonly incarnation: number;
  readonly settings: ConsumerSettings;
  readonly random: RandomStream;
  state: ConsumerStateName;
  nextConnection: number;
  /** [REG-10] Counts up for the life of the process, over all its connections. */
  nextCorrelationId: number;
  readonly discovery: Discovery;
  /** Who coordinates the group, and since which election, as last heard. */
  coordinator: string | null;
  /** [DISC-3] Highest coordinator epoch seen in any answer. */
  highestEpoch: number;
  /** The connection to the coordinator. */
  connection: ConnectionId | null;
  connected: boolean;
  member: string | null;
  /** -1 before the first. */
  generation: number;
  /** Reads its partitions; goes on in Rediscovering if it came from PartOfGroup. */
  fetching: boolean;
  /** What it was given in its generation, by `topic/partition`. */
  readonly owned: Map<string, OwnedPartition>;
  registration: Registration | null;
  /** [REG-8] Topics of the last registration that was answered with success. */
  answeredTopics: readonly string[];
  /** Topics that it wants. */
  wantedTopics: readonly string[];
  /** Correlation id of the offset fetch under way. */
  offsetFetch: number | null;
}

export interface Discovery {
  /** Index into the bootstrap list of the broker to ask, or being asked. */
  broker: number;
  connection: ConnectionId | null;
  correlationId: number;
  /** The next wait (DISC-2). */
  backoffUs: Us;
}

export interface OwnedPartition {
  readonly topic: string;
  readonly partition: number;
  /** The next record to read; null until the coordinator has said it (OFF-4). */
  position: number | null;
  /** It is being read: acquired and not released. */
  held: boolean;
}

export interface Registration {
  readonly correlationId: number;
  readonly topics: readonly string[];
}

export function newConnectionId(state: ConsumerState): ConnectionId {
  return `${state.name}/${state.incarnation}/${state.nextConnection++}`;
}
