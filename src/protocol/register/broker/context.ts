/** What the broker lends its coordinator, and how anything of a broker answers a request. */
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
  { peers, settings }: BrokerState,
  out: Effects,
  connection: ConnectionId,
  schema: S,
  value: MessageOf<S>,
  about: Omit<MessageAbout, 'api' | 'direction'>,
  rules: readonly RuleId[] = [],
): void {
  if (!peers.has(connection)) return;
  const bytes = encodeFrame(schema, value as never, settings.wireVersion);
  const { api, direction } = schema;
  out.send(connection, bytes, { ...about, api, direction }, rules);
}

export function contextOf(state: BrokerState, out: Effects, nowUs: Us): CoordinatorContext {
  return {
    nowUs,
    out,
    settings: state.settings,
    self: state.name,
    // Its opener, also when the connection has gone since.
    peerOf: (connection) => connection.slice(0, connection.indexOf('/')),
    reply: (connection, schema, value, about, rules) =>
      reply(state, out, connection, schema, value, about, rules),
    close: (connection) => {
      if (state.peers.delete(connection)) out.closeConnection(connection);
    },
    multi: (operations, purpose) => {
      const value = { operations: [...operations] };
      ask(state, out, nowUs, zooKeeperMultiRequest, value, { for: 'coordinator', purpose });
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
