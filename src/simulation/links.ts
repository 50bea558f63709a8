/**
 * Cut and restored links, and connections that the transport gives up (protocol.md, section 10,
 * LINK-1). Resets and closes do not pass a cut either: they wait like everything else.
 */
import type { Us } from '../lib/time.ts';
import { append, connectionOf, linkOf, schedule } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { closedItem, dropMessage, holdEvent } from './parcels.ts';
import { push } from './queue.ts';
import type { Entry } from './queue.ts';
import type { Connection, Item } from './state.ts';

export function scheduleTimeout(
  kernel: Kernel,
  { id, opener }: Connection,
  cutSinceUs: Us | null,
  cause: number,
): void {
  const { state } = kernel;
  const atUs = state.nowUs + state.transportTimeoutUs;
  schedule(kernel, atUs, 'arrival', opener, {
    kind: 'transport-timeout',
    connection: id,
    cutSinceUs,
    cause,
  });
}

export function scheduleCutTimeout(kernel: Kernel, connection: Connection, cause: number): void {
  scheduleTimeout(kernel, connection, connection.cutSinceUs, cause);
}

/** Nothing passes from now on: what is under way is taken off its way and waits. */
export function cutLink(kernel: Kernel, a: string, b: string, cause: number): void {
  const { state } = kernel;
  const link = linkOf(kernel, a, b);
  link.cut = true;
  const crosses = ({ item }: Entry<Item>) => item.kind === 'parcel' && isBetween(item, a, b);
  const caught = state.queue.entries.filter(crosses).toSorted(byOrder);
  link.held.push(...caught);
  const rest = state.queue.entries.filter((entry) => !crosses(entry));
  state.queue.entries.length = 0;
  state.queue.times.length = 0;
  for (const entry of rest) push(state.queue, entry);
  for (const { item } of caught) {
    if (item.kind === 'parcel' && item.parcel.kind === 'message') {
      holdEvent(kernel, item.parcel.message.message, 'link-cut', cause);
    }
  }
  for (const connection of state.connections.values()) {
    if (!joins(connection, a, b)) continue;
    connection.cutSinceUs = state.nowUs;
    scheduleCutTimeout(kernel, connection, cause);
  }
}

function isBetween(item: Item & { kind: 'parcel' }, a: string, b: string): boolean {
  const from = item.parcel.kind === 'message' ? item.parcel.message.from : item.parcel.from;
  return (from === a && item.to === b) || (from === b && item.to === a);
}

function joins({ opener, target }: Connection, a: string, b: string): boolean {
  return (opener === a && target === b) || (opener === b && target === a);
}

function byOrder(a: Entry<Item>, b: Entry<Item>): number {
  if (a.atUs !== b.atUs) return a.atUs - b.atUs;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.number - b.number;
}

/** Everything held arrives at once, in its old order. */
export function restoreLink(kernel: Kernel, a: string, b: string, cause: number): void {
  const { state } = kernel;
  const link = linkOf(kernel, a, b);
  link.cut = false;
  const held = link.held.toSorted(byOrder);
  link.held = [];
  for (const { item } of held) {
    if (item.kind !== 'parcel') continue;
    // One source for all of them, or the order of their senders' names would come first.
    schedule(kernel, state.nowUs, 'arrival', `link:${link.peers.join('|')}`, item);
    if (item.parcel.kind !== 'message') continue;
    const { message } = item.parcel.message;
    const arrivesAtUs = state.nowUs;
    append(kernel, {
      kind: 'message-released',
      message,
      reason: 'link-cut',
      arrivesAtUs,
      cause,
      rules: [],
    });
  }
  for (const connection of state.connections.values()) {
    if (joins(connection, a, b)) connection.cutSinceUs = null;
  }
}

/** [LINK-2] What the sender had sent and has not arrived by now is lost. */
export function dropUnderWay(
  kernel: Kernel,
  connection: Connection,
  from: string,
  cause: number,
): void {
  const { state } = kernel;
  const isLost = ({ item }: Entry<Item>) =>
    item.kind === 'parcel' &&
    item.parcel.kind === 'message' &&
    item.parcel.message.connection === connection.id &&
    item.parcel.message.from === from;
  const link = linkOf(kernel, connection.opener, connection.target);
  const lost = [...state.queue.entries.filter(isLost), ...link.held.filter(isLost)].toSorted(
    byOrder,
  );
  if (lost.length === 0) return;
  link.held = link.held.filter((entry) => !isLost(entry));
  const rest = state.queue.entries.filter((entry) => !isLost(entry));
  state.queue.entries.length = 0;
  state.queue.times.length = 0;
  for (const entry of rest) push(state.queue, entry);
  for (const { item } of lost) {
    if (item.kind === 'parcel' && item.parcel.kind === 'message') {
      dropMessage(kernel, item.parcel.message, 'reset', cause);
    }
  }
}

/** [LINK-1] Both living ends of a connection that has been dead for the transport timeout. */
export function timedOutEnds(kernel: Kernel, item: Item & { kind: 'transport-timeout' }): Item[] {
  const connection = connectionOf(kernel, item.connection);
  if (!connection) return [];
  if (item.cutSinceUs !== null) {
    if (connection.cutSinceUs !== item.cutSinceUs) return [];
    dropUnderWay(kernel, connection, connection.opener, item.cause);
    dropUnderWay(kernel, connection, connection.target, item.cause);
  }
  const ends = [...connection.ends.entries()].filter(([, end]) => end.state !== 'closed');
  if (ends.length === 0) kernel.state.connections.delete(connection.id);
  return ends.map(([name]) => closedItem(name, connection.id, 'timeout', item.cause));
}
