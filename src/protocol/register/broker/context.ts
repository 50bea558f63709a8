/** What the broker lends its coordinator, and how anything of a broker answers a request. */
import { known } from '../../../lib/assert.ts';
import type { Us } from '../../../lib/time.ts';
import { encodeFrame } from '../../../wire/codec.ts';
import type { MessageOf, MessageSchema } from '../../../wire/schema.ts';
import type { RuleId } from '../../rules.ts';
import type { ConnectionId, Effects, MessageAbout } from '../../step.ts';
import {
  zooKeeperChildrenRequest,
  zooKeeperGetRequest,
  zooKeeperMultiRequest,
} from '../../zookeeper/messages.ts';
import type { CoordinatorContext } from '../coordinator/context.ts';
import { ask } from './session.ts';
import type { BrokerState } from './state.ts';

/** Sends a response, unless the connection has gone meanwhile. */
export function reply<S extends MessageSchema>(
  { inbound, settings }: BrokerState,
  out: Effects,
  connection: ConnectionId,
  schema: S,
  value: MessageOf<S>,
  about: Omit<MessageAbout, 'api' | 'direction'>,
  rules: readonly RuleId[] = [],
): void {
  if (!inbound.has(connection)) return;
  // A message is written in the version that it names: the one that it was asked in.
  const named = (value as { version?: number }).version;
  const version = named === undefined ? settings.wireVersion : named === 0 ? 0 : 1;
  const bytes = encodeFrame(schema, value as never, version);
  const { api, direction } = schema;
  out.send(connection, bytes, { ...about, api, direction }, rules);
}

/** Closes a connection that somebody else opened; nothing more is read from it. */
export function closeInbound(
  { inbound }: BrokerState,
  out: Effects,
  connection: ConnectionId,
): void {
  if (inbound.delete(connection)) out.closeConnection(connection);
}

export function contextOf(state: BrokerState, out: Effects, nowUs: Us): CoordinatorContext {
  return {
    nowUs,
    out,
    settings: state.settings,
    self: state.name,
    peerOf: (connection) => known(state.inbound.get(connection), `peer of ${connection}`),
    reply: (connection, schema, value, about, rules) =>
      reply(state, out, connection, schema, value, about, rules),
    close: (connection) => closeInbound(state, out, connection),
    multi: (operations, purpose) => {
      const value = { operations: [...operations] };
      ask(state, out, nowUs, zooKeeperMultiRequest, value, { for: 'coordinator', purpose });
    },
    watch: (path, purpose) => {
      const value = { path, watch: true };
      ask(state, out, nowUs, zooKeeperGetRequest, value, { for: 'coordinator', purpose });
    },
    get: (path, purpose) => {
      const value = { path, watch: false };
      ask(state, out, nowUs, zooKeeperGetRequest, value, { for: 'coordinator', purpose });
    },
    children: (path, purpose) => {
      const value = { path, watch: false };
      ask(state, out, nowUs, zooKeeperChildrenRequest, value, { for: 'coordinator', purpose });
    },
  };
}
