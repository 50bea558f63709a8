/**
 * What others ask of a broker: decoded, and handed to who knows. Bytes that make no sense never stop
 * it (WIRE-0).
 */
import type { Us } from '../../../lib/time.ts';
import { decodeFrame } from '../../../wire/codec.ts';
import type { Decoded } from '../../../wire/codec.ts';
import { zeroOf } from '../../../wire/compile.ts';
import { errorCodes } from '../../../wire/errors.ts';
import { catalogueOf } from '../../../wire/schema.ts';
import type { MessageSchema } from '../../../wire/schema.ts';
import type { ConnectionId, Effects } from '../../step.ts';
import { handleGroupRequest, isGroupRequest } from '../coordinator/coordinator.ts';
import {
  consumerMetadataRequest,
  registerMessages,
  topicMetadataRequest,
  updateConsumerMetadataRequest,
} from '../messages.ts';
import { closeInbound, contextOf, reply } from './context.ts';
import { handleConsumerMetadata, handleUpdate } from './metadata.ts';
import type { BrokerState } from './state.ts';
import { handleTopicMetadata } from './topics.ts';

const catalogue = catalogueOf(registerMessages);

type Handler = (
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  request: never,
) => void;

/** Requests that are not about a group's members: COORD-5 and COORD-6 do not apply to them. */
const handlers = new Map<MessageSchema, Handler>([
  [
    consumerMetadataRequest as MessageSchema,
    (state, out, _, connection, request) => handleConsumerMetadata(state, out, connection, request),
  ],
  [updateConsumerMetadataRequest as MessageSchema, handleUpdate as Handler],
  [topicMetadataRequest as MessageSchema, handleTopicMetadata as Handler],
]);

/** Whatever comes on a connection that somebody else opened. */
export function handleRequest(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  connection: ConnectionId,
  bytes: Uint8Array,
): void {
  const decoded = decodeFrame(bytes, catalogue);
  if (!decoded.ok) return malformed(state, out, connection, decoded);
  const { schema, value } = decoded;
  const handler = handlers.get(schema);
  if (handler) return handler(state, out, nowUs, connection, value as never);
  // Nobody answers on a connection that it opened to ask.
  if (!isGroupRequest(schema)) return closeInbound(state, out, connection);
  const context = contextOf(state, out, nowUs);
  handleGroupRequest(state.coordinator, context, connection, schema, value as never);
}

/** [WIRE-0] MalformedMessage where a correlation id can be read, else the connection is closed. */
function malformed(
  state: BrokerState,
  out: Effects,
  connection: ConnectionId,
  { schema, correlationId }: Decoded & { ok: false },
): void {
  const response = schema && catalogue.get(schema.apiKey)?.response;
  if (schema?.direction !== 'request' || !response || correlationId === undefined) {
    return closeInbound(state, out, connection);
  }
  const { fields, name } = response;
  const zero = zeroOf({ type: 'struct', struct: { name, fields }, about: '', since: 0 }) as object;
  const value = {
    ...zero,
    ...('version' in fields ? { version: state.settings.wireVersion } : {}),
    correlationId,
    errorCode: errorCodes.MalformedMessage,
  };
  const about = { correlationId, error: 'MalformedMessage' } as const;
  reply(state, out, connection, response, value as never, about, ['WIRE-0']);
}
