/** What the ZooKeeper process knows: nodes, sessions, watches. Plain data. */
import type { Us } from '../../lib/time.ts';
import type { ConnectionId } from '../step.ts';

export interface TreeNode {
  /** Number that the last writer gave it: a generation, an epoch, a creation number. */
  stamp: number;
  /** What the last writer called itself. */
  author: string;
  /** Session that an ephemeral node lives with; else empty. */
  owner: string;
  data: Uint8Array;
}

export interface Session {
  readonly id: string;
  /** Name of the process that opened it. */
  readonly client: string;
  readonly timeoutUs: Us;
  /** Where its notices go; null while it has none. */
  connection: ConnectionId | null;
  /** Paths of its ephemeral nodes. */
  readonly ephemerals: Set<string>;
}

export interface ZooKeeperState {
  readonly nodes: Map<string, TreeNode>;
  /** Parent path -> names below it. */
  readonly children: Map<string, Set<string>>;
  readonly sessions: Map<string, Session>;
  /** Path -> sessions that want one notice at its next change; `path/` watches the list below. */
  readonly watches: Map<string, Set<string>>;
  /** Connection -> name of the process at its other end. */
  readonly peers: Map<ConnectionId, string>;
  nextSession: number;
  /** Creation number of the next topic (TOP-2). */
  nextCreation: number;
}
