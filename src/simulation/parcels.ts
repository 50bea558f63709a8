/** Putting things on their way over a link, and what the trace says of messages that wait or are lost. */
import { known } from '../lib/assert.ts';
import type { Us } from '../lib/time.ts';
import type { ConnectionId, MessageAbout } from '../protocol/step.ts';
import { append, drawLatencyUs, nextNumber } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { classes, push } from './queue.ts';
import type { Connection, End, Ending, Link, Message, Opening, Parcel } from './state.ts';

export function otherEnd({ opener, target }: Connection, name: string): string {
  return opener === name ? target : opener;
}

export function endOf(connection: Connection, name: string): End | null {
  return connection.opener === name ? connection.openerEnd : connection.targetEnd;
}

/** Index into what a link has for each of its directions. */
export function directionOf({ peers }: Link, from: string): 0 | 1 {
  return from === peers[0] ? 0 : 1;
}

/** The end of a process that has this connection. */
export function ownEnd(connection: Connection, name: string): End {
  return known(endOf(connection, name), `end of ${connection.id}`);
}

export function connectionOf({ state }: Kernel, id: ConnectionId): Connection {
  return known(state.connections.get(id), `connection ${id}`);
}

/** When what leaves this end now arrives: never before what it sent earlier. */
function arrivalUs({ state }: Kernel, { link }: Connection, from: string, end: End | null): Us {
  const atUs = state.nowUs + drawLatencyUs(state, link, from);
  if (end === null) return atUs;
  end.lastArrivalUs = Math.max(atUs, end.lastArrivalUs);
  return end.lastArrivalUs;
}

/** On a cut link it waits. */
function dispatch({ state }: Kernel, link: Link, parcel: Parcel): void {
  if (link.cut) link.held.push(parcel);
  else push(state.queue, parcel);
}

export interface Content {
  readonly message: number;
  readonly bytes: Uint8Array;
  readonly about: MessageAbout;
}

/** Puts a message on its way; returns when it arrives. */
export function sendParcel(
  kernel: Kernel,
  connection: Connection,
  from: string,
  { message, bytes, about }: Content,
  cause: number,
): Us {
  const atUs = arrivalUs(kernel, connection, from, ownEnd(connection, from));
  dispatch(kernel, connection.link, {
    kind: 'message',
    atUs,
    class: classes.arrival,
    source: from,
    number: nextNumber(kernel.state),
    connection,
    from,
    to: otherEnd(connection, from),
    message,
    bytes,
    about,
    cause,
  });
  return atUs;
}

/** [LINK-2] In order behind what this end has sent, but a reset: it takes a latency of its own. */
export function signal(
  kernel: Kernel,
  connection: Connection,
  from: string,
  kind: (Opening | Ending)['kind'],
  cause: number,
): void {
  const end = kind === 'reset' ? null : endOf(connection, from);
  dispatch(kernel, connection.link, {
    kind,
    atUs: arrivalUs(kernel, connection, from, end),
    class: classes.arrival,
    source: from,
    number: nextNumber(kernel.state),
    connection,
    from,
    to: otherEnd(connection, from),
    cause,
  });
}

export function holdMessage(
  kernel: Kernel,
  message: number,
  reason: 'link-cut' | 'receiver-frozen',
  cause: number | null,
): void {
  const { nowUs: atUs } = kernel.state;
  append(kernel, { kind: 'message-held', atUs, message, reason, cause, rules: [] });
}

export function releaseMessage(
  kernel: Kernel,
  message: number,
  reason: 'link-cut' | 'receiver-frozen',
  cause: number,
): void {
  const { nowUs: atUs } = kernel.state;
  append(kernel, {
    kind: 'message-released',
    atUs,
    message,
    reason,
    arrivesAtUs: atUs,
    cause,
    rules: [],
  });
}

const dropRules = {
  reset: ['LINK-2'],
  timeout: ['LINK-1'],
  'receiver-down': [],
  'connection-unknown': [],
  'connection-closed': [],
} as const;

export function dropMessage(
  kernel: Kernel,
  { message }: Message,
  reason: keyof typeof dropRules,
  cause: number,
): void {
  const { nowUs: atUs } = kernel.state;
  const rules = dropRules[reason];
  append(kernel, { kind: 'message-dropped', atUs, message, reason, cause, rules });
}
