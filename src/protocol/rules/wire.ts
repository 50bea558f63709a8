/** The formats on the wire, and what the faults of a link do. */
import { step, table } from './rule.ts';

export const wire = {
  'WIRE-0': table(
    'A frame is an int32 size, an int16 api key with bit 15 set in a response, and the message.',
    'Responses are matched to requests by correlation id.',
  ),
  'WIRE-1': table('ConsumerMetadataRequest asks any broker who coordinates a group.'),
  'WIRE-2': table(
    'ConsumerMetadataResponse names the coordinator and its epoch. The generation in it is what',
    'the answering broker knows; nobody acts on it.',
  ),
  'WIRE-3': table(
    'RegisterConsumerRequest joins a group. Version 1 adds heartbeat frequency, failed heartbeat',
    'threshold, consumer id and strategy to what the source prints.',
  ),
  'WIRE-4': table(
    'RegisterConsumerResponse gives a consumer its id, the generation and the partitions that it',
    'owns.',
  ),
  'WIRE-5': table(
    'HeartbeatRequest says that a member lives, and which generation it believes in.',
  ),
  'WIRE-6': table(
    'HeartbeatResponse accepts a heartbeat or refuses it; a refusal is how a member learns of a',
    'rebalance.',
  ),
};

export const faults = {
  'LINK-1': step(
    'A connection whose peer has lost power is closed at the living end after the transport',
    'timeout.',
  ),
  'LINK-2': step(
    'When a process is killed, the resets of its connections overtake its data: what it had sent',
    'and has not arrived by then is dropped, and so is what is sent to it.',
  ),
};
