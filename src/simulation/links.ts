/**
 * Cut and restored links, and connections that the transport gives up (protocol.md, section 10,
 * LINK-1). Resets and closes do not pass a cut either: they wait like everything else.
 */
import type { Us } from '../lib/time.ts';
import { linkOf, nextNumber, stateLink } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { dropMessage, endOf, holdMessage, releaseMessage } from './parcels.ts';
import { classes, compareKeys, push, take } from './queue.ts';
import type { Connection, Ended, Item, Link, Parcel, TransportTimeout } from './state.ts';

const isParcel = (item: Item): item is Parcel => 'connection' in item && 'from' in item;

/** [LINK-1] The transport gives a connection up so long from now, if nothing has changed by then. */
export function scheduleTimeout(
  { state }: Kernel,
  connection: Connection,
  cutSinceUs: number | null,
  cause: number,
): void {
  push(state.queue, {
    kind: 'transport-timeout',
    atUs: state.nowUs + state.transportTimeoutUs,
    class: classes.arrival,
    source: connection.opener,
    number: nextNumber(state),
    connection,
    cutSinceUs,
    cause,
  });
}

/** Nothing passes from now on: what is under way is taken off its way and waits. */
export function cutLink(kernel: Kernel, a: string, b: string, cause: number): void {
  const { state } = kernel;
  const link = linkOf(kernel, a, b);
  link.cut = true;
  const caught = take(state.queue, (item) => isParcel(item) && item.connection.link === link);
  for (const item of caught.filter(isParcel)) {
    link.held.push(item);
    if (item.kind === 'message') holdMessage(kernel, item.message, 'link-cut', cause);
  }
  for (const connection of connectionsOver(kernel, link)) {
    connection.cutSinceUs = state.nowUs;
    scheduleTimeout(kernel, connection, state.nowUs, cause);
  }
  stateLink(kernel, link, cause);
}

function connectionsOver({ state }: Kernel, link: Link): Connection[] {
  return [...state.connections.values()].filter((connection) => connection.link === link);
}

/** Everything held arrives at once, in its old order. */
export function restoreLink(kernel: Kernel, a: string, b: string, cause: number): void {
  const { state } = kernel;
  const link = linkOf(kernel, a, b);
  link.cut = false;
  const held = link.held.toSorted(compareKeys);
  link.held = [];
  // One source for all of them, or their order would be that of their senders' names.
  const source = `link ${link.peers.join('|')}`;
  for (const parcel of held) {
    push(state.queue, { ...parcel, atUs: state.nowUs, source, number: nextNumber(state) });
    if (parcel.kind === 'message') releaseMessage(kernel, parcel.message, 'link-cut', cause);
  }
  for (const connection of connectionsOver(kernel, link)) reconnectEnds(connection, state.nowUs);
  stateLink(kernel, link, cause);
}

/** All that was sent has arrived: what follows does not queue behind the latency of before. */
function reconnectEnds(connection: Connection, nowUs: Us): void {
  connection.cutSinceUs = null;
  for (const name of [connection.opener, connection.target]) {
    const end = endOf(connection, name);
    if (end) end.lastArrivalUs = nowUs;
  }
}

/** What an end has sent and has not arrived by now is lost. */
export function dropUnderWay(
  kernel: Kernel,
  connection: Connection,
  from: string,
  reason: 'reset' | 'timeout',
  cause: number,
): void {
  const { state } = kernel;
  const { link } = connection;
  const isLost = (item: Item) =>
    isParcel(item) && item.connection === connection && item.from === from;
  const held = link.held.filter(isLost);
  const last = endOf(connection, from)?.lastArrivalUs ?? Infinity;
  const lost = last < state.nowUs ? [] : take(state.queue, isLost).filter(isParcel);
  if (held.length > 0) link.held = link.held.filter((parcel) => !isLost(parcel));
  for (const parcel of [...lost, ...held].toSorted(compareKeys)) {
    if (parcel.kind === 'message') dropMessage(kernel, parcel, reason, cause);
  }
}

/** [LINK-1] Both living ends of a connection that has been dead for the transport timeout. */
export function timedOutEnds(kernel: Kernel, timeout: TransportTimeout): Ended[] {
  const { connection, cutSinceUs, cause } = timeout;
  const { id, opener, target } = connection;
  if (!kernel.state.connections.has(id)) return [];
  if (cutSinceUs !== null && connection.cutSinceUs !== cutSinceUs) return [];
  if (cutSinceUs !== null) {
    dropUnderWay(kernel, connection, opener, 'timeout', cause);
    dropUnderWay(kernel, connection, target, 'timeout', cause);
  }
  const living = [opener, target].filter((name) => {
    const end = endOf(connection, name);
    return end !== null && end.state !== 'closed';
  });
  if (living.length === 0) kernel.state.connections.delete(id);
  return living.map((to) => ({ kind: 'ended', connection, to, reason: 'timeout', cause }));
}
