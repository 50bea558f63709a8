/** Links, connections, messages under way. */
import type { EventOf } from '../events.ts';
import { linkKey } from '../world.ts';
import type { LinkWorld, MessageWorld, World } from '../world.ts';
import type { Folds } from './folds.ts';
import { heartbeatArrived } from './members.ts';
import { endParked } from './rebalances.ts';
import { noteAnswered, noteAsked, noteClosed } from './roles.ts';

function changeLink(world: World, event: EventOf<'link-changed'>): void {
  const { peers, latencyMs, cut } = event;
  const key = linkKey(peers[0], peers[1]);
  // A new link begins as the network has it.
  const usualLatencyMs = world.links.get(key)?.usualLatencyMs ?? latencyMs;
  const slowed = differs(latencyMs, usualLatencyMs);
  world.links.set(key, { peers, latencyMs, usualLatencyMs, cut, slowed });
}

function differs(a: LinkWorld['latencyMs'], b: LinkWorld['latencyMs']): boolean {
  return a[0] !== b[0] || a[1] !== b[1];
}

/** Links that were slowed keep their latency and are held against the new one; the others follow. */
function changeNetwork(world: World, { command }: EventOf<'command'>): void {
  if (command.do !== 'configure' || !('network' in command)) return;
  const { latencyMs: usualLatencyMs } = command.settings;
  if (!usualLatencyMs) return;
  for (const [key, link] of world.links) {
    const slowed = link.slowed && differs(link.latencyMs, usualLatencyMs);
    world.links.set(key, { ...link, usualLatencyMs, slowed });
  }
}

function openEnd(world: World, event: EventOf<'connection-opened'>): void {
  const { connection: id, peer: other, process = '' } = event;
  const before = world.connections.get(id);
  // Its id begins with the name of its opener.
  const [opener, peer] = id.startsWith(`${process}/`) ? [process, other] : [other, process];
  const openAt = new Set(before?.openAt).add(process);
  world.connections.set(id, { connection: id, opener, peer, openAt });
}

/** One end no longer knows the connection as open; without ends it is gone. */
export function closeEnd(world: World, id: string, process: string): void {
  const connection = world.connections.get(id);
  if (!connection?.openAt.has(process)) return;
  const openAt = new Set(connection.openAt);
  openAt.delete(process);
  if (openAt.size === 0) world.connections.delete(id);
  else world.connections.set(id, { ...connection, openAt });
}

function send(world: World, event: EventOf<'message-sent'>): void {
  const message: MessageWorld = {
    message: event.message,
    connection: event.connection,
    from: event.process ?? '',
    to: event.to,
    api: event.api,
    direction: event.direction,
    correlationId: event.correlationId,
    request: event.request ?? null,
    group: event.group ?? null,
    generation: event.generation ?? null,
    error: event.error ?? null,
    reason: reasonOf(world, event),
    sentAtUs: event.atUs,
    arrivesAtUs: event.arrivesAtUs,
    held: null,
    heldAtUs: 0,
    sentSeq: event.seq,
    corrupted: false,
  };
  world.messages.set(event.message, message);
  noteAsked(world, message);
  const group = event.group === undefined ? undefined : world.groups.get(event.group);
  if (!group) return;
  group.cost.messages += 1;
  group.messages.set(event.api, (group.messages.get(event.api) ?? 0) + 1);
}

/** [HB-2] One error has several reasons; the bytes do not say which, the sender's fact before them does. */
function reasonOf({ refused }: World, { error, request }: EventOf<'message-sent'>): string | null {
  if (error === undefined || refused === null || refused.message !== request) return null;
  return refused.reason;
}

function changeMessage(
  world: World,
  id: number,
  change: Partial<Pick<MessageWorld, 'held' | 'heldAtUs' | 'arrivesAtUs' | 'corrupted'>>,
): void {
  const message = world.messages.get(id);
  if (message) world.messages.set(id, { ...message, ...change });
}

function deliver(world: World, event: EventOf<'message-delivered'>): void {
  const message = world.messages.get(event.message);
  world.messages.delete(event.message);
  const { seq, from } = event;
  world.delivered = { seq, from, connection: message?.connection ?? '' };
  if (event.api === 'Heartbeat' && event.direction === 'request') {
    heartbeatArrived(world, message?.group ?? null, event);
  }
  if (!message) return;
  // One that cannot be read ends the connection.
  if (!message.corrupted) noteAnswered(world, message);
  hear(world, message, event);
}

/** What a consumer is told: that its request is refused. */
function hear(world: World, message: MessageWorld, event: EventOf<'message-delivered'>): void {
  const { error, reason, api, from } = message;
  const consumer = world.processes.get(event.process ?? '')?.consumer;
  if (!consumer || error === null || error === 'None') return;
  consumer.told = { error, reason, api, by: from, atUs: event.atUs };
}

function drop(world: World, event: EventOf<'message-dropped'>): void {
  const message = world.messages.get(event.message);
  if (!message) return;
  world.messages.delete(event.message);
  world.lost.push({ message, atUs: event.atUs, reason: event.reason });
}

export const transportFolds: Folds = {
  command: changeNetwork,
  'link-changed': changeLink,
  'connection-opened': openEnd,
  'connection-closed': (world, event) => {
    const { connection, process = '' } = event;
    closeEnd(world, connection, process);
    noteClosed(world, event);
    endParked(world, process, connection);
  },
  'request-refused': (world, { message, reason }) => {
    if (message !== undefined) world.refused = { message, reason };
  },
  'message-sent': send,
  'message-corrupted': (world, { message }) => changeMessage(world, message, { corrupted: true }),
  'message-held': (world, { message, reason, atUs }) =>
    changeMessage(world, message, { held: reason, heldAtUs: atUs }),
  'message-released': (world, { message, arrivesAtUs }) =>
    changeMessage(world, message, { held: null, arrivesAtUs }),
  'message-delivered': deliver,
  'message-dropped': drop,
};
