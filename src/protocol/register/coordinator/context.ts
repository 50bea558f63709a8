/**
 * What the broker lends its coordinator for one step: time, effects, replies, ZooKeeper. An answer of
 * ZooKeeper comes back with the `purpose` that the request was sent with, which is plain data, since
 * a process's state holds no closures.
 */
import type { Us } from '../../../lib/time.ts';
import type { MessageOf, MessageSchema } from '../../../wire/schema.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { RuleId } from '../../rules.ts';
import type { BrokerSettings } from '../../settings.ts';
import type { ConnectionId, Effects } from '../../step.ts';
import type { Operation } from '../../zookeeper/messages.ts';
import type { CoordinatorPurpose } from './state.ts';

/** What a reply says of itself in the trace. */
export interface ReplyAbout {
  readonly correlationId: number;
  readonly group: string;
  readonly generation?: number;
  readonly error?: ErrorName;
}

export interface CoordinatorContext {
  readonly nowUs: Us;
  readonly out: Effects;
  readonly settings: BrokerSettings;
  /** Name of the broker. */
  readonly self: string;
  /** Name of the process at the other end. */
  readonly peerOf: (connection: ConnectionId) => string;
  /** Answers a request; nothing happens where the connection has gone meanwhile. */
  readonly reply: <S extends MessageSchema>(
    connection: ConnectionId,
    schema: S,
    value: MessageOf<S>,
    about: ReplyAbout,
    rules: readonly RuleId[],
  ) => void;
  /** Closes a connection from this side, if it is still open. */
  readonly close: (connection: ConnectionId) => void;
  readonly multi: (operations: readonly Operation[], purpose: CoordinatorPurpose) => void;
  /** Reads a node; its next change is told once (TOP-1). */
  readonly watch: (path: string, purpose: CoordinatorPurpose) => void;
  readonly get: (path: string, purpose: CoordinatorPurpose) => void;
  readonly children: (path: string, purpose: CoordinatorPurpose) => void;
}

/** A node as ZooKeeper answered; null where there is none. */
export interface ReadNode {
  readonly stamp: number;
  readonly author: string;
  readonly data: Uint8Array;
}

export interface ReadChild extends ReadNode {
  readonly name: string;
}
