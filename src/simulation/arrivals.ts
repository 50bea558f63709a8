/**
 * What comes of a parcel at the end it was sent to. The receiver's system acts first: it accepts for
 * a frozen process too, refuses for a dead one, and is silent where the power is off.
 */
import { append, isUp, processOf, recordOf } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { dropUnderWay, scheduleTimeout } from './links.ts';
import { dropMessage, endOf, otherEnd, signal } from './parcels.ts';
import type {
  Connection,
  Ended,
  Ending,
  Message,
  Opening,
  Parcel,
  ProcessRecord,
} from './state.ts';
import { newEnd, shutEnd } from './transport.ts';

/** What the process itself gets to handle, or null. */
export function receive(kernel: Kernel, parcel: Parcel): Message | Opening | Ended | null {
  const { connection, to, cause } = parcel;
  switch (parcel.kind) {
    case 'message':
      return receiveMessage(kernel, parcel);
    case 'open':
      return receiveOpen(kernel, parcel);
    case 'accept':
      return isAwaited(connection, to) ? parcel : null;
    case 'refuse':
      return isAwaited(connection, to) ? ended(connection, to, 'refused', cause) : null;
    case 'reset':
      // [LINK-2] What the sender had sent and has not arrived by now is dropped.
      dropUnderWay(kernel, connection, parcel.from, 'reset', cause);
      return receiveEnd(kernel, parcel, 'reset');
    case 'close':
      return receiveEnd(kernel, parcel, 'closed');
  }
}

function ended(connection: Connection, to: string, reason: Ended['reason'], cause: number): Ended {
  return { kind: 'ended', connection, to, reason, cause };
}

function isAwaited(connection: Connection, at: string): boolean {
  return endOf(connection, at)?.state === 'opening';
}

function receiveOpen(kernel: Kernel, parcel: Opening): Opening | null {
  const { connection, to, cause } = parcel;
  const process = kernel.state.processes.get(to);
  if (process?.unpowered) {
    // [LINK-1] Nobody answers, also not later.
    scheduleTimeout(kernel, connection, null, cause);
    return null;
  }
  if (!process || !isUp(process)) {
    signal(kernel, connection, to, 'refuse', cause);
    return null;
  }
  connection.targetEnd = newEnd(process, 'open');
  process.connections.add(connection);
  signal(kernel, connection, to, 'accept', cause);
  return parcel;
}

/** The other end is no more. */
function receiveEnd(
  kernel: Kernel,
  { connection, to, cause }: Ending,
  reason: Ended['reason'],
): Ended | null {
  const end = endOf(connection, to);
  if (end !== null && end.state !== 'closed') return ended(connection, to, reason, cause);
  kernel.state.connections.delete(connection.id);
  return null;
}

/** A message that its receiver can still read, or null: then it is dropped. */
export function receiveMessage(kernel: Kernel, message: Message): Message | null {
  const { connection, to, cause } = message;
  const end = endOf(connection, to);
  const process = end === null ? processOf(kernel, to) : recordOf(kernel, end);
  if (!isUp(process)) {
    dropMessage(kernel, message, 'receiver-down', cause);
    return null;
  }
  if (end !== null && end.incarnation !== process.incarnation) {
    // A restarted process knows nothing of the connection: its system resets it.
    dropMessage(kernel, message, 'connection-unknown', cause);
    signal(kernel, connection, to, 'reset', cause);
    return null;
  }
  if (end === null || end.state === 'closed') {
    dropMessage(kernel, message, 'connection-closed', cause);
    return null;
  }
  return message;
}

/** The process learns that its connection is gone. Null where it has closed it itself meanwhile. */
export function noteEnded(kernel: Kernel, process: ProcessRecord, item: Ended): number | null {
  const { connection, reason, cause } = item;
  if (!process.connections.has(connection)) return null;
  const seq = shutEnd(kernel, connection, process, reason, cause);
  const other = endOf(connection, otherEnd(connection, process.name));
  if (other === null || other.state === 'closed') kernel.state.connections.delete(connection.id);
  return seq;
}

/** The process learns that its connection is open. Null where it no longer wants it. */
export function noteOpened(kernel: Kernel, process: ProcessRecord, item: Opening): number | null {
  const { connection, cause } = item;
  if (!process.connections.has(connection)) return null;
  if (connection.opener === process.name) connection.openerEnd.state = 'open';
  return append(kernel, {
    kind: 'connection-opened',
    atUs: kernel.state.nowUs,
    process: process.name,
    connection: connection.id,
    peer: otherEnd(connection, process.name),
    cause,
    rules: [],
  });
}
