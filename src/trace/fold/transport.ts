/** Links, connections, messages under way. */
import type { EventOf } from '../events.ts';
import { linkKey } from '../world.ts';
import type { MessageWorld, World } from '../world.ts';
import type { Folds } from './fold.ts';

function sent(event: EventOf<'message-sent'>): MessageWorld {
  return {
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
    sentAtUs: event.atUs,
    arrivesAtUs: event.arrivesAtUs,
    held: null,
    heldAtUs: 0,
    sentSeq: event.seq,
  };
}

function countMessage(world: World, group: string | undefined): void {
  const counted = group === undefined ? undefined : world.groups.get(group);
  if (counted) counted.cost.messages += 1;
}

export const transportFolds: Folds = {
  'link-changed': (world, event) => {
    const [a, b] = event.peers;
    const key = linkKey(a, b);
    const link = world.links.get(key);
    if (!link) {
      const { peers, latencyMs, cut } = event;
      world.links.set(key, { peers, latencyMs, cut, slowed: false });
      return;
    }
    link.slowed ||= link.latencyMs.join() !== event.latencyMs.join();
    link.latencyMs = event.latencyMs;
    link.cut = event.cut;
  },
  'connection-opened': (world, event) => {
    const process = event.process ?? '';
    let connection = world.connections.get(event.connection);
    if (!connection) {
      // Its id begins with the name of its opener.
      const isOpener = event.connection.startsWith(`${process}/`);
      const [opener, peer] = isOpener ? [process, event.peer] : [event.peer, process];
      connection = { connection: event.connection, opener, peer, openAt: new Set() };
      world.connections.set(event.connection, connection);
    }
    connection.openAt.add(process);
  },
  'connection-closed': (world, event) => {
    const connection = world.connections.get(event.connection);
    connection?.openAt.delete(event.process ?? '');
    if (connection?.openAt.size === 0) world.connections.delete(event.connection);
  },
  'message-sent': (world, event) => {
    world.messages.set(event.message, sent(event));
    countMessage(world, event.group);
  },
  'message-held': (world, event) => {
    const message = world.messages.get(event.message);
    if (!message) return;
    message.held = event.reason;
    message.heldAtUs = event.atUs;
  },
  'message-released': (world, event) => {
    const message = world.messages.get(event.message);
    if (!message) return;
    message.held = null;
    message.arrivesAtUs = event.arrivesAtUs;
  },
  'message-delivered': (world, event) => {
    world.messages.delete(event.message);
  },
  'message-dropped': (world, event) => {
    const message = world.messages.get(event.message);
    if (!message) return;
    world.messages.delete(event.message);
    world.lost.push({ message, atUs: event.atUs, reason: event.reason });
  },
};
