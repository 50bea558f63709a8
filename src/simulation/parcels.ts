/** Putting things on their way over a link, and what the trace says of messages that wait or are lost. */
import type { Us } from '../lib/time.ts';
import type { ConnectionId } from '../protocol/step.ts';
import { append, drawLatencyUs, linkOf } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { classes, push } from './queue.ts';
import type { Entry } from './queue.ts';
import type { Connection, End, Item, Message, Parcel } from './state.ts';

export function otherEnd(connection: Connection, name: string): string {
  return connection.opener === name ? connection.target : connection.opener;
}

export function endOf(connection: Connection, name: string): End | undefined {
  return connection.ends.get(name);
}

/**
 * Puts a parcel on its way. In order behind what this end has sent, unless it is a reset, which
 * takes a latency of its own (LINK-2). On a cut link it waits.
 */
export function dispatch(
  kernel: Kernel,
  connection: Connection,
  from: string,
  parcel: Parcel,
  cause: number,
): Us {
  const { state } = kernel;
  const to = otherEnd(connection, from);
  const link = linkOf(kernel, from, to);
  const end = endOf(connection, from);
  let atUs = state.nowUs + drawLatencyUs(kernel, link, from);
  if (end && parcel.kind !== 'reset') {
    atUs = Math.max(atUs, end.lastArrivalUs);
    end.lastArrivalUs = atUs;
  }
  const entry: Entry<Item> = {
    atUs,
    class: classes.arrival,
    source: from,
    number: state.nextNumber++,
    item: { kind: 'parcel', to, parcel, cause },
  };
  if (link.cut) {
    link.held.push(entry);
  } else push(state.queue, entry);
  return atUs;
}

export function holdEvent(
  kernel: Kernel,
  message: number,
  reason: 'link-cut' | 'receiver-frozen',
  cause: number | null,
): void {
  append(kernel, { kind: 'message-held', message, reason, cause, rules: [] });
}

export function dropMessage(
  kernel: Kernel,
  message: Message,
  reason: string,
  cause: number | null,
): void {
  append(kernel, { kind: 'message-dropped', message: message.message, reason, cause, rules: [] });
}

export function closedItem(
  process: string,
  connection: ConnectionId,
  reason: 'timeout' | 'reset' | 'refused' | 'closed',
  cause: number,
): Item {
  return { kind: 'closed', process, connection, reason, cause };
}
