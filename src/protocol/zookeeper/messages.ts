/**
 * How brokers talk to ZooKeeper. Modelled on the real service (sessions, ephemeral nodes, one-time
 * watches, multi), with one liberty: a node carries a *stamp* and an *author* that its writer
 * chooses (a generation and its epoch, an epoch and its broker), where real ZooKeeper counts a
 * version itself. So the fences of COORD-7 are conditions of one multi.
 */
import {
  array,
  bool,
  bytes,
  int32,
  int64,
  int8,
  message,
  string,
  struct,
} from '../../wire/schema.ts';
import type { MessageOf } from '../../wire/schema.ts';

const correlationId = int32('Counts up per session; the answer repeats it.');
const session = string('The session of the sender.');
const expired = bool('The session is gone; nothing was done.');

export const zooKeeperConnectRequest = message({
  name: 'ZooKeeperConnectRequest',
  api: 'ZooKeeperConnect',
  apiKey: 200,
  direction: 'request',
  about: 'Opens a session, or takes an open one up on a new connection.',
  fields: {
    correlationId,
    session: string('The session to take up; empty for a new one.'),
    timeoutMs: int32('Z: silence after which the session is gone.'),
  },
});

export const zooKeeperConnectResponse = message({
  name: 'ZooKeeperConnectResponse',
  api: 'ZooKeeperConnect',
  apiKey: 200,
  direction: 'response',
  about: 'The session, or that it is gone.',
  fields: { correlationId, session, expired },
});

export const zooKeeperPingRequest = message({
  name: 'ZooKeeperPingRequest',
  api: 'ZooKeeperPing',
  apiKey: 201,
  direction: 'request',
  about: 'Keeps the session alive, every Z / 3 (COORD-8).',
  fields: { correlationId, session },
});

export const zooKeeperPingResponse = message({
  name: 'ZooKeeperPingResponse',
  api: 'ZooKeeperPing',
  apiKey: 201,
  direction: 'response',
  about: 'The session lives.',
  fields: { correlationId, expired },
});

export const zooKeeperGetRequest = message({
  name: 'ZooKeeperGetRequest',
  api: 'ZooKeeperGet',
  apiKey: 202,
  direction: 'request',
  about: 'Reads a node, and may watch it: one notice at its next change, also at its creation.',
  fields: {
    correlationId,
    session,
    path: string('The node.'),
    watch: bool('Send one notice when it changes.'),
  },
});

export const zooKeeperGetResponse = message({
  name: 'ZooKeeperGetResponse',
  api: 'ZooKeeperGet',
  apiKey: 202,
  direction: 'response',
  about: 'What the node holds.',
  fields: {
    correlationId,
    expired,
    path: string('The node.'),
    exists: bool('Whether there is such a node.'),
    stamp: int64('Number that the last writer gave it; -1 where there is none.'),
    author: string('What the last writer called itself.'),
    owner: string('Session that an ephemeral node lives with; else empty.'),
    data: bytes('Its content.'),
  },
});

export const zooKeeperChildrenRequest = message({
  name: 'ZooKeeperChildrenRequest',
  api: 'ZooKeeperChildren',
  apiKey: 203,
  direction: 'request',
  about: 'Lists the nodes below a path with their content, and may watch the list.',
  fields: {
    correlationId,
    session,
    path: string('The parent.'),
    watch: bool('Send one notice when a node below it appears or vanishes.'),
  },
});

export const zooKeeperChildrenResponse = message({
  name: 'ZooKeeperChildrenResponse',
  api: 'ZooKeeperChildren',
  apiKey: 203,
  direction: 'response',
  about: 'The nodes below the path.',
  fields: {
    correlationId,
    expired,
    path: string('The parent.'),
    nodes: array(
      struct('Node', {
        name: string('Last part of its path.'),
        stamp: int64('Number that the last writer gave it.'),
        author: string('What the last writer called itself.'),
        owner: string('Session that an ephemeral node lives with; else empty.'),
        data: bytes('Its content.'),
      }),
      'In order of their names.',
    ),
  },
});

/** The operations of a multi. All checks are tried first; if one fails nothing is done. */
export const operationKinds = {
  /** The node has exactly this stamp and author (stamp -1: it does not exist). */
  check: 0,
  /** It does not exist, or its stamp is lower, or stamp and author are equal (this write again). */
  checkAdvance: 1,
  /** Fails where the node exists, unless as an ephemeral node of the same session. */
  create: 2,
  createEphemeral: 3,
  /** Writes data, stamp and author; makes the node where there is none. */
  set: 4,
  /** As set, but left out where the node `guard` does not have stamp `guardStamp` (TOP-2). */
  setGuarded: 5,
  delete: 6,
} as const;

export const zooKeeperMultiRequest = message({
  name: 'ZooKeeperMultiRequest',
  api: 'ZooKeeperMulti',
  apiKey: 204,
  direction: 'request',
  about: 'Checks and writes that happen all at once or not at all.',
  fields: {
    correlationId,
    session,
    operations: array(
      struct('Operation', {
        kind: int8(
          'check 0, check advance 1, create 2, create ephemeral 3, set 4, set guarded 5, delete 6.',
        ),
        path: string('The node.'),
        stamp: int64('Number to compare with or to write.'),
        author: string('Name to compare with or to write.'),
        data: bytes('Content to write.'),
        guard: string('Of a guarded set: the node that must have the stamp.'),
        guardStamp: int64('Of a guarded set: that stamp.'),
      }),
      'In order.',
    ),
  },
});

export const zooKeeperMultiResponse = message({
  name: 'ZooKeeperMultiResponse',
  api: 'ZooKeeperMulti',
  apiKey: 204,
  direction: 'response',
  about: 'Whether it happened.',
  fields: {
    correlationId,
    expired,
    failedAt: int32('Index of the first operation that failed; -1 when all was done.'),
    leftOut: array(
      int32('Index of a guarded set.'),
      'What was left out, since its guard did not hold (TOP-2).',
    ),
  },
});

export const zooKeeperWatchNotice = message({
  name: 'ZooKeeperWatchNotice',
  api: 'ZooKeeperWatch',
  apiKey: 205,
  direction: 'response',
  about: 'A watched node or list has changed. Fires once (TOP-1).',
  fields: {
    correlationId: int32('Always -1: it answers no request.'),
    session,
    path: string('What changed.'),
  },
});

export const zooKeeperCloseRequest = message({
  name: 'ZooKeeperCloseRequest',
  api: 'ZooKeeperClose',
  apiKey: 206,
  direction: 'request',
  about: 'Ends the session at once; its ephemeral nodes vanish.',
  fields: { correlationId, session },
});

export const zooKeeperCloseResponse = message({
  name: 'ZooKeeperCloseResponse',
  api: 'ZooKeeperClose',
  apiKey: 206,
  direction: 'response',
  about: 'The session is gone.',
  fields: { correlationId },
});

export type Operation = MessageOf<typeof zooKeeperMultiRequest>['operations'][number];

export const zooKeeperMessages = [
  zooKeeperConnectRequest,
  zooKeeperConnectResponse,
  zooKeeperPingRequest,
  zooKeeperPingResponse,
  zooKeeperGetRequest,
  zooKeeperGetResponse,
  zooKeeperChildrenRequest,
  zooKeeperChildrenResponse,
  zooKeeperMultiRequest,
  zooKeeperMultiResponse,
  zooKeeperWatchNotice,
  zooKeeperCloseRequest,
  zooKeeperCloseResponse,
] as const;
