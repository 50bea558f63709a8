/**
 * The simulated transport: connections over links, ordered and reliable while both ends live, with
 * latency, cuts and resets (protocol.md, section 10). It carries bytes and looks into none.
 */
import { known } from '../lib/assert.ts';
import type { ConnectionId, Effect } from '../protocol/step.ts';
import { append, connectionOf, linkOf, processOf } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { dropUnderWay, scheduleCutTimeout, scheduleTimeout } from './links.ts';
import { closedItem, dispatch, dropMessage, endOf, holdEvent, otherEnd } from './parcels.ts';
import type { Connection, End, Item, Message, Parcel, ProcessRecord } from './state.ts';

type Send = Effect & { do: 'send' };

/** Opening takes one round trip; the id is the opener's choice. */
export function openConnection(
  kernel: Kernel,
  from: ProcessRecord,
  id: ConnectionId,
  to: string,
  cause: number,
): void {
  const { state } = kernel;
  const link = linkOf(kernel, from.name, to);
  const connection: Connection = {
    id,
    opener: from.name,
    target: to,
    ends: new Map([[from.name, newEnd(from, 'opening')]]),
    cutSinceUs: link.cut ? state.nowUs : null,
  };
  state.connections.set(id, connection);
  from.connections.add(id);
  if (link.cut) scheduleCutTimeout(kernel, connection, cause);
  dispatch(kernel, connection, from.name, { kind: 'open', connection: id, from: from.name }, cause);
}

function newEnd(process: ProcessRecord, state: End['state']): End {
  return { incarnation: process.incarnation, state, lastArrivalUs: 0, requests: new Map() };
}

/** Sends a message; what is sent on a connection that is not open goes nowhere and says so. */
export function sendMessage(
  kernel: Kernel,
  from: ProcessRecord,
  effect: Send,
  cause: number,
): void {
  const { state } = kernel;
  const connection = known(connectionOf(kernel, effect.connection), effect.connection);
  const end = known(endOf(connection, from.name), `end of ${effect.connection}`);
  const to = otherEnd(connection, from.name);
  const { about } = effect;
  const number = state.nextMessage++;
  const request = requestAnswered(connection, to, effect);
  if (about.direction === 'request') end.requests.set(about.correlationId, number);
  const message: Message = {
    message: number,
    connection: connection.id,
    from: from.name,
    to,
    bytes: effect.bytes,
    about,
  };
  const parcel: Parcel = { kind: 'message', message };
  // The event is appended before the parcel is held, so its arrival is computed first.
  const link = linkOf(kernel, from.name, to);
  const arrivesAtUs = dispatch(kernel, connection, from.name, parcel, cause);
  append(kernel, {
    kind: 'message-sent',
    process: from.name,
    message: number,
    connection: connection.id,
    to,
    api: about.api,
    direction: about.direction,
    correlationId: about.correlationId,
    request,
    group: about.group,
    generation: about.generation,
    error: about.error,
    byteCount: effect.bytes.length,
    bytes: effect.bytes,
    arrivesAtUs,
    cause,
    rules: effect.rules,
  });
  if (link.cut) holdEvent(kernel, number, 'link-cut', cause);
}

/** The message that a response answers: the other end's request with that correlation id. */
function requestAnswered(connection: Connection, to: string, { about }: Send): number | undefined {
  if (about.direction === 'request') return undefined;
  const requests = connection.ends.get(to)?.requests;
  const request = requests?.get(about.correlationId);
  requests?.delete(about.correlationId);
  return request;
}

/** This end closes, in order behind its data, and reads nothing more. */
export function closeConnection(
  kernel: Kernel,
  from: ProcessRecord,
  id: ConnectionId,
  cause: number,
): void {
  const connection = connectionOf(kernel, id);
  const end = connection && endOf(connection, from.name);
  if (!connection || !end || end.state === 'closed') return;
  shutEnd(kernel, connection, from, 'closed', cause);
  dispatch(
    kernel,
    connection,
    from.name,
    { kind: 'close', connection: id, from: from.name },
    cause,
  );
}

/** Marks an end closed and says so in the trace. */
function shutEnd(
  kernel: Kernel,
  connection: Connection,
  process: ProcessRecord,
  reason: 'closed' | 'reset' | 'refused' | 'timeout',
  cause: number | null,
): number {
  const end = known(endOf(connection, process.name), 'end to close');
  end.state = 'closed';
  process.connections.delete(connection.id);
  return append(kernel, {
    kind: 'connection-closed',
    process: process.name,
    connection: connection.id,
    peer: otherEnd(connection, process.name),
    reason,
    cause,
    rules: reason === 'timeout' ? ['LINK-1'] : reason === 'reset' ? ['LINK-2'] : [],
  });
}

/** A process is gone at once (kill): its peers learn it by a reset of each connection (LINK-2). */
export function resetConnections(kernel: Kernel, process: ProcessRecord, cause: number): void {
  for (const id of Array.from(process.connections)) {
    const connection = known(connectionOf(kernel, id), id);
    const end = known(endOf(connection, process.name), 'end to reset');
    end.state = 'closed';
    process.connections.delete(id);
    dispatch(
      kernel,
      connection,
      process.name,
      { kind: 'reset', connection: id, from: process.name },
      cause,
    );
  }
}

/** Power is gone: nothing tells the peers; the living ends close after the transport timeout (LINK-1). */
export function abandonConnections(kernel: Kernel, process: ProcessRecord, cause: number): void {
  for (const id of Array.from(process.connections)) {
    const connection = known(connectionOf(kernel, id), id);
    known(endOf(connection, process.name), 'end without power').state = 'closed';
    process.connections.delete(id);
    scheduleTimeout(kernel, connection, null, cause);
  }
}

/** What an arriving parcel becomes at its receiver: an item to be handled there, or nothing. */
export function receive(kernel: Kernel, item: Item & { kind: 'parcel' }): Item | null {
  const { parcel, to } = item;
  switch (parcel.kind) {
    case 'open':
      return receiveOpen(kernel, parcel.connection, to, item);
    case 'accept':
      return isAwaited(kernel, parcel.connection, to) ? item : null;
    case 'refuse':
      if (!isAwaited(kernel, parcel.connection, to)) return null;
      return closedItem(to, parcel.connection, 'refused', item.cause);
    case 'close':
    case 'reset':
      return receiveEnd(kernel, parcel.connection, parcel.from, to, parcel.kind, item.cause);
    case 'message':
      return receiveMessage(kernel, parcel.message, item);
  }
}

function isAwaited(kernel: Kernel, id: ConnectionId, at: string): boolean {
  const end = connectionOf(kernel, id)?.ends.get(at);
  return end?.state === 'opening';
}

/** The receiver's system answers for it: it accepts also for a frozen one, and refuses for a dead one. */
function receiveOpen(
  kernel: Kernel,
  id: ConnectionId,
  to: string,
  item: Item & { kind: 'parcel' },
): Item | null {
  const connection = connectionOf(kernel, id);
  // [LINK-2] The reset of an opener that was killed has overtaken its request to open.
  if (!connection) return null;
  const process = kernel.state.processes.get(to);
  if (process?.unpowered) return null;
  const { cause } = item;
  if (!process || process.status === 'crashed' || process.status === 'stopped') {
    dispatch(kernel, connection, to, { kind: 'refuse', connection: id, from: to }, cause);
    return null;
  }
  connection.ends.set(to, newEnd(process, 'open'));
  process.connections.add(id);
  dispatch(kernel, connection, to, { kind: 'accept', connection: id, from: to }, cause);
  return item;
}

/** A close in order behind the data, or a reset that drops what is still under way behind it. */
function receiveEnd(
  kernel: Kernel,
  id: ConnectionId,
  from: string,
  to: string,
  kind: 'close' | 'reset',
  cause: number,
): Item | null {
  const connection = connectionOf(kernel, id);
  if (!connection) return null;
  if (kind === 'reset') dropUnderWay(kernel, connection, from, cause);
  const end = endOf(connection, to);
  if (!end || end.state === 'closed') {
    kernel.state.connections.delete(id);
    return null;
  }
  return closedItem(to, id, kind === 'close' ? 'closed' : 'reset', cause);
}

function receiveMessage(
  kernel: Kernel,
  message: Message,
  item: Item & { kind: 'parcel' },
): Item | null {
  const process = processOf(kernel, message.to);
  const connection = connectionOf(kernel, message.connection);
  const end = connection && endOf(connection, message.to);
  const isUp = process.status === 'running' || process.status === 'frozen';
  if (!isUp) {
    dropMessage(kernel, message, 'receiver-down', item.cause);
    return null;
  }
  if (connection && end && end.incarnation !== process.incarnation) {
    // A restarted process knows nothing of the connection and resets it.
    dropMessage(kernel, message, 'connection-unknown', item.cause);
    dispatch(
      kernel,
      connection,
      message.to,
      { kind: 'reset', connection: connection.id, from: message.to },
      item.cause,
    );
    return null;
  }
  if (!end || end.state === 'closed') {
    dropMessage(kernel, message, 'connection-closed', item.cause);
    return null;
  }
  return item;
}

/** The end learns that its connection is gone. Null where it has closed it itself meanwhile. */
export function acceptClosed(kernel: Kernel, item: Item & { kind: 'closed' }): number | null {
  const connection = connectionOf(kernel, item.connection);
  const process = processOf(kernel, item.process);
  const end = connection && endOf(connection, item.process);
  if (!connection || !end || end.state === 'closed' || end.incarnation !== process.incarnation)
    return null;
  const seq = shutEnd(kernel, connection, process, item.reason, item.cause);
  const other = endOf(connection, otherEnd(connection, item.process));
  if (!other || other.state === 'closed') kernel.state.connections.delete(connection.id);
  return seq;
}

/** The end learns that its connection is open. Null where it no longer wants it. */
export function acceptOpened(kernel: Kernel, item: Item & { kind: 'parcel' }): number | null {
  if (item.parcel.kind !== 'open' && item.parcel.kind !== 'accept') return null;
  const connection = connectionOf(kernel, item.parcel.connection);
  const end = connection && endOf(connection, item.to);
  const process = processOf(kernel, item.to);
  if (!connection || !end || end.state === 'closed' || end.incarnation !== process.incarnation)
    return null;
  end.state = 'open';
  return append(kernel, {
    kind: 'connection-opened',
    process: item.to,
    connection: connection.id,
    peer: otherEnd(connection, item.to),
    cause: item.cause,
    rules: [],
  });
}
